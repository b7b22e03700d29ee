"""How far each cell of a run is, read off its files: nothing of a running job is asked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.design import Condition
from data.runs.files import RunCard, predictions_path
from data.workspace import Workspace


class SeenState(StrEnum):
    """How far a model is with the texts of one condition."""

    DONE = "done"
    UNDER_WAY = "under way"
    FAILED = "failed"
    WAITING = "waiting"
    MISSING = "not done"


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A cell of a model; `condition` is None for the original texts, `reason` says why it failed."""

    condition: Condition | None
    progress: SeenState
    reason: str


@dataclass(frozen=True, slots=True)
class SeenModel:
    """A model of a run with all its cells, the original texts first."""

    name: str
    cells: Sequence[SeenCell]

    @property
    def counts(self) -> Mapping[SeenState, int]:
        """How many cells are how far."""
        return Counter(cell.progress for cell in self.cells)


def cells_seen(workspace: Workspace, card: RunCard, live: bool) -> list[SeenModel]:
    """Every model's cells; `live` says that a worker is at it, so that what is not there yet is waited for.

    Under way is what has put parts down, and the first cell that is not done of the first model that has one. A cell
    that failed before and is done now is done.
    """
    folder = workspace.runs / card.id
    there = {path.name for path in folder.iterdir()} if folder.exists() else set()
    parts = {name.split("-", 2)[-1] for name in there if name.startswith(".part-")}
    reasons = {(failure.model, failure.condition): failure.reason for failure in card.failures}
    seen, waited_for = [], not live or any(part.startswith("predictions-") for part in parts)
    for model in card.models:
        cells = []
        for cell in (None, *card.cells):
            condition = cell.condition if cell else None
            name = predictions_path(folder, model, card.cell(cell) if cell else None).name
            reason = reasons.get((model.name, condition.spelled if condition else ""), "")
            progress = _progress(name in there, live and (name in parts or not waited_for), bool(reason), live)
            waited_for = waited_for or progress is SeenState.UNDER_WAY
            cells.append(SeenCell(condition, progress, reason if progress is SeenState.FAILED else ""))
        seen.append(SeenModel(model.name, tuple(cells)))
    return seen


def _progress(there: bool, at_it: bool, failed: bool, live: bool) -> SeenState:
    if there:
        return SeenState.DONE
    if at_it:
        return SeenState.UNDER_WAY
    if failed:
        return SeenState.FAILED
    return SeenState.WAITING if live else SeenState.MISSING
