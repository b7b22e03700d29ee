"""The search for the smallest edit that flips, with counted words in place of a model."""

from collections.abc import Sequence

import pytest

from core.design import Condition
from core.errors import BadInput
from core.flip_search import FlipSearch, flip_search
from core.models.predictor import Labelled
from core.rewrite import Piece, Rewrite
from core.severity import pps

TEXT = "not a good film at all"
ONE, TWO = Condition("word_deletion", pps(1)), Condition("word_deletion", pps(2))
SPANS = {"not": (0, 4), "a": (4, 6), "good": (6, 11), "film": (11, 16), "at": (16, 19)}


def without(*words: str) -> Rewrite:
    return Rewrite.of(TEXT, [Piece(*SPANS[word], "") for word in words])


class Judge:
    """Says "bad" of what has a "not" in it; notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> list[Labelled]:
        self.asked.append([*texts])
        return [Labelled("bad", (0.9, 0.1)) if "not" in text else Labelled("good", (0.2, 0.8)) for text in texts]


def drawn(condition: Condition, seed: int) -> Rewrite | None:
    """With seed 20 both conditions delete "not", one of them a word more; before that, other words or nothing."""
    if seed == 20:
        return without("not", "good") if condition == TWO else without("not")
    return without(("a", "film")[seed % 2]) if seed % 3 else None


def test_the_smallest_of_the_flips_is_found_with_what_makes_it_again() -> None:
    *before, last = flip_search(TEXT, [TWO, ONE], drawn, judge := Judge(), budget=100)
    assert [search.smallest for search in before] == [None, None]
    assert last.smallest and last.ended
    assert (last.smallest.condition, last.smallest.seed) == (ONE, 20)
    assert (last.smallest.words, last.smallest.characters) == (1, 4)  # "not" and the space after it
    assert (last.smallest.before.label, last.smallest.after.label) == ("bad", "good")
    assert last.drawn == 48  # seeds 0 to 23: 16 draws at a time, of two conditions each seed
    assert last.texts == sum(map(len, judge.asked)) - 1 == 4  # equal texts are asked once
    assert judge.asked[0] == [TEXT]


def test_each_condition_has_its_turn_before_a_flip_ends_the_search() -> None:
    many = [Condition("word_deletion", pps(n)) for n in range(1, 31)]
    [search] = flip_search(TEXT, many, lambda one, _: without("not", *["good"] * (one.severity.value != 30)), Judge())
    assert search.drawn == 30 and search.smallest and search.smallest.condition == many[-1]


def test_a_budget_ends_a_search_without_a_flip() -> None:
    *_, last = flip_search(TEXT, [ONE], lambda *_: without("a"), judge := Judge(), budget=20, seed=7)
    assert last == FlipSearch(Labelled("bad", (0.9, 0.1)), 20, 20, 1)
    assert last.ended and len(judge.asked) == 2


@pytest.mark.parametrize(
    ("text", "conditions", "budget", "sentence"),
    [
        (" \n", [ONE], 9, "The text is empty"),
        (TEXT, [], 9, "There is no condition to draw"),
        (TEXT, [ONE], 0, "The budget is 0 draws; give at least 1"),
    ],
)
def test_what_can_not_be_searched_is_said(text: str, conditions: list[Condition], budget: int, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        next(flip_search(text, conditions, drawn, Judge(), budget))
