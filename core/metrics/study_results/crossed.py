"""A share over judgements that hang together twice: those of one person, and those of one item."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.metrics.clustered import student
from core.metrics.estimate import UNSCORED, Estimate, Z, same_length
from core.metrics.share import wilson

Floats = NDArray[np.float64]


def crossed_share(hits: Sequence[bool], people: Sequence[Hashable], items: Sequence[Hashable]) -> Estimate:
    """The share of hits with Wilson's interval (1927) for as many independent judgements as these are worth.

    `people` says who judged and `items` what was judged, for each hit or miss; where several items were made of one
    thing, give that thing: all judgements of it hang together then. The variance is that between people plus
    that between items less that between judgements (Cameron, Gelbach & Miller 2011), and never below any of the three;
    Student's t replaces the normal quantile, with as many degrees of freedom as people or items, whichever are fewer,
    less one. Where everything or nothing is a hit, and where there is one person or one item only, each person or each
    item counts once, whichever are fewer. NaN for no judgements. What is estimated is the share over other people and
    other items like these.

    `python cli.py bench intervals` simulates such studies: see there.
    """
    n = len(hits)
    same_length(n, len(people))
    same_length(n, len(items))
    if not n:
        return UNSCORED
    values = np.array(hits, dtype=float)
    groups = [numbered(people), numbered(items)]
    fewest = min(int(group.max()) + 1 for group in groups)
    p = float(values.mean())
    worth, z = float(fewest), Z
    if 0 < p < 1 and fewest > 1:
        variance = _variance(values - p, groups)
        worth = max(1.0, min(n, p * (1 - p) / variance))
        z = student(max(fewest - 1.0, 2.0))
    return replace(wilson(p, worth, z), n=n)


def numbered(names: Sequence[Hashable]) -> NDArray[np.int64]:
    """The names as numbers from 0, in the order in which they first come."""
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([places[name] for name in names], dtype=np.int64)


def _variance(errors: Floats, groups: Sequence[NDArray[np.int64]]) -> float:
    """Of the mean, from how far each judgement lies from it."""
    alone = float((errors**2).sum())
    between = [_squared_group_sums(errors, group) for group in groups]
    return max(sum(between) - alone, alone, *between) / len(errors) ** 2


def _squared_group_sums(errors: Floats, group: NDArray[np.int64]) -> float:
    """The sum of squares of the groups' sums, made larger for as few groups as there are."""
    sums = np.bincount(group, errors)
    return float((sums**2).sum()) * len(sums) / (len(sums) - 1)
