"""How many looks triage saved: what as many samples would have cost in random order, less what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.metrics.estimate import UNSCORED, Estimate
from curation.triage.rate import Review, kept_share


@dataclass(frozen=True, slots=True)
class TriageSaving:
    """`looks` gave `collected` samples; in random order they would have taken `expected`; `saved` is the difference.

    `share` (0-1) is what people would keep of all candidates. The intervals (95 %) are of the share's; n is the looks
    that chance drew.
    """

    looks: int
    collected: int
    share: Estimate
    expected: Estimate
    saved: Estimate


def saving(looks: Sequence[Review], candidates: int) -> TriageSaving:
    """What these looks, in their order, saved; NaN where chance drew none of them or nothing was collected."""
    collected = sum(look.collected for look in looks)
    share = kept_share(looks, candidates)
    if share is UNSCORED or not collected:
        return TriageSaving(len(looks), collected, share, UNSCORED, UNSCORED)
    value, high, low = (looks_at_random(collected, rate, candidates) for rate in (share.value, share.low, share.high))
    expected = Estimate(value, share.n, low, high)
    less = len(looks)
    return TriageSaving(less, collected, share, expected, Estimate(value - less, share.n, low - less, high - less))


def looks_at_random(wanted: int, share: float, candidates: int) -> float:
    """How many looks in random order this many samples take on average, when that share of the candidates is kept.

    The mean of the negative hypergeometric distribution: wanted (N + 1) / (K + 1), with K of N candidates kept. K is at
    least what is wanted: so many were found.
    """
    return wanted * (candidates + 1) / (max(share * candidates, wanted) + 1)
