"""Intervals from how far each sample pulls an estimate (its influence: Hampel 1974): no distribution is assumed."""

from math import exp, log, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.metrics.clustered import student
from core.metrics.estimate import Estimate

FEW = 10  # below so many samples that count no interval is defined


class InfluenceEstimate(NamedTuple):
    """An estimate's value, and how far each sample pulls it: their mean square, over n, is its variance."""

    value: float
    influence: NDArray[np.float64]


def half_interval(pulls: NDArray[np.float64]) -> float:
    """Half an interval: t s / sqrt(n - 3), with 2 n / (kurtosis - 1) degrees of freedom (Satterthwaite 1946).

    So a few samples on which everything hangs count as the few they are.
    """
    n, squares = len(pulls), pulls**2
    variance = float(squares.mean())
    if not variance:
        return 0.0
    kurtosis = float((squares**2).mean()) / variance**2
    return student(max(2.0, 2 * n / max(kurtosis - 1, 0.1))) * sqrt(variance / (n - 3))


def plain_interval(estimate: InfluenceEstimate, counting: int) -> Estimate:
    """value ± half; none where fewer than ten samples count."""
    n = len(estimate.influence)
    if counting < FEW or estimate.value != estimate.value:
        return Estimate(estimate.value, n)
    half = half_interval(estimate.influence)
    return Estimate(estimate.value, n, estimate.value - half, estimate.value + half)


def share_interval(estimate: InfluenceEstimate, counting: int) -> Estimate:
    """That of a value between 0 and 1, made on the scale of its log odds; none at the ends and where few count."""
    value, n = estimate.value, len(estimate.influence)
    if counting < FEW or not 0 < value < 1:
        return Estimate(value, n)
    odds, half = log(value / (1 - value)), half_interval(estimate.influence) / (value * (1 - value))
    return Estimate(value, n, *(1 / (1 + exp(-at)) for at in (odds - half, odds + half)))


NOTHING = InfluenceEstimate(nan, np.zeros(0))
