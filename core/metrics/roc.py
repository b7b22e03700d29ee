"""How well a number tells one kind of item from another."""

from collections.abc import Sequence
from math import exp, isnan, log, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from core.metrics.estimate import UNSCORED, Estimate, Z


def auc(good: Sequence[float], bad: Sequence[float]) -> Estimate:
    """The area under the ROC curve: how often one of the good has a higher number than one of the bad, ties half.

    .5 tells nothing, 1 tells them apart. The interval is DeLong, DeLong & Clarke-Pearson's (1988), on the log odds so
    that it stays between 0 and 1; NaN where nothing is known of the spread: where all or none lie above, all are alike,
    or one side has a single item. NaN where a side is empty. n counts both sides; what is NaN is left out.
    """
    above, below = (np.array([number for number in side if not isnan(number)], float) for side in (good, bad))
    if not len(above) or not len(below):
        return UNSCORED
    sides = _shares_below(above, below), _shares_below(below, above)
    value, n = float(sides[0].mean()), len(above) + len(below)
    if not 0 < value < 1 or min(len(above), len(below)) < 2:
        return Estimate(value, n, nan, nan)
    spread = sqrt(sum(float(np.var(side, ddof=1)) / len(side) for side in sides))
    if not spread:
        return Estimate(value, n, nan, nan)
    half = Z * spread / (value * (1 - value))
    odds = log(value / (1 - value))
    low, high = (1 / (1 + exp(-(odds + side * half))) for side in (-1, 1))
    return Estimate(value, n, low, high)


def _shares_below(ones: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each the share of the others that lie below it, ties half."""
    ranked = np.sort(others)
    below, up_to = (np.searchsorted(ranked, ones, side) for side in ("left", "right"))
    return np.asarray((below + up_to) / 2 / len(others))
