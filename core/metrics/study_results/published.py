"""A share of ours beside one that was published as a rounded percentage of so many judgements."""

from dataclasses import dataclass
from math import isnan

from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.share import newcombe, share, wilson

ROUNDED = 0.005  # a whole percentage may be off by half a point


@dataclass(frozen=True, slots=True)
class BesidePublished:
    """`published` as a share with an interval, and `difference`: ours less the published one."""

    published: Estimate
    difference: Estimate

    @property
    def differs(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.difference.low > 0 or self.difference.high < 0


def beside_published(ours: Estimate, published: float, judgements: int) -> BesidePublished:
    """Ours less the published share (0-1), with Newcombe's interval (1998, method 10) for two independent shares.

    How the published judgements hang together was not printed: they are taken for worth as much as ours are, each, and
    half a point of rounding is added on both sides. NaN where ours is.
    """
    if isnan(ours.value):
        return BesidePublished(UNSCORED, UNSCORED)
    worth = max(1.0, judgements * _judgement_worth(ours))
    theirs = wilson(published, worth)
    theirs = Estimate(published, judgements, max(0.0, theirs.low - ROUNDED), min(1.0, theirs.high + ROUNDED))
    apart = newcombe(ours, theirs)
    return BesidePublished(theirs, Estimate(apart.value, ours.n, max(-1.0, apart.low), min(1.0, apart.high)))


def _judgement_worth(ours: Estimate) -> float:
    """What one of our judgements is worth of an independent one, at most 1: by how wide their interval is."""
    alone = share(round(ours.value * ours.n), ours.n)
    return min(1.0, ((alone.high - alone.low) / (ours.high - ours.low)) ** 2)
