"""A run of the workspace, or one in a folder that was copied, and what its models say of each sample in each draw."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.design import Condition
from core.errors import BadInput
from core.records import Cell
from data.runs.counts import Curated
from data.runs.files import (
    Predicted,
    RunCard,
    RunModel,
    draw_folder,
    predictions_path,
    read_card,
    read_predictions,
    unchanged_labels,
)
from data.runs.measures.kept import kept_here
from data.runs.named import run_named
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RunAt:
    """A run, or one of its draws, and the folder where its predictions lie."""

    card: RunCard
    folder: Path
    kept: Curated | None = None  # where only what people kept counts
    only_changed: bool = False
    _originals: dict[str, dict[str, Predicted]] = field(default_factory=dict)  # once read, by model

    @property
    def draws(self) -> list["RunAt"]:
        """The run as if only that draw had been made, for each of its draws; people judge the first."""
        many = self.card.draws if self.kept is None else 1
        return [replace(self, card=self.card.of_draw(n), folder=draw_folder(self.folder, n)) for n in range(many)]

    def originals(self, model: RunModel) -> Mapping[str, Predicted]:
        """What the model says of the original texts, by sample; {} where it was not asked yet."""
        if model.file not in self._originals:
            read = read_predictions(predictions_path(self.folder, model, None))
            self._originals[model.file] = {row.sample_id: row for row in read}
        return self._originals[model.file]

    def labels(self, model: RunModel, condition: Condition | None) -> dict[str, str] | None:
        """The label of each sample in this draw, the first of a run; those of all samples where the condition changed
        only some, or of those that people kept; None where none are."""
        rows = {id_: row.label for id_, row in self.originals(model).items()}
        if condition is None:
            return rows
        cell, predicted = self._cell_predictions(model, condition)
        if cell is None:
            return None
        if self.kept is not None:
            return {row.sample_id: row.label for row in predicted if row.candidate_id in self.kept}
        changed = {row.sample_id: row.label for row in predicted}
        return changed if self.only_changed else rows | unchanged_labels(self.folder, model, cell) | changed

    def perturbed(self, model: RunModel, condition: Condition) -> set[str]:
        """The samples that the condition changed, of those that the model predicted under it."""
        return {row.sample_id for row in self._cell_predictions(model, condition)[1]}

    def _cell_predictions(self, model: RunModel, condition: Condition) -> tuple[Cell | None, list[Predicted]]:
        """The cell, None where the model has not predicted it, and what it says of the changed samples."""
        cell = next((c for c in map(self.card.cell, self.card.cells) if c.condition == condition), None)
        path = predictions_path(self.folder, model, cell) if cell else None
        return (cell, read_predictions(path)) if path and path.exists() else (None, [])

    def changed(self, condition: Condition) -> bool:
        """Whether the condition changed any sample."""
        return any(cell.applied for cell in self.card.cells if cell.condition == condition)


def paired_draws(one: RunAt, other: RunAt) -> list[tuple[RunAt, RunAt]]:
    """The draws that both runs have, side by side: those of one seed, for their texts are the same; without any such,
    the first of each, the second and so on."""
    by_seed = {at.card.seed: at for at in other.draws}
    same = [(at, by_seed[at.card.seed]) for at in one.draws if at.card.seed in by_seed]
    return same or list(zip(one.draws, other.draws, strict=False))


def run_at(workspace: Workspace, name: str, kept_only: bool = False) -> RunAt:
    """The run of this id in the workspace, "latest", or the one in a folder of this name; with `kept_only` only what
    people kept of it counts, and stderr says what of that is left out.

    Raises BadInput where there is none, and for what people kept of a folder's.
    """
    folder = _folder(name)
    card = read_card(folder) if folder else None
    if folder and card is not None:
        if kept_only:
            raise BadInput(f"The folder {name!r} has no record of what people kept; give a run of the workspace.")
        return RunAt(card, folder)
    try:
        card = run_named(workspace, name)
    except BadInput:
        if folder:
            raise BadInput(f"The folder {name!r} has no run that can be read; give a folder with a run.json.") from None
        raise
    return RunAt(card, workspace.runs / card.id, kept_here(workspace, card.id, kept_only))


def _folder(name: str) -> Path | None:
    """The folder of this name; None where there is none, and for what can be no name of one."""
    with suppress(OSError, ValueError):
        return Path(name) if name and Path(name).is_dir() else None
    return None
