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
    to which half a sample is added that changed its mind only earlier and half a one that does only now, so that a few
    changes of mind do not look sure. `p` is by the normal distribution of those differences. NaN where a kappa is.
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
    shares = np.bincount(codes[:, 0], minlength=len(labels)) / n
    differences = _kappas(drawn, combinations[:, 2:], shares, len(times) + 1) - _kappas(
        drawn, combinations[:, :2], shares, len(times)
    )
    low, high = np.quantile(differences, (0.025, 0.975))
    spread = float(differences.std())
    p = 0.5 * (1 + erf((difference + margin) / spread / sqrt(2))) if spread else float(difference + margin >= 0)
    return KappaDifference(Estimate(difference, n, min(float(low), difference), max(float(high), difference)), p)


def _kappas(
    drawn: NDArray[np.float64], pairs: NDArray[np.int64], shares: NDArray[np.float64], changed: int
) -> NDArray[np.float64]:
    """The kappa of each draw. The last two columns are added samples; the one numbered `changed` changed its mind."""
    size = len(shares)
    eye = np.eye(size)
    before = np.vstack([eye[pairs[:, 0]], shares, shares])
    after = np.vstack([eye[pairs[:, 1]], shares, shares])
    agrees = np.concatenate([pairs[:, 0] == pairs[:, 1], [True, True]]).astype(float)
    agrees[changed] = 0.0
    expected = (np.dot(drawn, before) * np.dot(drawn, after)).sum(axis=1)
    return np.asarray((np.dot(drawn, agrees) - expected) / (1 - expected))


def mean_kappa(cells: Sequence[tuple[Labels, Labels]]) -> Estimate:
    """The mean of the kappas of several conditions over the same samples, those that are NaN left out.

    The interval is a Bayesian bootstrap of the samples, each with all its conditions, for those hang together. n counts
    samples; NaN for none.
    """
    kappas = [cohens_kappa(*cell).value for cell in cells]
    scored = [cell for cell, kappa in zip(cells, kappas, strict=True) if not isnan(kappa)]
    if not scored:
        return UNSCORED
    n = len(scored[0][0])
    weights = np.random.default_rng(0).standard_exponential((MEAN_DRAWS, n))
    weights /= weights.sum(axis=1, keepdims=True)
    drawn = np.mean([_weighted(weights, *cell) for cell in scored], axis=0)
    value = float(np.nanmean(kappas))
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(value, n, min(float(low), value), min(1.0, max(float(high), value)))


def _weighted(weights: NDArray[np.float64], before: Labels, after: Labels) -> NDArray[np.float64]:
    labels = {label: number for number, label in enumerate(sorted({*before, *after}))}
    eye = np.eye(len(labels))
    rows, columns = ([labels[label] for label in side] for side in (before, after))
    agreeing = np.dot(weights, np.equal(rows, columns).astype(float))
    expected = (np.dot(weights, eye[rows]) * np.dot(weights, eye[columns])).sum(axis=1)
    return np.asarray((agreeing - expected) / (1 - expected))
