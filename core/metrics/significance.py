"""Is a difference more than chance? Tests, each with its formula and source, and Holm's correction for many of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, cos, exp, isnan, lgamma, log, nan, pi, sqrt

import numpy as np

from core.errors import BadInput
from core.metrics.posterior import LabelCounts, LabelMetric, Labels, LabelSums, Shares, kinds_of, occurring

LEVEL = 0.05  # below this p a difference is marked, as in Moradi & Samwald 2021
EXCHANGES = 9_999  # draws, so that .0001 is the smallest p, and Holm's correction for 500 cells can still leave .05
AT_ONCE = 1_000  # of them, for what is held in memory
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)


@dataclass(frozen=True, slots=True)
class TTest:
    """The difference of two means, its t with degrees of freedom, and the two-sided p."""

    difference: float
    t: float
    freedom: float
    p: float


def t_test(one: Sequence[float], other: Sequence[float]) -> TTest:
    """Welch's (1947) test of the means of runs by two seeds' sets, such as five fine-tuned models before and after.

    t = (m1 - m2) / sqrt(v1 / n1 + v2 / n2) with the sample variances v; its degrees of freedom are Satterthwaite's.
    Raises BadInput for fewer than two runs on a side. Where neither side varies, p is 1 for equal means and else 0.
    """
    if min(len(one), len(other)) < 2:
        raise BadInput(f"A t-test needs two runs or more on each side, not {len(one)} and {len(other)}; add seeds.")
    difference = float(np.mean(one) - np.mean(other))
    parts = [float(np.var(side, ddof=1)) / len(side) for side in (one, other)]
    if not sum(parts):
        return _certain(difference, len(one) + len(other) - 2)
    squares = sum(part**2 / (len(side) - 1) for part, side in zip(parts, (one, other), strict=True))
    t, freedom = difference / sqrt(sum(parts)), sum(parts) ** 2 / squares
    return TTest(difference, t, freedom, _two_sided(t, freedom))


def paired_t_test(one: Sequence[float], other: Sequence[float]) -> TTest:
    """Student's (1908) test of the mean difference of pairs: the same seeds' runs before and after.

    t = m / sqrt(v / n) of the n differences, with n - 1 degrees of freedom. Raises BadInput for lists of two lengths or
    fewer than two pairs. Where all differences are equal, p is 1 if they are 0 and else 0.
    """
    if len(one) != len(other) or len(one) < 2:
        raise BadInput(f"A paired t-test needs two pairs of runs or more, not {len(one)} and {len(other)} runs.")
    differences = np.asarray(one, float) - np.asarray(other, float)
    mean, error = float(differences.mean()), float(differences.std(ddof=1)) / sqrt(len(one))
    if not error:
        return _certain(mean, len(one) - 1)
    return TTest(mean, mean / error, len(one) - 1, _two_sided(mean / error, len(one) - 1))


def mcnemar(worse: int, better: int) -> float:
    """The exact two-sided p of McNemar's (1947) test: `worse` samples right only before, `better` right only after.

    Twice the probability of the rarer of both, or fewer, among worse + better tosses of a coin, at most 1; 1 for none.
    """
    n, few = worse + better, min(worse, better)
    tail = sum(exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2)) for k in range(few + 1))
    return min(1.0, 2 * tail)


def exchange_test(figure: LabelMetric, gold: Labels, one: Labels, other: Labels, labels: Labels = ()) -> float:
    """The two-sided p that the figures of two models' predictions of the same samples differ as they do by chance.

    The approximate randomisation test (Noreen 1989; Yeh 2000): for each sample a coin says whether the models' answers
    are exchanged. p is (1 + draws whose figures are at least as far apart as the models') / (1 + draws); the draws are
    the same for the same predictions. `labels` are all that count, () for those that occur. NaN where either has no
    figure, and for no samples.
    """
    if not len(gold):
        return nan
    (told, first, second), weights = kinds_of((gold, one, other), None)
    columns = labels or occurring(figure, gold, one, other)
    sides = LabelCounts(told, first, columns), LabelCounts(told, second, columns)
    found = _apart(figure, *(side.sums(weights[None]) for side in sides))[0]
    if np.isnan(found):
        return nan
    random, far, known = np.random.default_rng(0), 0, 0
    for start in range(0, EXCHANGES, AT_ONCE):
        draws = min(AT_ONCE, EXCHANGES - start), len(weights)
        exchanged = random.binomial(weights.astype(int), 0.5, draws).astype(float)
        kept = weights - exchanged
        apart = _apart(figure, _mixed(sides, kept, exchanged), _mixed(sides, exchanged, kept))
        far += int((apart >= found - 1e-12).sum())
        known += int((~np.isnan(apart)).sum())
    return (1 + far) / (1 + known)


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's (1979) adjusted p values, in the order given: those below .05 hold together at a level of 5 %.

    The i-th smallest of m is multiplied by m - i + 1, and is never smaller than the one before it nor larger than 1.
    NaN stays NaN and does not count.
    """
    order = sorted((place for place, p in enumerate(ps) if not isnan(p)), key=ps.__getitem__)
    adjusted, highest = [nan] * len(ps), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * ps[place]))
        adjusted[place] = highest
    return adjusted


def t_point(freedom: float, p: float = LEVEL) -> float:
    """The t whose two-sided p is this: 2.776 for 4 degrees of freedom and .05."""
    low, high = 0.0, 1.0
    while _two_sided(high, freedom) > p:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _two_sided(middle, freedom) > p else (low, middle)
    return high


def _certain(difference: float, freedom: float) -> TTest:
    return TTest(difference, 0.0 if not difference else float("inf") * difference, freedom, float(not difference))


def _two_sided(t: float, freedom: float) -> float:
    """The probability, to five digits, of a t as far from 0: at t = sqrt(f) tan x its density goes as cos(x)^(f-1)."""
    start = atan(abs(t) / sqrt(freedom))
    half = (pi / 2 - start) / 2
    above = half * sum(w * cos(start + half * (x + 1)) ** (freedom - 1) for x, w in zip(_NODES, _WEIGHTS, strict=True))
    return float(min(1.0, 2 * above * exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(pi)))


def _apart(figure: LabelMetric, one: LabelSums, other: LabelSums) -> Shares:
    return np.abs(figure.of(one) - figure.of(other))


def _mixed(sides: tuple[LabelCounts, LabelCounts], of_first: Shares, of_second: Shares) -> LabelSums:
    """The sums of so many samples of each kind with the first's answers and so many with the second's."""
    first, second = sides[0].sums(of_first), sides[1].sums(of_second)
    return LabelSums(first.right + second.right, first.gold + second.gold, first.named + second.named)
