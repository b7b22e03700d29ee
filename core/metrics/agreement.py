"""Does it change its mind? Agreement of two sets of predictions beyond chance."""

from collections.abc import Sequence
from functools import lru_cache
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.metrics.estimate import UNSCORED, Estimate, counted

DRAWS = 1_000  # tables drawn for an interval


def cohens_kappa(before: Sequence[str], after: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """Cohen's kappa (1960) between predictions on original and on perturbed texts, as Romero 2023 uses it.

    kappa = (p0 - pe) / (1 - pe): p0 is the share of equal labels, pe the share expected by chance from how often each
    side names each label. 1 is never a change, 0 as often as by chance. The interval is that of `kappa_interval`. Where
    both sides name one and the same label throughout, pe is 1 and kappa is NaN: a model that always says the same can't
    show whether it changes its mind. NaN for no labels. `times` says how many samples have each pair of labels, one
    where it is not given.
    """
    n = counted(before, after, times)
    if not n:
        return UNSCORED
    labels = {label: number for number, label in enumerate(sorted({*before, *after}, key=str))}
    if len(labels) == 1:
        return Estimate(nan, n)
    pairs = [labels[was] * len(labels) + labels[now] for was, now in zip(before, after, strict=True)]
    table = np.bincount(pairs, times, len(labels) ** 2).reshape(len(labels), -1).astype(np.int64)
    shares = table / n
    kappa = float(_kappa(np.trace(shares), shares.sum(axis=1), shares.sum(axis=0)))
    low, high = kappa_interval(tuple(map(tuple, table.tolist())))
    return Estimate(kappa, n, min(low, kappa), max(high, kappa))


@lru_cache(maxsize=4096)
def kappa_interval(times: tuple[tuple[float, ...], ...]) -> tuple[float, float]:
    """The 95 % interval of kappa for a table of how often each label (row) became each label (column).

    From the 2.5 % to the 97.5 % point of the kappas of tables drawn from a Dirichlet distribution: the counts, and as
    prior one sample spread evenly over the cells that agree, and over those that differ one (for the lower bound) or
    a quarter (for the upper). A half added to each cell, Jeffreys' prior, would with many labels add so many changes
    of mind that the interval misses (6 labels, n = 500, kappa .99: it covers 59 %). That each bound has its own prior
    goes most of the way from one prior for both, which covers down to 90 % near 1, to Clopper & Pearson's (1934)
    interval for a share, and makes intervals 4 % wider. Simulated (`python cli.py bench intervals`) it covers 93 % or
    more for kappas of .9 to .996 and n of 200 to 1,821, also where minds change one way only; there Fleiss, Cohen &
    Everitt's formula (1969) and the bootstrap fall to 32 %.
    The same table always has the same interval.
    """
    counts, agree = np.array(times), np.eye(len(times), dtype=bool)
    prior = np.where(agree, 1 / agree.sum(), 1 / (~agree).sum())
    weights, more = counts + np.where(agree, prior, prior / 4), np.where(agree, 0, prior * 3 / 4)
    # A part is a cell, but all empty ones are drawn as two parts and shared out: that is many times as quick.
    parts = np.where(agree, 0, 1)
    parts[counts > 0] = 2 + np.arange(np.count_nonzero(counts))
    sizes, added = (np.bincount(parts.ravel(), cells.ravel()) for cells in (weights, more))
    draws = np.random.default_rng(0)
    few = draws.standard_gamma(sizes, (DRAWS, len(sizes)))
    many = few + draws.standard_gamma(added, few.shape)
    rows, columns = np.divmod(np.arange(counts.size).reshape(counts.shape), len(counts))
    places = [_group_shares(parts, weights, by) for by in (agree.astype(np.int64), rows, columns)]
    return float(np.quantile(_kappas(many, places), 0.025)), float(np.quantile(_kappas(few, places), 0.975))


def _kappas(drawn: NDArray[np.float64], places: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The kappa of each drawn table of parts; `places` share the parts out by agreement, row and column."""
    shares = drawn / drawn.sum(axis=1, keepdims=True)
    agreeing, before, after = (np.dot(shares, place) for place in places)
    return _kappa(agreeing[:, 1], before, after)


def _group_shares(parts: NDArray[np.int64], weights: NDArray[np.float64], by: NDArray[np.int64]) -> NDArray[np.float64]:
    """What share of each part (row) lies in each group of `by` (column); a part without cells lies in none."""
    groups = by.max() + 1
    sums = np.bincount((parts * groups + by).ravel(), weights.ravel(), (parts.max() + 1) * groups).reshape(-1, groups)
    return np.asarray(sums / np.maximum(sums.sum(axis=1, keepdims=True), np.finfo(float).tiny))


def _kappa(
    agreeing: NDArray[np.float64], before: NDArray[np.float64], after: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Kappa from the share of equal labels and, along the last axis, each side's share of each label."""
    expected = (before * after).sum(axis=-1)
    return np.asarray((agreeing - expected) / (1 - expected))
