"""Several draws of a perturbation: their mean with its interval, and what holds under all of them."""

from collections.abc import Callable
from itertools import combinations
from math import isnan

import numpy as np
import pytest
from numpy.typing import NDArray

from core.metrics import Estimate, accuracy, accuracy_lost, cohens_kappa, matthews, share
from core.metrics.correlation import pearson
from core.metrics.draws import kept_under, over_draws
from core.metrics.paired import LabelledPredictions, f1_macro_lost

Numbers = NDArray[np.float64]


def test_the_mean_of_equal_draws_is_as_sure_as_one() -> None:
    one = Estimate(0.8, 100, 0.7, 0.85)
    found = over_draws([one] * 5)
    assert (found.mean, found.sd, found.count) == (one, 0.0, 5)


def test_the_interval_narrows_by_what_draws_differ() -> None:
    found = over_draws([Estimate(v, 100, v - 0.1, v + 0.1) for v in (0.76, 0.77, 0.78, 0.79)])
    variance, s2 = (0.1 / 1.959964) ** 2, np.var([0.76, 0.77, 0.78, 0.79], ddof=1)
    half = 0.1 * np.sqrt(1 - s2 * 3 / 4.641628 / variance * 3 / 4)  # 80 % of chi-squared with 3 degrees are below 4.64
    assert found.mean.value == pytest.approx(0.775) and found.mean.high - 0.775 == pytest.approx(half)


def test_draws_without_a_figure_are_left_out() -> None:
    assert over_draws([Estimate(float("nan"), 3), Estimate(0.5, 3, 0.1, 0.9)]).count == 1
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


Labels = list[str]
LABELLED: dict[str, Callable[[Labels, Labels, Labels], Estimate]] = {
    "accuracy": lambda gold, before, after: accuracy(gold, after),
    "accuracy lost": lambda gold, before, after: accuracy_lost(
        [a == b for a, b in zip(gold, before, strict=True)], [a == b for a, b in zip(gold, after, strict=True)]
    ),
    "matthews": lambda gold, before, after: matthews(gold, after),
    "macro F1 lost": lambda gold, before, after: f1_macro_lost(
        LabelledPredictions(gold, before), LabelledPredictions(gold, after)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("metric", LABELLED.values(), ids=LABELLED)
@pytest.mark.parametrize(("apart", "k"), [(0.5, 3), (1.0, 8)])
def test_the_interval_of_other_metrics_covers(metric: Callable[..., Estimate], apart: float, k: int) -> None:
    """As above, of a model that is right of 85 % before."""

    def sampled(n: int, k: int) -> tuple[Labels, Labels, list[Labels]]:
        gold = drawn.integers(0, 2, n)
        before = np.where(drawn.random(n) < 0.15, 1 - gold, gold)
        own = drawn.random((n, k)) < 0.1
        flipped = np.where(drawn.random((n, 1)) < apart, own, own[:, :1])
        after = np.where(flipped, 1 - before[:, None], before[:, None])
        return [*map(str, gold)], [*map(str, before)], [[*map(str, after[:, draw])] for draw in range(k)]

    drawn, covered, times = np.random.default_rng(5), 0, 400
    gold, before, [after] = sampled(200_000, 1)
    truth = metric(gold, before, after).value
    for _ in range(times):
        gold, before, draws = sampled(200, k)
        found = over_draws([metric(gold, before, one) for one in draws]).mean
        covered += found.low <= truth <= found.high
    assert covered / times >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize("draws", [8, 20])
def test_the_interval_covers_where_samples_are_few_and_draws_many(draws: int) -> None:
    """Fifty samples, right of 85 % before, each flipped with a probability of .15 in each draw."""
    drawn, covered, times = np.random.default_rng(11), 0, 1_500
    truth = 0.85 * 0.85 + 0.15 * 0.15
    for _ in range(times):
        gold = drawn.integers(0, 2, 50)
        before = np.where(drawn.random(50) < 0.15, 1 - gold, gold)
        after = np.where(drawn.random((draws, 50)) < 0.15, 1 - before, before)
        found = over_draws([accuracy([*map(str, gold)], [*map(str, one)]) for one in after]).mean
        covered += found.low <= truth <= found.high
    assert covered / times >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize("apart", [0.5, 1.0])
def test_the_interval_of_a_correlation_covers(apart: float) -> None:
    """Scores that a third of the draws leaves alone and the others move."""

    def sampled(n: int, k: int) -> tuple[Numbers, Numbers]:
        gold = drawn.normal(0, 1, n)
        own = np.where(drawn.random((n, k)) < 1 / 3, 0, drawn.normal(0, 0.4, (n, k)))
        moved = np.where(drawn.random((n, 1)) < apart, own, own[:, :1])
        return gold, (gold + drawn.normal(0, 0.5, n))[:, None] + moved

    drawn, covered, times = np.random.default_rng(5), 0, 400
    gold, after = sampled(200_000, 1)
    truth = pearson([*gold], [*after[:, 0]]).value
    for _ in range(times):
        gold, after = sampled(150, 5)
        found = over_draws([pearson([*gold], [*after[:, draw]]) for draw in range(5)]).mean
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
