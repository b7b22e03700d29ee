"""Correlations and their intervals, by hand and against scipy."""

from math import atanh, isnan, sqrt, tanh

import numpy as np
import pytest
from scipy import stats

from core.errors import BadInput
from core.metrics.clustered import student
from core.metrics.correlation import concordance, mean_change, pearson, pearson_lost, spearman, spearman_lost

GOLD = [0.0, 1.0, 2.0, 3.0, 4.0]
SAID = [1.0, 0.0, 2.0, 4.0, 3.0]


def scores(n: int, seed: int = 0) -> tuple[list[float], list[float], list[float]]:
    """(gold, before, after) on a scale of 0 to 5, gold with ties."""
    draws = np.random.default_rng(seed)
    gold = np.clip(np.round(draws.normal(2.7, 1.5, n) * 5) / 5, 0, 5)
    before = np.clip(gold * 0.6 + 1 + draws.normal(0, 0.8, n), 0, 5)
    after = np.clip(before + (draws.random(n) < 0.6) * draws.laplace(-0.1, 0.3, n), 0, 5)
    return gold.tolist(), before.tolist(), after.tolist()


def test_by_hand() -> None:
    # Both have the mean 2. Deviations -2 -1 0 1 2 and -1 -2 0 2 1: products 2 2 0 2 2 = 8; squares 10 and 10.
    assert pearson(GOLD, SAID).value == pytest.approx(0.8)
    assert spearman(GOLD, SAID).value == pytest.approx(0.8)
    assert (pearson(GOLD, SAID).n, isnan(pearson(GOLD, SAID).low)) == (5, True)
    # Lin: 2 (8/5) / (10/5 + 10/5 + 0) = 0.8; one point higher throughout: 3.2 / (4 + 1) = 0.64
    assert concordance(GOLD, SAID).value == pytest.approx(0.8)
    assert concordance(GOLD, [x + 1 for x in SAID]).value == pytest.approx(0.64)
    # Four of five move by a point.
    assert mean_change(GOLD, SAID).value == pytest.approx(0.8)
    # 1 before, 0.8 after
    assert pearson_lost(GOLD, GOLD, GOLD, SAID).value == pytest.approx(0.2)
    assert spearman_lost(GOLD, GOLD, GOLD, SAID).value == pytest.approx(1 - spearman(GOLD, SAID).value)


def test_nothing_that_varies_is_no_correlation() -> None:
    for found in (pearson(GOLD, [3.0] * 5), spearman([3.0] * 5, GOLD), pearson([1.0], [1.0]), pearson([], [])):
        assert isnan(found.value)
    assert pearson(GOLD, [3.0] * 5).n == 5
    assert isnan(pearson_lost(GOLD, GOLD, GOLD, [3.0] * 5).value)
    assert isnan(concordance([2.0] * 3, [2.0] * 3).value)
    assert concordance(GOLD, [2.0] * 5).value == 0  # all scores went to one: nothing in common
    assert isnan(mean_change([], []).value)
    with pytest.raises(BadInput, match="5 and 1 labels"):
        pearson(GOLD, [1.0])


def test_they_are_scipys() -> None:
    gold, before, after = scores(300)
    assert pearson(gold, after).value == pytest.approx(stats.pearsonr(gold, after).statistic)
    assert spearman(gold, after).value == pytest.approx(stats.spearmanr(gold, after).statistic)
    assert concordance(before, before).value == pytest.approx(1)
    assert isnan(concordance(before, before).low)


def test_of_normal_numbers_the_interval_is_fishers() -> None:
    draws = np.random.default_rng(3)
    x = draws.normal(size=20_000)
    y = 0.6 * x + 0.8 * draws.normal(size=20_000)
    found = pearson(x.tolist(), y.tolist())
    half = 1.959964 / sqrt(20_000 - 3)
    assert found.low == pytest.approx(tanh(atanh(found.value) - half), abs=3e-4)
    assert found.high == pytest.approx(tanh(atanh(found.value) + half), abs=3e-4)


def test_two_samples_of_a_hundred_weigh_as_the_few_they_are() -> None:
    # 98 distances of 0 but for ten of 0.001, and two of 5: kurtosis is near 48, so that 2 * 100 / 47 = 4.2 are free.
    before = [float(n % 5) for n in range(100)]
    after = [b + (5.0 if n < 2 else 0.001 if n < 12 else 0.0) for n, b in enumerate(before)]
    found = mean_change(before, after)
    distances = np.abs(np.array(after) - np.array(before)) - found.value
    kurtosis = (distances**4).mean() / (distances**2).mean() ** 2
    half = student(200 / (kurtosis - 1)) * sqrt((distances**2).mean() / 97)
    assert found.high == pytest.approx(found.value * np.exp(half / found.value))
    assert student(200 / (kurtosis - 1)) > 2.7
    assert isnan(mean_change(before[:30], [*after[:9], *before[9:30]]).low)  # nine changed


@pytest.mark.parametrize("n", [100, 500])
def test_intervals_hold_the_truth(n: int) -> None:
    """300 data sets each: a nominal 95 % may come out at 92 % by chance, hardly lower."""
    gold, before, after = scores(400_000, seed=9)
    truth = (
        stats.pearsonr(gold, after).statistic,
        stats.spearmanr(gold, after).statistic,
        pearson_lost(gold, before, gold, after).value,
        spearman_lost(gold, before, gold, after).value,
        concordance(before, after).value,
        mean_change(before, after).value,
    )
    held = np.zeros(6)
    for seed in range(300):
        g, b, a = scores(n, seed)
        lost = pearson_lost(g, b, g, a), spearman_lost(g, b, g, a)
        found = (pearson(g, a), spearman(g, a), *lost, concordance(b, a), mean_change(b, a))
        held += [each.low <= true <= each.high for each, true in zip(found, truth, strict=True)]
    assert (held / 300).min() > 0.915, held / 300


@pytest.mark.parametrize("noise", [0.1, 0.5, 2.0])
@pytest.mark.parametrize("ties", ["none", "in gold", "in both", "two values"])
def test_spearmans_interval_is_as_wide_as_leaving_out_one_by_one_says(ties: str, noise: float) -> None:
    draws = np.random.default_rng(4)
    x = draws.normal(size=400)
    y = x + noise * draws.normal(size=400)
    if ties != "none":
        x = x > 0.5 if ties == "two values" else np.round(2 * x)
    if ties == "in both":
        y = np.round(2 * y)
    found = spearman(x.astype(float).tolist(), y.tolist())
    left = [stats.spearmanr(np.delete(x, n), np.delete(y, n)).statistic for n in range(400)]
    error = sqrt(399 / 400 * np.sum((left - np.mean(left)) ** 2))  # the jackknife's (Tukey 1958)
    span = atanh(found.high) - atanh(found.low)
    assert span == pytest.approx(2 * 1.96 * error / (1 - found.value**2), rel=0.1)


def test_small_whole_numbers_do_not_run_over() -> None:
    before, after = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 4]
    small = [np.array(numbers, dtype=np.uint8) for numbers in (before, after)]
    assert mean_change(*small) == mean_change(before, after)
