"""Word order and the three shuffles: what moves, what stays, and the papers' own examples."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.metrics.order import idc
from core.perturbations.order.shuffles import word_order
from core.perturbations.perturber import Perturber
from core.perturbations.registry import find
from core.randomness import Draws
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from data.lexicon.resources import resources
from tests.core.strategies import TEXTS

ORDERS = [
    f"{level}_{kind}"
    for level in ("word", "subword", "character")
    for kind in ("full_shuffle", "phrase_shuffle", "neighbour_flip")
]
SENTENCE = "The scholar is typesetting."


def reordered(text: str, name: str, rho: float, seed: int = 0) -> str | None:
    rewrite = Perturber(lambda words: ["NN"] * len(words), resources()).text(
        text, name, Severity(Unit.PROBABILITY, rho), seed
    )
    return rewrite.perturbed if rewrite else None


def every(text: str, name: str, rho: float, seeds: int = 400) -> set[str | None]:
    return {reordered(text, name, rho, seed) for seed in range(seeds)}


def swapped(text: str, n: int, seed: int) -> str | None:
    made = word_order(AnalysedText(text), n, Draws.seeded(seed))
    return made.perturbed if made else None


def test_word_order_makes_the_papers_example() -> None:
    made = {swapped("What is the most common eye color?", 2, seed) for seed in range(400)}
    assert "What is the common most color eye?" in made
    assert len(made) == comb(5, 2)  # two of six pairs of neighbours, ten of which share no word


def test_word_order_needs_two_words_that_differ() -> None:
    assert swapped("", 1, 0) is swapped("Fire!", 1, 0) is swapped("no no", 2, 0) is None
    assert {swapped("(don't go) on, so now", 1, seed) for seed in range(20)} == {
        "(go don't) on, so now",
        "(don't go) on, now so",
    }


@pytest.mark.parametrize(
    ("name", "rho", "example"),
    [
        ("word_full_shuffle", 1, "scholar typesetting is The."),  # figure 2
        ("character_neighbour_flip", 0.02, "hTe scholar is typesetting."),
        ("word_neighbour_flip", 0.5, "scholar is typesetting The."),  # one word is held from beginning to end
        ("word_phrase_shuffle", 0.5, "is typesetting The scholar."),
        ("word_phrase_shuffle", 0.5, "typesetting The scholar is."),
    ],
)
def test_examples(name: str, rho: float, example: str) -> None:
    assert example in every(SENTENCE, name, rho, 2000)


def test_a_phrase_keeps_its_inside() -> None:
    # one cut of four words: a b | c d and so on; two or three cuts make the others
    assert reordered("a b c d", "word_phrase_shuffle", 1e-9) is None
    assert every("a b c", "word_phrase_shuffle", 0.5) - {None} == {"b c a", "c a b", "b a c", "a c b", "c b a"}


def test_words_leave_spaces_and_punctuation_in_place() -> None:
    for seed in range(20):
        made = reordered("Well,  don't (ever) go.", "word_full_shuffle", 1, seed)
        if made:
            kept = "".join("x" if c.isalnum() or c == "'" else c for c in made)
            assert kept.replace("x", "") == ",   () ."
    assert every("go (on)", "word_full_shuffle", 1) == {"on (go)", None}


def test_subwords_are_those_of_the_offline_tokenizer() -> None:
    # MiniLM's WordPiece: the scholar is types ##etti ##ng .
    spans = resources()["subwords"](SENTENCE)  # type: ignore[operator]
    assert [SENTENCE[a:b] for a, b in spans] == ["The", "scholar", "is", "types", "etti", "ng", "."]
    assert "scholar The is typesetting." in every(SENTENCE, "subword_neighbour_flip", 0.2)


def test_marks_and_joined_emoji_move_with_their_character() -> None:
    assert every("e\u0301👩‍👩‍👧x", "character_full_shuffle", 1) == {
        None,
        "e\u0301x👩‍👩‍👧",
        "👩‍👩‍👧e\u0301x",
        "👩‍👩‍👧xe\u0301",
        "xe\u0301👩‍👩‍👧",
        "x👩‍👩‍👧e\u0301",
    }


@pytest.mark.parametrize("name", ORDERS)
@given(text=TEXTS, seed=st.integers(0, 9))
def test_a_reordering_loses_and_adds_nothing(name: str, text: str, seed: int) -> None:
    wanted = find(name)
    made = Perturber(lambda words: ["NN"] * len(words), resources()).text(text, name, wanted.severities[-1], seed)
    if made:
        assert sorted(made.perturbed) == sorted(text)
        assert 0 < idc(made) <= 0.5  # a half is the whole text reversed or its halves exchanged
