"""How many outcomes of each kind a cell has."""

from collections import Counter
from collections.abc import Iterable

from curation.resolve import CandidateStatus, Outcome

DEFAULT_QUOTA = 200  # kept or relabelled samples per cell: Moradi & Samwald 2021, section 5.1


class OutcomeTally:
    """How many outcomes of each kind a cell has; it is told of changes, so that nobody counts them all again."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        self._counts = Counter[str]()
        for outcome in outcomes:
            self.change(None, outcome)

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind, by the names of the fields of `CellProgress`."""
        return {kind: self._counts[kind] for kind in (*CandidateStatus, *OF_CHECKED)}

    @property
    def collected(self) -> int:
        """How many were kept or relabelled."""
        return self._counts[CandidateStatus.KEPT] + self._counts[CandidateStatus.RELABELLED]

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
