"""Talman et al.'s removal of word classes under paper rules, on tags given by hand."""

from functools import partial

import pytest

from core.perturbations.word.word_class import word_class_removal
from core.randomness import Draws
from core.rules import Rules
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from data.lexicon.resources import perturber

by_the_program = partial(word_class_removal, rules=Rules.PAPER)


@pytest.mark.parametrize(
    ("text", "tags", "classes", "left"),
    [
        ("Half of it, or 50 %, is gone.", "NN IN PRP , CC CD NN , VBZ VBN .", "NOUN", "of it, or 50, is gone."),
        ("Cats!", "NNS .", "NOUN", "!"),
        ("Cats sleep", "NNS VBP", "NOUN+VERB", ""),
        ("  Cats ", "NNS", "NOUN", ""),
        ("It rained.", "PRP VBD .", "NOUN", None),
        ("", "", "NOUN", None),
    ],
)
def test_every_token_of_the_class_goes_and_nothing_may_stay(
    text: str, tags: str, classes: str, left: str | None
) -> None:
    made = by_the_program(AnalysedText(text), classes, Draws.seeded(0), penn_tags=lambda _: tags.split())
    assert (made and made.perturbed) == left


def test_it_is_asked_for_by_its_name() -> None:
    made = perturber().text("Nobody", "word_class_removal.paper", Severity(Unit.WORD_CLASS, "NOUN+PRON"), 0)
    assert made is not None and made.perturbed == ""
    assert perturber().text("Nobody", "word_class_removal", Severity(Unit.WORD_CLASS, "NOUN+PRON"), 0) is None
