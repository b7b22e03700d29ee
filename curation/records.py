"""What the review desk shows and counts: an item to look at, a past decision, how far a cell's quota is."""

from dataclasses import dataclass
from math import ceil

from core.records import Candidate, Cell, Decision, Hint


@dataclass(frozen=True, slots=True)
class DeskItem:
    """One candidate as a person sees it. `similarity_percentile` is the share (0-1) of the cell's candidates
    with a lower similarity, None while there is none to compare."""

    candidate: Candidate
    gold_label: str
    hint: Hint | None = None
    similarity_percentile: float | None = None


@dataclass(frozen=True, slots=True)
class RecentDecision:
    """A decision that stands, with what it was about."""

    item: DeskItem
    decision: Decision


@dataclass(frozen=True, slots=True)
class SessionStats:
    """How one annotator fares in one cell: verdicts that stand (skips left out) and their median time, if any."""

    decisions: int
    median_milliseconds: float | None


@dataclass(frozen=True, slots=True)
class CellProgress:
    """How far a cell is, counted in candidates.

    `checked` counts those with a verdict: kept, relabelled, discarded or disputed. `skipped` wait to be looked at
    again. `not_applicable` counts the samples of which the perturbation could make nothing.
    """

    cell: Cell
    candidates: int
    not_applicable: int
    checked: int
    kept: int
    relabelled: int
    discarded: int
    skipped: int
    quota: int
    disputed: int

    @property
    def collected(self) -> int:
        """Curated samples so far: kept or relabelled."""
        return self.kept + self.relabelled

    @property
    def left(self) -> int:
        """Curated samples still missing, never negative."""
        return max(0, self.quota - self.collected)

    @property
    def closed(self) -> bool:
        """Whether the quota is reached."""
        return self.collected >= self.quota

    @property
    def waiting(self) -> int:
        """Candidates nobody has a verdict on, skipped ones among them."""
        return self.candidates - self.checked

    @property
    def expected_to_check(self) -> int | None:
        """How many more looks until the quota if people go on keeping at the present rate.

        0 once closed; None while nothing was collected, when there is no rate to go by.
        """
        if self.closed:
            return 0
        return ceil(self.left * self.checked / self.collected) if self.collected else None
