"""Is a difference more than chance? Tests, each with its formula and source, and Holm's correction for many of them."""

from collections.abc import Sequence
from math import exp, isnan, lgamma, log, nan

import numpy as np

from core.metrics.posterior import LabelCounts, LabelMetric, Labels, LabelSums, Shares, kinds_of, used_labels

LEVEL = 0.05  # below this p a difference is marked, as in Moradi & Samwald 2021
EXCHANGES = 9_999  # draws, so that .0001 is the smallest p, and Holm's correction for 500 cells can still leave .05
AT_ONCE = 1_000  # of them, for what is held in memory


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
    (truth, first, second), weights = kinds_of((gold, one, other), None)
    columns = labels or used_labels(figure, gold, one, other)
    sides = LabelCounts(truth, first, columns), LabelCounts(truth, second, columns)
    observed = _absolute_difference(figure, *(side.sums(weights[None]) for side in sides))[0]
    if np.isnan(observed):
        return nan
    random, far, scored = np.random.default_rng(0), 0, 0
    for start in range(0, EXCHANGES, AT_ONCE):
        draws = min(AT_ONCE, EXCHANGES - start), len(weights)
        exchanged = random.binomial(weights.astype(int), 0.5, draws).astype(float)
        kept = weights - exchanged
        apart = _absolute_difference(figure, _mixed_sums(sides, kept, exchanged), _mixed_sums(sides, exchanged, kept))
        far += int((apart >= observed - 1e-12).sum())
        scored += int((~np.isnan(apart)).sum())
    return (1 + far) / (1 + scored)


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


def _absolute_difference(figure: LabelMetric, one: LabelSums, other: LabelSums) -> Shares:
    return np.abs(figure.of(one) - figure.of(other))


def _mixed_sums(sides: tuple[LabelCounts, LabelCounts], of_first: Shares, of_second: Shares) -> LabelSums:
    """The sums of so many samples of each kind with the first's answers and so many with the second's."""
    first, second = sides[0].sums(of_first), sides[1].sums(of_second)
    return LabelSums(first.right + second.right, first.gold + second.gold, first.named + second.named)
