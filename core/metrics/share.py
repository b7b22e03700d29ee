"""How often something is so: the share of samples a perturbation changed, of predictions that are right."""

from math import sqrt

from core.metrics.estimate import UNSCORED, Estimate, Z


def share(hits: int, n: int) -> Estimate:
    """hits / n with Wilson's score interval (Wilson 1927); NaN for n = 0.

    As "proportion of samples perturbed" it is Romero 2023's measure of how far a result can be trusted.
    """
    return wilson(hits / n, n) if n else UNSCORED


def wilson(p: float, n: float, z: float = Z) -> Estimate:
    """The share p with Wilson's interval, as if of n samples, which need not be whole: n > 0; z is its quantile."""
    spread = z * z / n
    middle = (p + spread / 2) / (1 + spread)
    half = z * sqrt(p * (1 - p) / n + spread / (4 * n)) / (1 + spread)
    return Estimate(p, round(n), max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def share_difference(hits: int, n: int, other_hits: int, other_n: int) -> Estimate:
    """hits / n less other_hits / other_n, of different samples, with Newcombe's interval from the two of Wilson (his
    method 10, 1998); NaN where either has no samples. The `n` that comes back counts both."""
    return newcombe(share(hits, n), share(other_hits, other_n)) if n and other_n else UNSCORED


def newcombe(one: Estimate, other: Estimate) -> Estimate:
    """One share less another of different samples, with Newcombe's interval from theirs."""
    value = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(value, one.n + other.n, value - below, value + above)
