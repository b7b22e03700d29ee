"""How many looks, and how much of people's time, a cell's quota still takes: drawn many times, so with an interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf, isfinite, lgamma
from statistics import median

import numpy as np

from curation.triage.drawing import SHARE
from curation.triage.features import Numbers

RUNS = 400  # drawn for an interval
FEWEST_RUNS, AT_ONCE = 100, 1_600_000  # runs, and candidates in all of them: of very many there are fewer runs
BREAK = 10  # times the median: a look that took longer was a break
FEWEST = 20  # measured looks below which nothing is said of the time


@dataclass(frozen=True, slots=True)
class Forecast:
    """A number drawn many times; `inf` where the candidates do not suffice."""

    drawn: Numbers

    def point(self, share: float) -> float:
        """The number that this share (0-1) of the draws do not exceed."""
        return float(np.sort(self.drawn)[min(len(self.drawn) - 1, ceil(share * len(self.drawn)) - 1)])

    @property
    def low(self) -> float:
        """Where the 95 % interval begins."""
        return self.point(0.025)

    @property
    def middle(self) -> float:
        """The median."""
        return self.point(0.5)

    @property
    def high(self) -> float:
        """Where the 95 % interval ends."""
        return self.point(0.975)

    @property
    def reached(self) -> float:
        """How likely the candidates suffice (0-1)."""
        return float(np.isfinite(self.drawn).mean())


@lru_cache(16_384)
def chance_of_enough(collected: int, checked: int, wanted: int, waiting: int) -> float:
    """How likely (0-1) `waiting` candidates give `wanted` more, by the distribution that `looks_left` draws from.

    Of the two sums that come to 1 the shorter one is taken: for a quota of 200 at most 200 terms.
    """
    if wanted <= 0 or waiting < wanted:
        return float(wanted <= 0)
    kept, gone, spare = collected + 0.5, checked - collected + 0.5, waiting - wanted + 1
    if spare <= wanted:
        return float(_look_probabilities(kept, gone, wanted, spare).sum())
    return 1 - float(_look_probabilities(gone, kept, spare, wanted).sum())


def looks_left(collected: int, checked: int, wanted: int, waiting: int) -> Forecast:
    """The looks until `wanted` more are collected of `waiting` candidates in random order, `collected` of `checked`
    having been so far.

    The rate's distribution is Jeffreys': Beta(collected + 1/2, discarded + 1/2); the looks then have the beta negative
    binomial distribution, of which these are the points in equal steps of probability.
    """
    if wanted <= 0:
        return Forecast(np.zeros(RUNS))
    looks = np.arange(wanted, max(wanted, waiting) + 1)
    steps = (np.arange(RUNS) + 0.5) / RUNS
    chance = np.cumsum(_look_probabilities(collected + 0.5, checked - collected + 0.5, wanted, len(looks)))
    places = np.searchsorted(chance, steps)
    enough = (places < len(looks)) & (waiting >= wanted)
    return Forecast(np.where(enough, looks[np.minimum(places, len(looks) - 1)], inf))


def _look_probabilities(a: float, b: float, wanted: int, many: int) -> Numbers:
    """How likely exactly wanted, wanted + 1, ... looks are."""
    first = lgamma(a + wanted) + lgamma(a + b) - lgamma(a) - lgamma(a + b + wanted)
    x = np.arange(wanted, wanted + many - 1, dtype=float)
    steps = np.log(x / (x + 1 - wanted)) + np.log((b + x - wanted) / (a + b + x))
    return np.asarray(np.exp(first + np.concatenate([[0.0], np.cumsum(steps)])))


def looks_left_in_triage(
    chances: Sequence[float], wanted: int, judged: Sequence[float], share: float = SHARE
) -> Forecast:
    """The same where the likeliest come first but for a share that chance draws.

    `chances` are those of the candidates that wait, `judged` the ones of those that were judged in this cell: they say
    how sure the model can be here. In each run all chances are off by the same, on the log odds.
    """
    if wanted <= 0:
        return Forecast(np.zeros(RUNS))
    random = np.random.default_rng(0)
    ranked = np.sort(np.array(chances, float))[::-1]
    p = np.array(judged, float)
    off = 1 / max(1.0, float((p * (1 - p)).sum())) ** 0.5
    runs = max(FEWEST_RUNS, min(RUNS, AT_ONCE // max(1, len(ranked))))
    return Forecast(np.array([_simulate_run(ranked, off, wanted, share, random) for _ in range(runs)]))


def _simulate_run(ranked: Numbers, off: float, wanted: int, share: float, random: np.random.Generator) -> float:
    """The looks of one run.

    Of t turns chance has had `share` t and rank the others, but for those that had been drawn already: each candidate
    has a turn by its rank, and one that chance gives it, and comes with the first of the two.
    """
    many = len(ranked)
    odds = np.log(ranked / (1 - ranked)) + off * random.standard_normal()
    kept = random.random(many) < 1 / (1 + np.exp(-odds))
    by_rank = np.arange(many) / (1 - share) if share < 1 else np.full(many, inf)
    by_chance = random.permutation(many) / share if share else np.full(many, inf)
    hits = np.flatnonzero(kept[np.argsort(np.minimum(by_rank, by_chance))])
    return float(hits[wanted - 1] + 1) if len(hits) >= wanted else inf


def hours_left(looks: Forecast, seconds: Sequence[float]) -> Forecast | None:
    """The hours that these looks take at the pace of those measured, breaks left out; None where too few were.

    In each draw the mean of the measured times and that of the looks to come vary by their standard errors, on the
    scale of logarithms.
    """
    paces = [time for time in seconds if time > 0]
    if len(paces) < FEWEST:
        return None
    longest = BREAK * median(paces)
    times = np.array([time for time in paces if time <= longest])
    random = np.random.default_rng(0)
    ahead = np.maximum(np.where(np.isfinite(looks.drawn), looks.drawn, 1), 1)
    error = times.std(ddof=1) / times.mean() * np.sqrt(1 / len(times) + 1 / ahead)
    pace = times.mean() * np.exp(error * random.standard_normal(len(ahead)))
    return Forecast(np.where(np.isfinite(looks.drawn), looks.drawn * pace / 3600, inf))


def whole(number: float) -> int | None:
    """The number as a whole one, None where it is infinite."""
    return ceil(number) if isfinite(number) else None
