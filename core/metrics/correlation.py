"""How numbers agree: with gold scores, and with the numbers that were said of the original texts.

All intervals come from the influence of each sample (Hampel 1974), so that scores need not be normal; those of
correlations are made on Fisher's (1921) scale and carried back.
"""

from collections.abc import Callable, Sequence
from math import atanh, exp, nan, tanh

import numpy as np
from numpy.typing import NDArray

from core.metrics.estimate import Estimate, same_length
from core.metrics.influence import FEW, InfluenceEstimate, half_interval, plain_interval

Numbers = Sequence[float]
Array = NDArray[np.float64]


def pearson(gold: Numbers, predicted: Numbers) -> Estimate:
    """Pearson's r (1895) of two lists of numbers, in [-1, 1]; NaN for fewer than two and where a side is constant."""
    same_length(len(gold), len(predicted))
    return _correlation(_pearson(_array(gold), _array(predicted)))


def spearman(gold: Numbers, predicted: Numbers) -> Estimate:
    """Spearman's (1904) correlation: Pearson's of the ranks, equal numbers sharing theirs; NaN as Pearson's is."""
    same_length(len(gold), len(predicted))
    return _correlation(_spearman(_array(gold), _array(predicted)))


def pearson_lost(gold_before: Numbers, before: Numbers, gold: Numbers, after: Numbers) -> Estimate:
    """Pearson's r on the original texts less that on the same samples perturbed; NaN where either is.

    The interval is value ± z s / sqrt(n), s being the deviation of the samples' pulls on one less those on the other.
    """
    return _correlation_lost(_pearson, gold_before, before, gold, after)


def spearman_lost(gold_before: Numbers, before: Numbers, gold: Numbers, after: Numbers) -> Estimate:
    """Spearman's correlation on the original texts less that on the same samples perturbed, as `pearson_lost` is."""
    return _correlation_lost(_spearman, gold_before, before, gold, after)


def concordance(before: Numbers, after: Numbers) -> Estimate:
    """Lin's (1989) concordance correlation of two lists of numbers, in [-1, 1].

    2 s12 / (s1² + s2² + (m1 - m2)²): 1 only where no number changes, 0 where they have nothing to do with each other.
    It stands for kappa where predictions are numbers: kappa weighted by squared distance comes to it (Fleiss & Cohen
    1973; King & Chinchilli 2001). NaN where all numbers are one and the same. No interval is defined where fewer than
    ten samples changed.
    """
    same_length(len(before), len(after))
    one, other = _array(before), _array(after)
    if len(one) < 2 or not (spread := float(np.mean((one - other) ** 2) + 2 * np.cov(one, other, bias=True)[0, 1])):
        return Estimate(nan, len(one))
    d, e = one - one.mean(), other - other.mean()
    shift = float(one.mean() - other.mean())
    value = float(2 * np.mean(d * e) / spread)
    pulls = (2 * d * e - value * (d * d + e * e + 2 * shift * (d - e) + shift * shift)) / spread
    if _count_changed(before, after) < FEW:
        return Estimate(value, len(one))
    return _correlation(InfluenceEstimate(value, pulls - pulls.mean()))


def mean_change(before: Numbers, after: Numbers) -> Estimate:
    """The mean distance between the two numbers of a sample, in their own unit; NaN for no samples.

    The interval is made on the logarithm's scale, for distances are skewed and never below 0; none is defined where
    fewer than ten samples changed.
    """
    same_length(len(before), len(after))
    distances = np.abs(_array(after) - _array(before))
    n = len(distances)
    if not n:
        return Estimate(nan, 0)
    value = float(distances.mean())
    if _count_changed(before, after) < FEW:
        return Estimate(value, n)
    times = exp(half_interval(distances - value) / value)
    return Estimate(value, n, value / times, value * times)


def _correlation_lost(
    of: Callable[[Array, Array], InfluenceEstimate],
    gold_before: Numbers,
    before: Numbers,
    gold: Numbers,
    after: Numbers,
) -> Estimate:
    for side in (before, gold, after):
        same_length(len(gold_before), len(side))
    was, now = of(_array(gold_before), _array(before)), of(_array(gold), _array(after))
    return plain_interval(
        InfluenceEstimate(was.value - now.value, was.influence - now.influence), _count_changed(before, after)
    )


def _array(numbers: Numbers) -> Array:
    return np.asarray(numbers, dtype=np.float64)


def _count_changed(before: Numbers, after: Numbers) -> int:
    return sum(was != now for was, now in zip(before, after, strict=True))


def _pearson(x: Array, y: Array) -> InfluenceEstimate:
    if len(x) < 2 or not np.ptp(x) or not np.ptp(y):
        return InfluenceEstimate(nan, np.zeros(len(x)))
    one, other = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    r = float(np.clip(np.mean(one * other), -1.0, 1.0))
    return InfluenceEstimate(r, one * other - r / 2 * (one * one + other * other))


def _spearman(x: Array, y: Array) -> InfluenceEstimate:
    """A sample pulls by its own ranks, by where it stands among the others, whose ranks it moves, and, where it equals
    others, by how much less ranks then differ. How much they differ else is fixed, unlike with numbers."""
    u, v = _ranks(x), _ranks(y)
    r = _pearson(u, v).value
    if r != r:
        return InfluenceEstimate(r, np.zeros(len(x)))
    one, other = (u - u.mean()) / u.std(), (v - v.mean()) / v.std()
    among = (_mean_above(x, v) + _mean_above(y, u)) / (u.std() * v.std())
    pulls = one * other + among + r / 2 * (_tie_influence(x) / u.var() + _tie_influence(y) / v.var())
    return InfluenceEstimate(r, pulls - pulls.mean())


def _tie_influence(x: Array) -> Array:
    """How each sample pulls the variance of the ranks down: that is (1 - the sum of p³) / 12, p being the share of the
    samples that have one number."""
    _, places, times = np.unique(x, return_inverse=True, return_counts=True)
    return np.asarray(((times / len(x)) ** 2)[places] / 4)


def _ranks(x: Array) -> Array:
    """Each number's rank among the others as a share, equal ones sharing the middle of theirs."""
    _, places, times = np.unique(x, return_inverse=True, return_counts=True)
    return np.asarray(((np.cumsum(times) - (times - 1) / 2) / len(x))[places])


def _mean_above(x: Array, of: Array) -> Array:
    """For each sample the mean, over all, of `of` (less its own mean) where x is larger; half where it is equal."""
    _, places = np.unique(x, return_inverse=True)
    sums = np.bincount(places, of - of.mean())
    after = sums.sum() - np.cumsum(sums)
    return np.asarray((after + sums / 2)[places] / len(x))


def _correlation(estimate: InfluenceEstimate) -> Estimate:
    """tanh(atanh r ± z s / ((1 - r²) sqrt(n - 3))); no interval at ±1 or for fewer than ten samples."""
    r, n = estimate.value, len(estimate.influence)
    if n < FEW or not abs(r) < 1:
        return Estimate(r, n)
    half = half_interval(estimate.influence) / (1 - r * r)
    return Estimate(r, n, tanh(atanh(r) - half), tanh(atanh(r) + half))
