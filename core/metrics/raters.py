"""How far people agree who judged some of the same samples: shares, Fleiss' kappa, Krippendorff's alpha.

Ratings are a count for each item (row) of how many people gave it each value (column). Items that fewer than two people
judged say nothing of agreement and are left out; not everybody need have judged every item.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.metrics.estimate import UNSCORED, Estimate, same_length

DRAWS = 1_000  # resamples for an interval
AT_ONCE = 1_000_000  # numbers that are drawn at once: 8 MB, and as many as floats
Floats = NDArray[np.float64]
Sums = tuple[Floats, Floats, Floats]
"""Of each resample: the items in it, a sum over their rows of a term of the measure, and how often each value came."""


def counts_of(items: Iterable[Iterable[Hashable]]) -> tuple[Floats, list[Hashable]]:
    """The counts [items, values] of what people said of each item, those with two ratings or more, and the values."""
    rated = [row for row in map(list, items) if len(row) > 1]
    values = list(dict.fromkeys(value for row in rated for value in row))
    places = {value: place for place, value in enumerate(values)}
    counts = np.zeros((len(rated), len(values)))
    for at, row in enumerate(rated):
        for value in row:
            counts[at, places[value]] += 1
    return counts, values


def percent_agreement(counts: Floats, sources: Sequence[Hashable] = ()) -> Estimate:
    """The share of pairs of ratings of the same item that are equal: the mean over the items, with a bootstrap interval
    over them. NaN without an item that two people judged.

    Items of one of the `sources` (what each was made of; () for all of their own) are drawn together, here as below.
    """
    return _bootstrap_estimate(counts, _agreeing_shares(counts), lambda items, terms, _: terms / items, sources)


def fleiss_kappa(counts: Floats, sources: Sequence[Hashable] = ()) -> Estimate:
    """Fleiss' kappa (1971): (P - Pe) / (1 - Pe), with P the percent agreement and Pe the sum of the squared shares of
    the values. Items may have different numbers of ratings. NaN where everybody always said the same."""

    def kappa(items: Floats, terms: Floats, totals: Floats) -> Floats:
        by_chance = ((totals / totals.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
        return _ratio(terms / items - by_chance, 1 - by_chance)

    return _bootstrap_estimate(counts, _agreeing_shares(counts), kappa, sources)


def krippendorffs_alpha(counts: Floats, sources: Sequence[Hashable] = ()) -> Estimate:
    """Krippendorff's alpha (2011): 1 - Do / De, the disagreement that is there over the one expected by chance.

    Two values disagree wholly or not at all (nominal). NaN where everybody always said the same: then no disagreement
    is expected.
    """
    apart = 1.0 - np.eye(counts.shape[1])
    ratings = counts.sum(axis=1)
    terms = np.einsum("ic,ck,ik->i", counts, apart, counts) / np.maximum(ratings - 1, 1)

    def alpha(_: Floats, observed: Floats, totals: Floats) -> Floats:
        expected = np.einsum("...c,ck,...k->...", totals, apart, totals) / (totals.sum(axis=-1) - 1)
        return 1 - _ratio(observed, expected)

    return _bootstrap_estimate(counts, terms, alpha, sources)


def _agreeing_shares(counts: Floats) -> Floats:
    """For each item the share of pairs of its ratings that are equal."""
    ratings = counts.sum(axis=1)
    return np.asarray((counts * (counts - 1)).sum(axis=1) / np.maximum(ratings * (ratings - 1), 1))


def _bootstrap_estimate(
    counts: Floats, terms: Floats, measure: Callable[[Floats, Floats, Floats], Floats], sources: Sequence[Hashable]
) -> Estimate:
    """The measure of the items, and the 2.5 % and 97.5 % points of those of as many sources drawn with replacement.

    One source drawn again and again is always the same: then there is no interval.
    """
    n = len(counts)
    if not n:
        return UNSCORED
    value = float(measure(np.array(float(n)), terms.sum(), counts.sum(axis=0)))
    rows = _sums_by_source(np.column_stack([np.ones(n), terms, counts]), sources)
    if np.isnan(value) or len(rows) == 1:
        return Estimate(value, n)
    drawn = measure(*_resampled_sums(rows))
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return Estimate(value, n, float(low), float(high))


def _sums_by_source(rows: Floats, sources: Sequence[Hashable]) -> Floats:
    """The rows of each source added up; raises BadInput unless each row has one, or none has."""
    if not len(sources):
        return rows
    same_length(len(rows), len(sources))
    places = {source: place for place, source in enumerate(dict.fromkeys(sources))}
    sums = np.zeros((len(places), rows.shape[1]))
    np.add.at(sums, [places[source] for source in sources], rows)
    return sums


def _resampled_sums(rows: Floats) -> Sums:
    """The sums over as many rows drawn with replacement, for each of the resamples.

    Rows that are alike are drawn as one kind, as often as there are of them, and no more at once than `AT_ONCE`: what
    that takes does not grow with the number of items.
    """
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    random, n = np.random.default_rng(0), len(rows)
    block = max(1, AT_ONCE // len(kinds))
    blocks = [min(block, DRAWS - done) for done in range(0, DRAWS, block)]
    drawn = np.vstack([random.multinomial(n, times / n, size).astype(float) @ kinds for size in blocks])
    return drawn[:, 0], drawn[:, 1], drawn[:, 2:]


def _ratio(above: Floats, below: Floats) -> Floats:
    """NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.isclose(below, 0), nan, above / below)
