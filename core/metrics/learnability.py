"""How soon a model learns to see a perturbation (Zhang et al. 2022)."""

from collections.abc import Mapping
from itertools import pairwise
from math import isnan, log10, nan


def average_learnability(at: Mapping[float, float]) -> float:
    """Equation 5: the area under learnability by the decimal logarithm of the probability, in trapezia.

    `at` has the learnability at each probability. At .001 to 1 a model that sees the perturbation at once has 3, the
    width of the axis; the paper's Tables 2, 5 and 6 lie between 0.4 and 2.5, which fits no other base. NaN for fewer
    than two probabilities, and where one has no figure.
    """
    points = sorted(at.items())
    if len(points) < 2 or any(isnan(value) for value in at.values()):
        return nan
    pairs = pairwise(points)
    return sum((one + other) / 2 * (log10(q) - log10(p)) for (p, one), (q, other) in pairs)
