"""The word order of Moradi & Samwald under paper rules, by hand."""

from collections import Counter
from itertools import permutations

import pytest

from core.perturbations.order.block import block_moved
from core.randomness import Draws
from core.severity import pps
from core.text.analysed import AnalysedText
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes

TEXT = "one two three four five six."


def test_a_block_at_the_front_or_the_end_whose_last_mark_stays() -> None:
    # four tokens, the last a mark: M can only be 2, at the front or at the end
    assert outcomes("word_order.paper", 1, "see old cats.") == {"old see cats.", "see cats old."}
    # M is 2 or 3: pairs and the two ways in which three can all leave their places, and the unlucky ones
    front, end = ["two one three four"], ["one two four three"]
    for order in permutations(range(3)):
        if order[0] != 0 and order[1] != 1:
            front.append(" ".join([*(("one", "two", "three")[i] for i in order), "four"]))
            end.append(" ".join(["one", *(("two", "three", "four")[i] for i in order)]))
    assert outcomes("word_order.paper", 4, "one two three four", keys=1_000) == {*front, *end}


def test_too_short_a_text_is_not_applicable() -> None:
    assert outcomes("word_order.paper", 1, "see cats.") == set()
    assert outcomes("word_order.paper", 1, "see old cats") == set()


def test_the_size_of_the_block_is_even_from_two_to_all_but_one() -> None:
    words = TEXT[:-1].split()
    sizes: Counter[int] = Counter()
    for seed in range(4_000):
        made = block_moved(AnalysedText(TEXT), Draws.seeded("sizes", seed))
        assert made is not None and made.perturbed[-1] == "." and sorted(made.perturbed[:-1].split()) == sorted(words)
        sizes[sum(map(str.__ne__, words, made.perturbed[:-1].split()))] += 1
    assert set(sizes) == {2, 3, 4, 5}
    # of a block of m all move, or all but the last: 2 always do; the others mostly
    assert sizes[2] / 4_000 == pytest.approx(1 / 4 * (1 + 1 / 4), abs=0.03)


def test_the_pps_makes_no_difference_but_in_the_draws() -> None:
    assert outcomes("word_order.paper", 1, TEXT, keys=6_000) == outcomes("word_order.paper", 4, TEXT, keys=6_000)


def test_tokens_that_meet_are_parted_and_the_rest_stays_as_it_is() -> None:
    made = outcomes("word_order.paper", 1, "Well,  I don't know", keys=2_000)
    assert {", Well  I don't know", "Well,  I do know n't"} < made
    for text in made:
        words = text.replace(",", " , ").replace("n't", " n't ").split()
        assert sorted(words) == sorted(["Well", ",", "I", "do", "n't", "know"])


def test_the_moved_tokens_are_known_by_their_places() -> None:
    made = perturber().text("see old cats.", "word_order.paper", pps(1), 0, key="1")
    assert made is not None
    moved = [piece for piece in made.pieces if piece.text in ("see", "old", "cats")]
    assert {"see old cats."[piece.start : piece.end] for piece in moved} == {piece.text for piece in moved}
    assert len(moved) == 2
