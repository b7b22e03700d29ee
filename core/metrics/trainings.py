"""What several trainings of a model come to: the mean of a figure, how far they differ, and whether that is chance."""

from collections.abc import Sequence
from itertools import combinations
from math import isnan, nan, sqrt

import numpy as np

from core.metrics.estimate import UNSCORED, Estimate, MeanEstimate
from core.metrics.significance import LEVEL, holm


def over_trainings(figures: Sequence[Estimate]) -> MeanEstimate:
    """A figure of the same texts by several trainings; one that could not be scored is left out of the mean.

    The interval is for other texts and other trainings: each half is sqrt(a² + b²), a the mean of the halves of the
    trainings' own intervals, which are for other texts, b the half of Student's interval of the mean, t s / sqrt(k),
    for other trainings. The texts are the same, so their errors do not average out; s holds some of them too, which
    makes the interval wide rather than narrow. n counts the texts. NaN where no training has the figure.
    """
    scored = [figure for figure in figures if figure.n and not isnan(figure.value)]
    if not scored:
        return MeanEstimate(figures[0] if figures else UNSCORED, nan, 0)
    values = [figure.value for figure in scored]
    mean, k = float(np.mean(values)), len(values)
    sd, others = nan, 0.0
    if k > 1:
        from scipy.special import stdtrit  # only here: it takes 25 MB, and few runs have several trainings

        sd = float(np.std(values, ddof=1))
        others = float(stdtrit(k - 1, 1 - LEVEL / 2)) * sd / sqrt(k)
    below = float(np.mean([figure.value - figure.low for figure in scored]))
    above = float(np.mean([figure.high - figure.value for figure in scored]))
    low, high = mean - sqrt(below**2 + others**2), mean + sqrt(above**2 + others**2)
    return MeanEstimate(Estimate(mean, scored[0].n, low, high), sd, k)


def lost_p(lost: Sequence[float]) -> float:
    """The two-sided p of Student's (1908) paired t-test over trainings of these losses.

    NaN for fewer than two trainings, and where all lose the same but not nothing: then they do not say how far others
    would differ; 1 where none loses anything.
    """
    scored = [loss for loss in lost if not isnan(loss)]
    if len(scored) < 2:
        return nan
    if len(set(scored)) == 1:
        return nan if scored[0] else 1.0
    from scipy.special import stdtr

    t = float(np.mean(scored)) / float(np.std(scored, ddof=1)) * sqrt(len(scored))
    return float(2 * stdtr(len(scored) - 1, -abs(t)))


def differing(figures: Sequence[Sequence[float]]) -> list[float]:
    """Whether trainings differ, as Moradi & Samwald (2021) tested their five: Holm's adjusted p of each pair of them.

    Each training has its figures on the original and on the perturbed texts, in one order; a pair is compared by
    Student's paired t-test. They do not say which t-test they took. Conditions share their texts, so that the test is
    rough. NaN for a pair with fewer than two figures, or whose figures all differ by the same.
    """
    return holm([lost_p([a - b for a, b in zip(one, other, strict=True)]) for one, other in combinations(figures, 2)])
