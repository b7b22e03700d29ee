"""Removal of word classes, on tags given by hand."""

import pytest

from core.errors import BadInput
from core.perturbations.registry import find
from core.perturbations.word.word_class import CLASSES, word_class_removal
from core.randomness import Draws
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from core.text.tokens import Token, tokenise
from data.lexicon.resources import perturber


def removed(text: str, tags: str, classes: str) -> str | None:
    tokens = [Token(t.start, t.end, t.text, tag) for t, tag in zip(tokenise(text), tags.split(), strict=True)]
    made = word_class_removal(AnalysedText(text, tuple(tokens)), classes, Draws.seeded(0))
    return made.perturbed if made else None


MANN = "Arison said Mann was a pioneer of the world music movement."
MANN_TAGS = "NNP VBD NNP VBD DT NN IN DT NN NN NN ."


@pytest.mark.parametrize(
    ("classes", "left"),
    [
        ("NOUN", "said was a of the."),  # the paper's table 1 takes the nouns out of a longer form of this sentence
        ("VERB", "Arison Mann a pioneer of the world music movement."),
        ("DET", "Arison said Mann was pioneer of world music movement."),
        ("DET+VERB", "Arison Mann pioneer of world music movement."),
        ("PRON", None),
    ],
)
def test_every_word_of_the_class_goes(classes: str, left: str | None) -> None:
    assert removed(MANN, MANN_TAGS, classes) == left


def test_contractions_come_apart_as_the_treebank_cuts_them() -> None:
    assert removed("It's old, isn't it?", "PRP VBZ JJ , VBZ RB PRP .", "VERB") == "It old, n't it?"
    assert removed("it 's old", "PRP VBZ JJ", "PRON") == "'s old"


def test_the_last_word_stays() -> None:
    assert removed("Dogs!", "NNS .", "NOUN") is None
    assert removed("Dogs bark!", "NNS VBP .", "NOUN+VERB") is None
    assert removed("", "", "NOUN") is None


def test_the_eight_classes_share_no_tag() -> None:
    tags = [tag for group in CLASSES.values() for tag in group]
    assert len(tags) == len(set(tags))
    assert set(find("word_class_removal").values) == set(CLASSES)


def test_real_tags() -> None:
    made = perturber().text(MANN, "word_class_removal", Severity(Unit.WORD_CLASS, "ADJ+DET"), 0)
    assert made is not None
    assert made.perturbed == "Arison said Mann was pioneer of world music movement."


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(
        BadInput, match=r"can't have the severity NOUN\+FISH; give word-class: ADJ.*VERB, or several joined by \+"
    ):
        find("word_class_removal").severity("NOUN+FISH")
