"""Several draws of a perturbation: their mean with its interval, and what holds under all of them."""

from itertools import combinations
from math import isnan

import numpy as np
import pytest

from core.metrics import Estimate, cohens_kappa, share
from core.metrics.draws import kept_under, over_draws


def test_the_mean_of_equal_draws_is_as_sure_as_one() -> None:
    one = Estimate(0.8, 100, 0.7, 0.85)
    found = over_draws([one] * 5)
    assert (found.mean, found.sd, found.draws) == (one, 0.0, 5)


def test_the_interval_narrows_by_what_draws_differ() -> None:
    found = over_draws([Estimate(v, 100, v - 0.1, v + 0.1) for v in (0.76, 0.77, 0.78, 0.79)])
    variance, s2 = (0.1 / 1.959964) ** 2, np.var([0.76, 0.77, 0.78, 0.79], ddof=1)
    half = 0.1 * np.sqrt(1 - s2 / variance * 3 / 4)
    assert found.mean.value == pytest.approx(0.775) and found.mean.high - 0.775 == pytest.approx(half)


def test_draws_without_a_figure_are_left_out() -> None:
    assert over_draws([Estimate(float("nan"), 3), Estimate(0.5, 3, 0.1, 0.9)]).draws == 1
    assert isnan(over_draws([Estimate(float("nan"), 3)]).mean.value) and not over_draws([]).mean.n


@pytest.mark.parametrize(("apart", "k"), [(0.0, 8), (0.5, 3), (0.5, 8), (1.0, 3), (1.0, 8)])
def test_the_interval_covers(apart: float, k: int) -> None:
    """`apart`: how far a flip is the draw's, not the sample's; 0 has equal draws, 1 independent ones."""
    drawn = np.random.default_rng(7)
    n, flip, covered, times = 300, 0.1, 0, 300
    before = np.arange(n) % 2
    truth = 1 - 2 * flip
    for _ in range(times):
        own = drawn.random((n, k)) < flip
        flipped = np.where(drawn.random((n, 1)) < apart, own, own[:, :1])
        labels = [[str(x) for x in np.where(flipped[:, d], 1 - before, before)] for d in range(k)]
        found = over_draws([cohens_kappa([str(x) for x in before], one) for one in labels]).mean
        covered += found.low <= truth <= found.high
    assert covered / times >= 0.93


def test_what_is_kept_under_so_many_draws_is_the_mean_over_all_choices() -> None:
    fell = np.array([[0, 1, 2, 4, 0]])
    curve = kept_under(fell, 4)
    stayed = [[draw >= f for draw in range(4)] for f in fell[0]]
    for budget in range(1, 5):
        chosen = list(combinations(range(4), budget))
        expected = np.mean([[all(one[d] for d in choice) for choice in chosen] for one in stayed])
        assert curve[budget - 1].value == pytest.approx(expected)
    assert curve[3] == share(2, 5)


def test_a_sample_holds_under_each_of_several_perturbations() -> None:
    stood = np.array([True, True, False, True])
    assert kept_under(np.array([[0, 1, 0, 0], [0, 0, 0, 2]]), 2, stood)[1].value == 0.25
    assert isnan(kept_under(np.zeros((1, 0), np.int64), 2)[0].value)
