"""What share of a cell's candidates people would keep, when some came as the likeliest and chance drew the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.share import wilson


@dataclass(frozen=True, slots=True)
class Review:
    """A candidate that was judged: whether it was collected, and from how many chance drew it (0: it did not).

    How it was handed out is `logged` unless that was in another order than triage.
    """

    collected: bool
    drawn_from: int = 0
    logged: bool = True


def begun_by_seed(looks: Sequence[Review], candidates: int) -> list[Review]:
    """The looks, of which those before the first that is logged were all drawn by the seed from all that was left."""
    first = next((place for place, look in enumerate(looks) if look.logged), len(looks))
    return [Review(look.collected, candidates - place) for place, look in enumerate(looks[:first])] + list(
        looks[first:]
    )


def kept_share(looks: Sequence[Review], candidates: int) -> Estimate:
    """The share (0-1) of this many candidates that people would keep or relabel, from some looks in their order.

    A look that chance drew from L that were left stands for all L, that is with the inverse of its probability, and
    those seen before it for themselves: (S + L y) / candidates is right on average, whatever was seen before (Des Raj
    1956). The mean of these over the looks that chance drew has weights 1 / L(L - 1), with which it is the plain share
    where chance drew all. The interval is Wilson's, of as many looks as have the same variance, for the part that is
    not seen; n counts the looks that chance drew. NaN where it drew none.
    """
    drawn = [(place, look) for place, look in enumerate(looks) if look.drawn_from]
    if not drawn or not candidates:
        return UNSCORED
    kept = [0, *accumulate(look.collected for look in looks)]
    left = np.array([min(look.drawn_from, candidates) for _, look in drawn], float)
    hit = np.array([look.collected for _, look in drawn], float)
    before = np.array([_kept_before(kept, looks, place, candidates) for place, _ in drawn], float)
    weights = 1 / (left * np.maximum(left - 1, 0.5))
    weights /= weights.sum()
    unseen = weights * left / candidates
    known, part = float(weights @ before) / candidates, float(unseen.sum())
    rate = float(unseen @ hit) / part
    interval = wilson(rate, float(part**2 / (unseen @ unseen)))
    least, most = kept[-1] / candidates, 1 - (len(looks) - kept[-1]) / candidates
    value, low, high = (min(max(known + part * of, least), most) for of in (rate, interval.low, interval.high))
    return Estimate(value, len(drawn), low, high)


def _kept_before(kept: Sequence[int], looks: Sequence[Review], place: int, candidates: int) -> int:
    """How many were kept of those that had been handed out before this look: as many of the first ones as were no
    longer left."""
    gone = min(candidates - min(looks[place].drawn_from, candidates), len(looks) - 1)
    return kept[gone] if gone <= place else kept[gone + 1] - looks[place].collected
