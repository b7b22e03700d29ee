"""The test by exchanging answers: against all exchanges there are, and where nothing differs."""

import random
from collections.abc import Sequence
from itertools import product
from math import isnan

import pytest

from core.metrics.classification import f1_macro, matthews
from core.metrics.posterior import MACRO_F1, MATTHEWS, SECOND_F1
from core.metrics.significance import exchange_test

GOLD = ["a", "a", "a", "a", "a", "b", "b", "b", "b", "b"]
GOOD = ["a", "a", "a", "a", "b", "b", "b", "b", "b", "b"]
POOR = ["a", "b", "b", "b", "b", "a", "b", "a", "b", "b"]
OF = {MACRO_F1: f1_macro, MATTHEWS: matthews}


def exact(figure: object, gold: Sequence[str], one: Sequence[str], other: Sequence[str]) -> float:
    """The share of all exchanges after which the figures are at least as far apart."""

    def apart(swapped: Sequence[bool]) -> float:
        sides = [[pair[way != swap] for pair, swap in zip(zip(one, other, strict=True), swapped, strict=True)]
                 for way in (False, True)]  # fmt: skip
        first, second = (OF[figure](gold, said).value for said in sides)  # type: ignore[index]
        return abs(first - second)

    found = apart([False] * len(gold))
    every = [apart(swapped) >= found - 1e-12 for swapped in product((False, True), repeat=len(gold))]
    return sum(every) / len(every)


@pytest.mark.parametrize("figure", OF, ids=["macro F1", "Matthews"])
def test_it_comes_to_what_all_exchanges_come_to(figure: object) -> None:
    p = exchange_test(figure, GOLD, GOOD, POOR)  # type: ignore[arg-type]
    assert p == pytest.approx(exact(figure, GOLD, GOOD, POOR), abs=0.015)
    assert p == exchange_test(figure, GOLD, GOOD, POOR)  # type: ignore[arg-type]  # the same draws
    assert 0 < p < 0.2


def test_the_same_answers_differ_by_chance_and_many_that_are_better_do_not() -> None:
    assert exchange_test(MATTHEWS, GOLD, GOOD, GOOD) == 1
    assert exchange_test(MATTHEWS, GOLD * 20, GOOD * 20, POOR * 20) == pytest.approx(1e-4)
    assert exchange_test(SECOND_F1, GOLD * 20, GOOD * 20, POOR * 20, ("a", "b")) == pytest.approx(1e-4)


def test_two_models_of_one_quality_are_found_apart_as_seldom_as_the_level_says() -> None:
    draws, times = random.Random(7), 200
    found = 0
    for _ in range(times):
        gold = ["b" if draws.random() < 0.3 else "a" for _ in range(120)]
        sides = [[g if draws.random() < 0.8 else draws.choice("ab") for g in gold] for _ in range(2)]
        found += exchange_test(MACRO_F1, gold, *sides) < 0.05
    assert found / times < 0.09  # .05 and three of its standard errors


def test_without_a_figure_there_is_no_p() -> None:
    assert isnan(exchange_test(MATTHEWS, ["a", "a"], ["a", "b"], ["a", "a"]))
    assert isnan(exchange_test(MACRO_F1, [], [], []))
