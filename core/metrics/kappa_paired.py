"""Kappas of the same samples set side by side: of two models, and averaged over conditions."""

from collections.abc import Sequence
from math import erf, isnan, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.metrics.agreement import cohens_kappa
from core.metrics.estimate import UNSCORED, Estimate, same_length

DRAWS = 2_000
MEAN_DRAWS = 400
PRIOR = (1.0, 0.25, 0.75)  # samples that agree; that have changed, for the upper bound; and so many more for the lower
Labels = Sequence[str]


class KappaDifference(NamedTuple):
    """Kappa now less kappa earlier; `p` is one-sided, that it is not less than minus the margin."""

    found: Estimate
    p: float


def kappa_difference(
    earlier: tuple[Labels, Labels], now: tuple[Labels, Labels], margin: float = 0.0
) -> KappaDifference:
    """The difference of two kappas over the same samples, each given by labels on original and on perturbed texts.

    The interval is the middle 95 % of differences in a Bayesian bootstrap (Rubin 1981) of the samples, drawn jointly,
    to which half a sample is added that changed its mind only earlier and half a one that does only now, each spread
    evenly over the labels, so that a few changes of mind do not look sure. `p` is by the normal distribution of those
    differences. NaN where a kappa is.
    """
    columns = (*earlier, *now)
    for column in columns[1:]:
        same_length(len(columns[0]), len(column))
    kappas = [cohens_kappa(*pair).value for pair in (earlier, now)]
    n = len(columns[0])
    difference = kappas[1] - kappas[0]
    if isnan(difference):
        return KappaDifference(Estimate(nan, n), nan)
    labels = sorted(set().union(*columns))
    numbers = {label: number for number, label in enumerate(labels)}
    codes = np.array([[numbers[label] for label in column] for column in columns]).T
    combinations, times = np.unique(codes, axis=0, return_counts=True)
    drawn = np.random.default_rng(0).standard_gamma([*times, 0.5, 0.5], (DRAWS, len(times) + 2))
    drawn /= drawn.sum(axis=1, keepdims=True)
    differences = _kappas(drawn, combinations[:, 2:], len(labels), len(times) + 1) - _kappas(
        drawn, combinations[:, :2], len(labels), len(times)
    )
    low, high = np.quantile(differences, (0.025, 0.975))
    spread = float(differences.std())
    p = 0.5 * (1 + erf((difference + margin) / spread / sqrt(2))) if spread else float(difference + margin >= 0)
    return KappaDifference(Estimate(difference, n, min(float(low), difference), max(float(high), difference)), p)


def _kappas(drawn: NDArray[np.float64], pairs: NDArray[np.int64], labels: int, changed: int) -> NDArray[np.float64]:
    """The kappa of each draw. The last two columns are added samples; the one numbered `changed` changed its mind."""
    eye, even = np.eye(labels), np.full((2, labels), 1 / labels)
    before = np.vstack([eye[pairs[:, 0]], even])
    after = np.vstack([eye[pairs[:, 1]], even])
    agrees = np.concatenate([pairs[:, 0] == pairs[:, 1], [True, True]]).astype(float)
    agrees[changed] = 0.0
    expected = (np.dot(drawn, before) * np.dot(drawn, after)).sum(axis=1)
    return np.asarray((np.dot(drawn, agrees) - expected) / (1 - expected))


def mean_kappa(cells: Sequence[tuple[Labels, Labels]]) -> Estimate:
    """The mean of the kappas of several conditions over the same samples, those that are NaN left out.

    The interval is a Bayesian bootstrap of the samples, each with all its conditions, for those hang together, with the
    samples added that `kappa_interval` has as priors. n counts samples; NaN for none.
    """
    kappas = [cohens_kappa(*cell).value for cell in cells]
    scored = [cell for cell, kappa in zip(cells, kappas, strict=True) if not isnan(kappa)]
    if not scored:
        return UNSCORED
    n, draws = len(scored[0][0]), np.random.default_rng(0)
    weights = draws.standard_exponential((MEAN_DRAWS, n))
    agreeing, few, more = (draws.standard_gamma(shape, (MEAN_DRAWS, 1)) for shape in PRIOR)
    many, least = (
        np.mean([_weighted_kappas(weights, agreeing, changed, *cell) for cell in scored], axis=0)
        for changed in (few + more, few)
    )
    value = float(np.nanmean(kappas))
    low, high = float(np.quantile(many, 0.025)), float(np.quantile(least, 0.975))
    return Estimate(value, n, min(low, value), max(high, value))


def _weighted_kappas(
    weights: NDArray[np.float64],
    agreeing: NDArray[np.float64],
    changed: NDArray[np.float64],
    before: Labels,
    after: Labels,
) -> NDArray[np.float64]:
    """The kappa of each draw of the samples' weights, with so many samples added that agree and that have changed, both
    spread evenly over the labels."""
    labels = {label: number for number, label in enumerate(sorted({*before, *after}))}
    eye, even = np.eye(len(labels)), (agreeing + changed) / len(labels)
    rows, columns = ([labels[label] for label in side] for side in (before, after))
    total = weights.sum(axis=1) + (agreeing + changed)[:, 0]
    agrees = (np.dot(weights, np.equal(rows, columns).astype(float)) + agreeing[:, 0]) / total
    expected = ((np.dot(weights, eye[rows]) + even) * (np.dot(weights, eye[columns]) + even)).sum(axis=1) / total**2
    return np.asarray((agrees - expected) / (1 - expected))
