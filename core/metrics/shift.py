"""How far a number moves on average, and which way."""

from collections.abc import Sequence
from math import nan, sqrt

from core.metrics.clustered import student
from core.metrics.estimate import Estimate, same_length
from core.metrics.influence import FEW


def mean_shift(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """The mean of `after` less `before`, in their unit, with Student's interval of paired differences.

    NaN for no samples; no interval for fewer than ten. Raises BadInput for lists of unequal lengths.
    """
    same_length(len(before), len(after))
    n = len(before)
    if not n:
        return Estimate(nan, 0)
    moved = [now - was for was, now in zip(before, after, strict=True)]
    mean = sum(moved) / n
    if n < FEW:
        return Estimate(mean, n)
    half = student(n - 1) * sqrt(sum((change - mean) ** 2 for change in moved) / (n - 1) / n)
    return Estimate(mean, n, mean - half, mean + half)
