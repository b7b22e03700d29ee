"""Cells whose truth is known: what people would keep of each candidate, and how well a model can tell."""

import numpy as np

from curation.triage.drawing import cell_draws, handed_out
from curation.triage.rate import Review

IDS = [f"c{n}" for n in range(3000)]


def world(
    random: np.random.Generator, candidates: int, share: float, apart: float
) -> tuple[list[str], dict[str, bool]]:
    """The candidates' ids from the likeliest on, and whether each would be kept: the log odds are `apart` standard
    deviations wide, and their mean is such that this share is kept."""
    odds = random.normal(0, apart, candidates) if apart else np.zeros(candidates)
    low, high = -20.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        above = (1 / (1 + np.exp(-(odds + middle)))).mean() > share
        low, high = (low, middle) if above else (middle, high)
    chances = 1 / (1 + np.exp(-(odds + low)))
    kept = random.random(candidates) < chances
    ranking = [IDS[place] for place in np.argsort(-chances, kind="stable")]
    return ranking, {IDS[place]: bool(one) for place, one in enumerate(kept)}


def looked(ranking: list[str], kept: dict[str, bool], quota: int, number: int, by_seed: int = 0) -> list[Review]:
    """The looks until the quota: so many by the seed, which are not logged, and then in triage order."""
    turns, looks, seen = cell_draws(f"cell {number}"), list[Review](), set[str]()
    for given in handed_out(list(kept), (), 1.0, turns):
        if len(looks) == by_seed:
            break
        looks.append(Review(kept[given.candidate_id], logged=False))
        seen.add(given.candidate_id)
    got = sum(look.collected for look in looks)
    for given in handed_out([id_ for id_ in kept if id_ not in seen], ranking, 0.2, turns, by_seed):
        if got >= quota:
            break
        looks.append(Review(kept[given.candidate_id], given.drawn_from))
        got += kept[given.candidate_id]
    return looks
