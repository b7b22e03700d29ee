"""Masked words: which word is masked in which text, and how often it is named."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.experiments.guesses import Masked, Place, guesses, masked
from core.hints.masked import MaskedModel
from core.rewrite import Piece, Rewrite
from core.severity import Severity, Unit
from data.lexicon.resources import perturber
from tests.tiny_bert import tiny_bert

STUDY = "An unclassifiably awful study in self - and audience-abuse."


def without(text: str, word_class: str) -> Rewrite:
    made = perturber().text(text, "word_class_removal", Severity(Unit.WORD_CLASS, word_class), 0)
    assert made
    return made


def test_the_first_noun_is_masked_and_the_others_are_gone_as_in_the_paper() -> None:
    found = masked(without(STUDY, "NOUN"))
    assert found
    (text, (start, end)), (corrupted, span) = found
    assert (text, text[start:end], span) == (STUDY, "study", (start, end))
    assert corrupted == "An unclassifiably awful study in - and." == without(corrupted, "ADV").source
    assert corrupted[start:end] == "study"


def test_at_the_start_of_a_text_and_where_nothing_goes() -> None:
    found = masked(without("Dogs chase cats.", "NOUN"))
    assert found == Masked(("Dogs chase cats.", (0, 4)), ("Dogs chase.", (0, 4)))
    assert masked(Rewrite.of("Dogs bark", ())) is None
    assert masked(Rewrite.of("Dogs bark", [Piece(0, 4, "Cats")])) is None  # no word goes
    assert masked(Rewrite.of("Dogs bark", [Piece(0, 9, "")])) is None  # all of them at once


def named(places: Sequence[Place]) -> list[bool | None]:
    """Names "dog" wherever another word stands before it, and reads no text that holds "unread"."""
    return [None if "unread" in text else text[a:b] == "dog" and a > 0 for text, (a, b) in places]


def word(original: str, corrupted: str) -> Masked:
    places = [(text, (text.index("dog"), text.index("dog") + 3)) for text in (original, corrupted)]
    return Masked(places[0], places[1])


def test_shares_over_the_texts_of_samples_without_those_that_are_not_read() -> None:
    samples = [
        [word("a dog sat", "dog sat"), word("a dog", "the dog")],
        [word("dog sat", "dog"), word("unread dog", "a dog")],
        [],
    ]
    found = guesses(named, samples)
    assert (found.original.value, found.original.n) == (pytest.approx(2 / 3), 3)
    assert (found.corrupted.value, found.corrupted.n) == (pytest.approx(1 / 3), 3)
    assert found.original.low < 2 / 3 < found.original.high
    assert guesses(named, [[]]).original.n == 0


def test_a_masked_model_names_what_it_was_taught(tmp_path: Path) -> None:
    """Its weights are set by hand: every masked place is named "dog"."""
    import torch
    from transformers import AutoModelForMaskedLM

    folder = tiny_bert(tmp_path / "bert", ["the dog saw cats", "un ##dog"])
    words = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    network = AutoModelForMaskedLM.from_pretrained(folder)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        network.cls.predictions.bias[words.index("dog")] = 1.0
    network.save_pretrained(folder)
    model = MaskedModel(str(folder))
    far = "the " * 60
    places = [
        ("The dog saw", (4, 7)), ("the cats", (4, 8)), ("the undog", (4, 9)), ("the zebra", (4, 9)),
        (f"{far}dog", (len(far), len(far) + 3)),
    ]  # fmt: skip
    assert model.named(places) == [True, False, False, False, None]  # "un ##dog" is two tokens, "zebra" unknown
    assert model.named([]) == []
