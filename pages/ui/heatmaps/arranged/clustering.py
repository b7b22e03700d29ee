"""Like beside like: a hierarchical order of a table's rows."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def clustered(rows: Sequence[Sequence[float]]) -> list[int]:
    """The rows' numbers in the order of an average-linkage clustering (Sokal & Michener 1958), Euclidean distance.

    A figure that is not known (NaN) counts as its column's mean, so that it draws a row nowhere. Of the four ways to
    lay two clusters end to end the one is taken whose meeting rows are the most alike.
    """
    if len(rows) < 2:
        return list(range(len(rows)))
    table = np.array(rows, dtype=float)
    known = ~np.isnan(table)
    means = np.where(known, table, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    table = np.where(known, table, means)
    apart = np.sqrt(((table[:, None] - table[None]) ** 2).sum(axis=2))
    clusters = [[number] for number in range(len(rows))]
    while len(clusters) > 1:
        pairs = [(i, j) for j in range(len(clusters)) for i in range(j)]
        i, j = min(pairs, key=lambda pair: float(apart[np.ix_(clusters[pair[0]], clusters[pair[1]])].mean()))
        joined = _end_to_end(apart, clusters[i], clusters.pop(j))
        clusters[i] = joined
    return clusters[0]


def _end_to_end(apart: NDArray[np.float64], one: list[int], other: list[int]) -> list[int]:
    ways = [(left, right) for left in (one, one[::-1]) for right in (other, other[::-1])]
    left, right = min(ways, key=lambda way: float(apart[way[0][-1], way[1][0]]))
    return [*left, *right]
