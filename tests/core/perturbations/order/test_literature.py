"""The word orders of the literature, by sentences whose orders were worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.perturbations.registry import Level, Perturbation, find, perturbations
from core.randomness import Draws
from core.text.analysed import AnalysedText
from core.text.tokens import Token, tokenise
from data.lexicon.resources import perturber
from tests.core.strategies import TEXTS

ORDERS = [p for p in perturbations() if p.level is Level.ORDER]
OF_WORDS = [p for p in ORDERS if not p.name.startswith(("subword", "character"))]
SENTENCE = "He says that two old men slowly ate red apples and, if hungry, bread."
TAGS = "PRP VBZ IN CD JJ NNS RB VBD JJ NNS CC , IN JJ , NN ."


def made(name: str, seed: int = 0, text: str = SENTENCE, tags: str = TAGS) -> str | None:
    tokens = [Token(t.start, t.end, t.text, tag) for t, tag in zip(tokenise(text), tags.split(), strict=True)]
    rewrite = find(name).rewrite(AnalysedText(text, tuple(tokens)), 1, Draws.seeded(seed))
    return rewrite.perturbed if rewrite and rewrite.applied else None


def words(text: str | None) -> list[str]:
    return (text or "").replace(",", "").replace(".", "").split()


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("word_reversal", "bread hungry if and apples red ate slowly men old two, that says, He."),
        ("conjunction_reversal", "He says if two old men slowly ate red apples and, that hungry, bread."),
        ("noun_verb_swap", "says He that two old ate slowly men red apples and, if hungry, bread."),
        ("noun_verb_mismatch", "ate men that two old says slowly He red apples and, if hungry, bread."),
        ("noun_adjective_swap", "He says that two bread hungry slowly ate apples red and, if men, old."),
        ("adverb_verb_swap", "He says that two old men ate slowly red apples and, if hungry, bread."),
        ("verb_front", "ate says He that two old men slowly red apples and, if hungry, bread."),
    ],
)
def test_what_is_not_drawn_is_always_the_same(name: str, read: str) -> None:
    assert {made(name, seed) for seed in range(9)} == {read}


@pytest.mark.parametrize(
    ("name", "places", "orders"),
    [  # how many other orders there are: of n different words n! - 1
        ("first_half_shuffle", range(7), None),
        ("second_half_shuffle", range(7, 14), None),
        ("noun_shuffle", (0, 5, 9, 13), 23),
        ("verb_shuffle", (1, 7), 1),
    ],
)
def test_a_shuffle_changes_its_own_places_and_no_others(name: str, places: range, orders: int | None) -> None:
    before = words(SENTENCE)
    found = [words(made(name, seed)) for seed in range(200)]
    for after in found:
        assert after != before and sorted(after) == sorted(before)
        assert [i for i in range(14) if after[i] != before[i] and i not in places] == []
    assert orders is None or len({tuple(after) for after in found}) == orders


def test_function_words_are_determiners_and_prepositions_but_no_conjunctions() -> None:
    text, tags = "The cat that sat on the mat said that it slept.", "DT NN WDT VBD IN DT NN VBD IN PRP VBD ."
    found = {tuple(words(made("function_word_shuffle", seed, text, tags))) for seed in range(400)}
    assert len(found) == 23  # The, that, on and the in any other order; the second "that" stays
    assert {after[8] for after in found} == {"that"}


def test_no_word_of_a_derangement_stays() -> None:
    text, tags = "one two three four", "CD CD CD CD"
    found = {made("word_derangement", seed, text, tags) for seed in range(300)}
    assert len(found) == 9  # of four things there are nine derangements
    assert all(a != b for after in found for a, b in zip(words(after), text.split(), strict=True))
    assert made("word_derangement", 0, "two one", "CD CD") == "one two"
    assert made("word_derangement", 0, "one", "CD") is made("word_derangement", 0, "", "") is None


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("bigram_shuffle", {"c d a b e", "c d e a b", "e a b c d", "e c d a b", "a b e c d"}),
        ("trigram_shuffle", {"d e a b c"}),
        ("fourgram_shuffle", {"e a b c d"}),
    ],
)
def test_n_grams_keep_their_inside(name: str, orders: set[str]) -> None:
    assert {made(name, seed, "a b c d e", "X X X X X") for seed in range(200)} == orders


@pytest.mark.parametrize("text", ["", "Fire!", "no no no no no"])
@pytest.mark.parametrize("wanted", OF_WORDS, ids=lambda p: p.name)
def test_what_reads_alike_in_any_order_is_not_applicable(wanted: Perturbation, text: str) -> None:
    assert perturber().text(text, wanted.name, wanted.severities[-1], 0) is None


@pytest.mark.parametrize("wanted", ORDERS, ids=lambda p: p.name)
@given(text=TEXTS, seed=st.integers(0, 3))
def test_an_order_is_a_permutation_from_which_the_source_comes_back(wanted: Perturbation, text: str, seed: int) -> None:
    rewrite = perturber().text(text, wanted.name, wanted.severities[-1], seed)
    if rewrite:
        assert all(text[piece.start : piece.end] == piece.text for piece in rewrite.pieces)
        assert "".join(piece.text for piece in sorted(rewrite.pieces)) == text
