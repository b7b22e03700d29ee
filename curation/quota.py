"""How far a cell is on the way to its quota, and how many samples had to be checked for it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.records import Cell
from curation.order import BY_SEED, Order
from curation.records import CellProgress
from curation.resolve import CandidateStatus, Outcome

DEFAULT_QUOTA = 200  # kept or relabelled samples per cell: Moradi & Samwald 2021, section 5.1


@dataclass(frozen=True, slots=True)
class Checked:
    """Samples checked until the quota was reached, or so far when `reached` is false.

    `carried` of them were judged on a candidate that reads the same. `order` is how they were handed out.
    """

    samples: int
    reached: bool
    carried: int = 0
    order: Order = BY_SEED

    @classmethod
    def of(cls, cell: CellProgress) -> "Checked":
        return cls(cell.checked, cell.collected >= cell.quota, cell.carried, cell.order)


class OutcomeTally:
    """How many outcomes of each kind a cell has; it is told of changes, so that nobody counts them all again."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        self._counts = Counter[str]()
        for outcome in outcomes:
            self.change(None, outcome)

    def __getitem__(self, kind: str) -> int:
        return self._counts[kind]

    @property
    def collected(self) -> int:
        """How many were kept or relabelled."""
        return self[CandidateStatus.KEPT] + self[CandidateStatus.RELABELLED]

    def change(self, before: Outcome | None, after: Outcome | None) -> None:
        """What a candidate had, if anything, is replaced by what it has now, if anything."""
        if before:
            self._counts.subtract(_kinds(before))
        if after:
            self._counts.update(_kinds(after))


OF_CHECKED = ("checked", "doubted", "settled", "by_majority", "carried")


def _kinds(outcome: Outcome) -> list[str]:
    kinds = {
        "checked": outcome.checked,
        "doubted": outcome.doubted_by and not outcome.settled_by,
        "settled": outcome.final,
        "by_majority": outcome.by_majority,
        "carried": outcome.carried_from and outcome.checked,
    }
    return [outcome.standing, *(kind for kind, holds in kinds.items() if holds)]


def progress(
    cell: Cell,
    tally: OutcomeTally,
    candidates: int,
    not_applicable: int = 0,
    quota: int = DEFAULT_QUOTA,
    samples: int = 0,
    order: Order = BY_SEED,
    gold: int = 0,
    extra: int = 0,
) -> CellProgress:
    """What the outcomes of one cell's candidates come to; `gold` of those without a verdict have a known answer, and
    `extra` have one that came after the quota was reached."""
    counted: dict[str, Any] = {kind: tally[kind] for kind in (*CandidateStatus, *OF_CHECKED)}
    return CellProgress(
        cell, candidates, not_applicable, quota=quota, samples=samples, order=order, gold=gold, extra=extra, **counted
    )
