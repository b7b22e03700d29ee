"""Whether predicted chances come true: of what is said to be kept in 8 of 10 cases, how much is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.metrics.estimate import Estimate
from core.metrics.share import share

BINS = 5
FEWEST = 10  # in a bin: below that its interval says nothing


@dataclass(frozen=True, slots=True)
class Bin:
    """Candidates of about the same chance: the mean chance (0-1), its range, and the share that was kept."""

    predicted: float
    low: float
    high: float
    kept: Estimate

    @property
    def within(self) -> bool:
        """Whether what was predicted lies in the interval of what was kept."""
        return self.kept.low <= self.predicted <= self.kept.high


def reliability(chances: Sequence[float], kept: Sequence[bool]) -> list[Bin]:
    """Bins of equal size by rising chance, fewer where there would be less than `FEWEST` in each, none for nothing.

    The shares have Wilson's intervals.
    """
    ranked = sorted(zip(chances, kept, strict=True))
    many = min(BINS, max(1, len(ranked) // FEWEST)) if ranked else 0
    ends = [round(place * len(ranked) / many) for place in range(many + 1)] if many else [0]
    return [_bin(ranked[start:end]) for start, end in pairwise(ends)]


def _bin(ranked: Sequence[tuple[float, bool]]) -> Bin:
    chances = [chance for chance, _ in ranked]
    hits = sum(kept for _, kept in ranked)
    return Bin(sum(chances) / len(chances), chances[0], chances[-1], share(hits, len(ranked)))
