"""Two models on the same samples: both figures, their difference and its test, worked by hand."""

from math import isnan, sqrt
from statistics import NormalDist

import pytest

from data.runs.measures.compared import Compared, TwoSides
from data.runs.measures.registry import metrics

GOLD = list("aaaabbbb")
FIRST = list("aaaabbba")  # the last is wrong
SECOND = list("bbbabbbb")  # the first three are


def compared(metric: str, first: list[str], second: list[str], labels: str = "ab", times: int = 1) -> Compared:
    """Both models were right of every original text."""
    paired = metrics()[metric].paired
    assert paired
    gold = GOLD * times
    return paired.compare(TwoSides(gold, (gold, gold), (first * times, second * times), tuple(labels)))


@pytest.mark.parametrize(
    ("metric", "labels", "first", "second"),
    [
        ("accuracy", "ab", 7 / 8, 5 / 8),
        ("f1_macro", "ab", (8 / 9 + 6 / 7) / 2, (2 / 5 + 8 / 11) / 2),
        ("f1_binary", "ab", 6 / 7, 8 / 11),  # of the second label
        ("f1_binary", "ba", 8 / 9, 2 / 5),
        ("matthews", "ab", (4 * 3 - 0 * 1) / sqrt(4 * 4 * 5 * 3), (1 * 4 - 3 * 0) / sqrt(4 * 4 * 1 * 7)),
        ("kappa", "ab", (7 / 8 - 1 / 2) / (1 / 2), (5 / 8 - 1 / 2) / (1 / 2)),
    ],
)
def test_both_figures_and_the_second_less_the_first(metric: str, labels: str, first: float, second: float) -> None:
    found = compared(metric, FIRST, SECOND, labels)
    assert (found.first, found.second) == (pytest.approx(first), pytest.approx(second))
    assert found.found.value == pytest.approx(second - first)
    assert found.found.low < second - first < found.found.high
    other_way = compared(metric, SECOND, FIRST, labels)
    assert other_way.found.value == pytest.approx(first - second)
    assert other_way.p == pytest.approx(found.p, rel=0.1)
    same = compared(metric, SECOND, SECOND, labels)
    assert (same.found.value, same.p) == (0, pytest.approx(1, abs=0.05))
    assert compared(metric, FIRST, SECOND, labels, 20).p < 0.01 > compared(metric, SECOND, FIRST, labels, 20).p


def test_the_p_of_accuracy_is_mcnemars() -> None:
    assert compared("accuracy", FIRST, SECOND).p == pytest.approx(2 * (1 + 4) / 2**4)  # of four samples one got better


def test_the_p_of_kappas_goes_with_their_interval() -> None:
    found = compared("kappa", FIRST, list("aaabbbbb"), times=20)
    error = (found.found.high - found.found.low) / (2 * NormalDist().inv_cdf(0.975))
    assert found.p == pytest.approx(2 * NormalDist().cdf(-abs(found.found.value) / error), rel=0.25)


@pytest.mark.parametrize(("metric", "labels"), [("f1_binary", "abc"), ("f1_binary", "a")])
def test_f1_of_one_label_is_no_figure_where_there_are_not_two(metric: str, labels: str) -> None:
    found = compared(metric, FIRST, SECOND, labels)
    assert all(map(isnan, (found.first, found.second, found.found.value, found.p)))
    assert found.found.n == 0


def test_kappas_that_are_not_known_have_no_p() -> None:
    paired = metrics()["kappa"].paired
    assert paired
    constant = ["a"] * 8
    found = paired.compare(TwoSides(GOLD, (constant, constant), (constant, constant), ("a", "b")))
    assert isnan(found.found.value) and isnan(found.p)
