"""What the review desk shows and counts: an item to look at, a past decision, how far a cell's quota is."""

from dataclasses import dataclass
from math import ceil

from core.records import Candidate, Cell, Decision, Hint
from curation.order import BY_SEED, Order

KNOWN_FROM = 20  # looks, from which on the share kept says something


@dataclass(frozen=True, slots=True)
class DeskItem:
    """One candidate as a person sees it. `similarity_percentile` is the share (0-1) of the cell's candidates
    with a lower similarity, None while there is none to compare. `hints_hidden` says that the campaign shows none."""

    candidate: Candidate
    gold_label: str
    hint: Hint | None = None
    similarity_percentile: float | None = None
    hints_hidden: bool = False


@dataclass(frozen=True, slots=True)
class RecentDecision:
    """A decision that stands, with what it was about.

    `copies` counts the candidates that read the same, this one among them. `carried_from` is the cell in which it was
    decided, where that was not on this candidate itself.
    """

    item: DeskItem
    decision: Decision
    copies: int = 1
    carried_from: Cell | None = None


@dataclass(frozen=True, slots=True)
class CellProgress:
    """How far a cell is, counted in candidates.

    `checked` counts those with a verdict: kept, relabelled, discarded or disputed. `skipped` wait to be looked at
    again. `carried` of the checked ones were judged on a candidate that reads the same, here or in another cell;
    `doubted` of them have a second opinion that says otherwise. Of those that people disputed, a person `settled` some,
    the majority others (`by_majority`).
    `not_applicable` counts the samples of which the perturbation could make nothing, `samples` all it looked at. Only
    where the `order` estimates does the share kept say something of all candidates. `pending` of the checked ones are
    to be judged by more people. `campaign` names the one the cell is in, `halted` says why it hands nothing out.
    `gold` of the candidates have a known answer and no verdict: they are handed out as gold samples only. `extra` have
    verdicts that came after the quota was reached: these are kept, and counted nowhere else.
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
    carried: int = 0
    doubted: int = 0
    settled: int = 0
    by_majority: int = 0
    samples: int = 0
    order: Order = BY_SEED
    pending: int = 0
    campaign: str = ""
    halted: str = ""
    gold: int = 0
    extra: int = 0

    @property
    def collected(self) -> int:
        """Curated samples so far: kept or relabelled."""
        return self.kept + self.relabelled

    @property
    def left(self) -> int:
        """Curated samples still missing, never negative."""
        return max(0, self.quota - self.collected)

    @property
    def reached(self) -> bool:
        """Whether there are as many curated samples as the quota wants."""
        return self.collected >= self.quota

    @property
    def closed(self) -> bool:
        """Whether the quota is reached, by samples that all have judged who are to."""
        return self.reached and not self.pending

    @property
    def has_work(self) -> bool:
        """Whether there is something to hand out to somebody."""
        return not self.closed and not self.halted and bool(self.waiting or self.pending)

    @property
    def waiting(self) -> int:
        """Candidates nobody has a verdict on, skipped ones among them and gold ones not."""
        return self.candidates - self.gold - self.checked - self.extra

    @property
    def agreed(self) -> int:
        """Candidates with a verdict that nobody disputes."""
        return self.checked - self.disputed

    @property
    def undecided(self) -> int:
        """Candidates that may still be kept: nobody has a verdict on them, or people dispute it."""
        return self.waiting + self.disputed

    @property
    def reachable(self) -> int:
        """Curated samples there would be if people kept every candidate they have not agreed to discard."""
        return self.collected + self.undecided

    @property
    def out_of_reach(self) -> bool:
        """Whether even then the quota would not be reached."""
        return self.reachable < self.quota

    @property
    def expected_to_check(self) -> int | None:
        """How many more looks until the quota if people go on keeping at the present rate.

        0 once closed; None before the first 20 looks or while nothing was collected, when there is no rate to go by.
        Where the best come first the rate falls, and this is the least.
        """
        if self.closed:
            return 0
        return ceil(self.left * self.agreed / self.collected) if self.collected and self.agreed >= KNOWN_FROM else None


@dataclass(frozen=True, slots=True)
class DuplicateText:
    """One of several candidates of a data set that read the same and have the same gold label.

    `text` stands for what they read (texts before and after, label and tags) as a number, `cell` is the candidate's
    own, and `copies` counts the candidates with that text, this one among them.
    """

    text: int
    cell: Cell
    copies: int
