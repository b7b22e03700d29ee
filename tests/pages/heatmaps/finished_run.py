"""A finished run, small enough to work out by hand."""

from collections.abc import Sequence

from core.models.training.seeds import trainings_of
from core.records import Candidate, Cell, Prediction
from core.severity import pps
from data.runs.files import (
    RunCard,
    RunCell,
    RunModel,
    predictions_path,
    predictions_table,
    write_card,
)
from data.tables import write_parquet
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate
from tools.candidates import PlacedCandidate, write_candidates

LABELS = ("thing", "place")
RUN = "20260101-000000-aaaaaa"


def write_run(
    workspace: Workspace,
    before: Sequence[str],
    after: Sequence[str],
    cells: Sequence[Cell] = (CELL,),
    models: Sequence[str] = ("MiniLM", "CNN"),
    run: str = RUN,
    finished: bool = True,
) -> None:
    """A run on samples 0, 1, … of gold label "thing" with these predictions, the same in every cell and model.

    Where `after` is "" the perturbation could do nothing.
    """
    folder = workspace.runs / run
    applied = sum(bool(label) for label in after)
    several = trainings_of(models)
    run_models = tuple(RunModel(name, "", name.lower(), training_of=several.get(name, "")) for name in models)
    for cell in cells:
        changed = [n for n, label in enumerate(after) if label]
        if changed:
            placed = [PlacedCandidate(candidate(n, cell), "thing", n) for n in changed]
            write_candidates(workspace.variants / run, placed)
        for model in run_models:
            rows = [_row(run, model.name, n, label, candidate(n, cell)) for n, label in enumerate(after) if label]
            write_parquet(predictions_path(folder, model, cell), predictions_table(rows))
    for model in run_models:
        rows = [_row(run, model.name, n, label) for n, label in enumerate(before)]
        write_parquet(predictions_path(folder, model, None), predictions_table(rows))
    first = cells[0]
    run_cells = tuple(RunCell(cell.perturbation, cell.severity, applied) for cell in cells)
    write_card(
        folder,
        RunCard(
            run, f"{first.dataset}, by hand", first.dataset, first.split, "train", LABELS, len(before), 1, "cpu",
            run_models, run_cells, "2026-01-01T00:00:00+00:00", 1.0, finished, {}, variants=run,
        ),
    )  # fmt: skip


def _row(run: str, model: str, number: int, label: str, of: Candidate | None = None) -> tuple[Prediction, str]:
    probabilities = (0.9, 0.1) if label == LABELS[0] else (0.3, 0.7)
    return Prediction(run, model, f"sample-{number}", label, probabilities, of.id if of else ""), "thing"


def four_severities(perturbation: str) -> list[Cell]:
    """The cells of this perturbation at PPS 1-4."""
    return [Cell(CELL.dataset, CELL.split, perturbation, pps(n)) for n in range(1, 5)]
