"""Whether a person judges otherwise, or faster, as time goes on: blocks of their decisions, and a test of change.

Samples of a cell come in random order, so that within a cell nothing but the person can make the share kept rise or
fall. Cells whose best samples came first are left out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, erfc, log, nan, sqrt
from statistics import median

from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.share import share
from core.metrics.significance import holm
from core.records import Cell, Verdict
from curation.quality.streaks import TimedVerdict, by_person

BLOCK = 25  # decisions
FEWEST_BLOCKS = 2


@dataclass(frozen=True, slots=True)
class DecisionBlock:
    """A person's decisions number `first` to `last`: the share collected (kept or relabelled), the share that all
    others collected of the same cells, in this block's mix of them, and the median seconds of those timed."""

    first: int
    last: int
    collected: Estimate
    others: Estimate
    seconds: Estimate


@dataclass(frozen=True, slots=True)
class Drift:
    """One person's blocks, oldest first, none where there are too few decisions for two of them.

    `share_change` and `pace_change` are p values, adjusted for all that were looked at, of there being no change in the
    share collected, and in the time taken; NaN where nothing can be said.
    """

    annotator: str
    decisions: int
    blocks: tuple[DecisionBlock, ...]
    share_change: float = nan
    pace_change: float = nan


def drifts(verdicts: Iterable[TimedVerdict]) -> list[Drift]:
    """Everybody's drift, by name. The p values are Holm's over both tests of all people who have blocks."""
    people = by_person(look for look in verdicts if look.random_order)
    tallies = _tally_by_person(look for theirs in people.values() for look in theirs)
    blocks = {name: _blocks(theirs, tallies) for name, theirs in sorted(people.items())}
    raw = {name: _changes(people[name]) if blocks[name] else (nan, nan) for name in blocks}
    adjusted = holm([p for pair in raw.values() for p in pair])
    return [
        Drift(name, len(people[name]), blocks[name], *adjusted[2 * place : 2 * place + 2])
        for place, name in enumerate(blocks)
    ]


def trend(strata: Iterable[Sequence[tuple[float, float]]]) -> float:
    """The two-sided p of no trend of y with x within strata of (x, y): Mantel's (1963) extension test.

    T = sum over strata of sum (x - mean x)(y - mean y); its variance, were the y of each stratum in random order, is
    the sum of sum (x - mean x)^2 sum (y - mean y)^2 / (n - 1); T / sqrt(variance) is taken as normal. NaN where no
    stratum varies in both.
    """
    total = variance = 0.0
    for pairs in strata:
        n = len(pairs)
        if len({y for _, y in pairs}) < 2:
            continue
        x_mean, y_mean = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
        total += sum((x - x_mean) * (y - y_mean) for x, y in pairs)
        variance += sum((x - x_mean) ** 2 for x, _ in pairs) * sum((y - y_mean) ** 2 for _, y in pairs) / (n - 1)
    return erfc(abs(total) / sqrt(2 * variance)) if variance > 0 else nan


def middle(times: Iterable[float]) -> Estimate:
    """The median with an interval that covers with at least 95 %, whatever the distribution: from the k-th smallest to
    the k-th largest, with the largest k for which fewer than k heads in n tosses come with at most 2.5 %.

    NaN for no times; no interval for fewer than six.
    """
    rising = sorted(times)
    n = len(rising)
    if not n:
        return UNSCORED
    below, k = 0, 0
    while (below := below + comb(n, k)) <= 0.025 * 2**n:
        k += 1
    return Estimate(median(rising), n, rising[k - 1], rising[n - k]) if k else Estimate(median(rising), n)


def _changes(looks: Sequence[TimedVerdict]) -> tuple[float, float]:
    """The p values of the share and of the pace, with the place among the person's decisions as time."""
    shares: dict[Cell, list[tuple[float, float]]] = {}
    paces: dict[Cell, list[tuple[float, float]]] = {}
    for place, look in enumerate(looks):
        shares.setdefault(look.cell, []).append((place, float(_is_collected(look))))
        if look.decision.milliseconds > 0:
            paces.setdefault(look.cell, []).append((place, log(look.decision.milliseconds)))
    return trend(shares.values()), trend(paces.values())


def _blocks(
    looks: Sequence[TimedVerdict], tallies: Mapping[tuple[Cell, str], tuple[int, int]]
) -> tuple[DecisionBlock, ...]:
    """Blocks of BLOCK decisions; what is left over joins the last one."""
    whole = len(looks) // BLOCK
    if whole < FEWEST_BLOCKS:
        return ()
    ends = [*range(BLOCK, whole * BLOCK, BLOCK), len(looks)]
    return tuple(_block(looks, start, end, tallies) for start, end in zip([0, *ends], ends, strict=False))


def _block(
    looks: Sequence[TimedVerdict], start: int, end: int, tallies: Mapping[tuple[Cell, str], tuple[int, int]]
) -> DecisionBlock:
    inside = looks[start:end]
    seconds = [look.decision.milliseconds / 1000 for look in inside if look.decision.milliseconds > 0]
    return DecisionBlock(
        start + 1,
        end,
        share(sum(map(_is_collected, inside)), len(inside)),
        _others_share(Counter(look.cell for look in inside), inside[0].decision.annotator, tallies),
        middle(seconds),
    )


def _others_share(mix: Counter[Cell], annotator: str, tallies: Mapping[tuple[Cell, str], tuple[int, int]]) -> Estimate:
    """The share that others collected in this mix of cells; cells that only this person judged are left out.

    Its interval is Wilson's for as many decisions as make the same variance; n counts the decisions themselves.
    """
    strata = []
    for cell, times in mix.items():
        counts = [count for (of, who), count in tallies.items() if of == cell and who != annotator]
        if n := sum(all_ for _, all_ in counts):
            strata.append((times, sum(hits for hits, _ in counts), n))
    weight = sum(times for times, _, _ in strata)
    if not weight:
        return UNSCORED
    value = sum(times / weight * hits / n for times, hits, n in strata)
    even = [(times / weight, (hits + 1) / (n + 2), n) for times, hits, n in strata]
    spread = sum(part**2 * p * (1 - p) / n for part, p, n in even)
    smooth = sum(part * p for part, p, _ in even)
    alike = max(1, round(smooth * (1 - smooth) / spread))
    bounds = share(round(value * alike), alike)
    return Estimate(value, sum(n for _, _, n in strata), min(bounds.low, value), max(bounds.high, value))


def _tally_by_person(looks: Iterable[TimedVerdict]) -> dict[tuple[Cell, str], tuple[int, int]]:
    """By cell and person: how many they collected, and how many they judged."""
    tallies: dict[tuple[Cell, str], tuple[int, int]] = {}
    for look in looks:
        key = look.cell, look.decision.annotator
        hits, n = tallies.get(key, (0, 0))
        tallies[key] = hits + _is_collected(look), n + 1
    return tallies


def _is_collected(look: TimedVerdict) -> bool:
    return look.decision.verdict is not Verdict.DISCARD
