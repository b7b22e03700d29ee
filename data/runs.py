"""Finished and running evaluations: their cards, their scores, and the samples whose prediction flipped.

Scores are made from the predictions each time, because people's verdicts come after a run: with `curated` given, a
perturbed sample counts only when people kept it, and with the label they gave it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.errors import BadInput
from core.metrics import Estimate, accuracy, cohens_kappa, f1_macro, share
from core.records import CuratedSample, FieldRewrite, Score
from core.severity import Severity
from data.run_files import (
    Predicted,
    RunCard,
    RunCell,
    RunModel,
    candidates_path,
    predictions_path,
    read_card,
    read_predictions,
)
from data.tables import rewrites_of
from data.workspace import Workspace

Curated = Mapping[str, CuratedSample]
"""What people made of candidates, by candidate id."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A sample whose prediction changed. Probabilities are those of the labels `before` and `after`."""

    sample_id: str
    candidate_id: str
    gold: str
    before: str
    after: str
    p_before: float
    p_after: float
    rewrites: tuple[FieldRewrite, ...]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Labels of the same samples side by side: gold, predicted on the original, predicted on the perturbed text."""

    gold: list[str]
    before: list[str]
    after: list[str]


def runs(workspace: Workspace) -> list[RunCard]:
    """The cards of all runs, newest first; a folder without a readable card is left out."""
    cards = (read_card(path.parent) for path in sorted(workspace.runs.glob("*/run.json"), reverse=True))
    return [card for card in cards if card is not None]


def run_card(workspace: Workspace, run_id: str) -> RunCard:
    """The card of this run; raises BadInput when there is none."""
    card = read_card(workspace.runs / run_id)
    if card is None:
        raise BadInput(f"There is no run {run_id!r} in this workspace; start one on the Evaluate page.")
    return card


def scores(workspace: Workspace, run_id: str, curated: Curated | None = None) -> list[Score]:
    """accuracy, f1_macro, kappa and share_perturbed for each model, perturbation and severity that was predicted.

    Without `curated` a cell is scored over all samples of the run: those that the perturbation could not touch keep
    their prediction, as in Romero 2023. With it only over those people kept, relabelled gold included, as in Moradi &
    Samwald 2021. The scores on the original texts have perturbation "". A cell that was not predicted has none.
    """
    card = run_card(workspace, run_id)
    folder = workspace.runs / run_id
    return [score for model in card.models for score in _model_scores(folder, card, model, curated)]


def flips(
    workspace: Workspace,
    run_id: str,
    model: str,
    perturbation: str,
    severity: Severity,
    curated: Curated | None = None,
) -> list[Flip]:
    """The samples of a cell whose label changed, the surest first; raises BadInput for unknown names."""
    card = run_card(workspace, run_id)
    folder = workspace.runs / run_id
    chosen = card.model(model)
    cell = _cell(card, perturbation, severity)
    before = {row["sample_id"]: row for row in _rows(predictions_path(folder, chosen, None))}
    after = _rows(predictions_path(folder, chosen, card.cell(cell)))
    changed = [row for row in after if row["label"] != before[row["sample_id"]]["label"]]
    if curated is not None:
        changed = [row | {"gold": curated[i].label} for row in changed if (i := row["candidate_id"]) in curated]
    rewrites = _rewrites(candidates_path(folder, card.cell(cell)), [row["candidate_id"] for row in changed])
    found = (
        Flip(
            row["sample_id"],
            row["candidate_id"],
            row["gold"],
            before[row["sample_id"]]["label"],
            row["label"],
            max(before[row["sample_id"]]["probabilities"]),
            max(row["probabilities"]),
            rewrites[row["candidate_id"]],
        )
        for row in changed
    )
    return sorted(found, key=lambda flip: -min(flip.p_before, flip.p_after))


def _model_scores(folder: Path, card: RunCard, model: RunModel, curated: Curated | None) -> Iterator[Score]:
    originals = read_predictions(predictions_path(folder, model, None))
    if not originals:
        return
    gold, labels = [row.gold for row in originals], [row.label for row in originals]
    for metric, found in (("accuracy", accuracy(gold, labels)), ("f1_macro", f1_macro(gold, labels))):
        yield _score(card, model, metric, found, None)
    for cell in card.cells:
        path = predictions_path(folder, model, card.cell(cell))
        if path.exists():
            pairs = _pairs(originals, read_predictions(path), curated)
            yield from _cell_scores(card, model, cell, pairs)


def _cell_scores(card: RunCard, model: RunModel, cell: RunCell, pairs: _Pairs) -> Iterator[Score]:
    measured = {
        "accuracy": accuracy(pairs.gold, pairs.after),
        "f1_macro": f1_macro(pairs.gold, pairs.after),
        "kappa": cohens_kappa(pairs.before, pairs.after),
        "share_perturbed": share(cell.applied, card.samples),
    }
    for metric, found in measured.items():
        yield _score(card, model, metric, found, cell)


def _pairs(originals: Sequence[Predicted], perturbed: Sequence[Predicted], curated: Curated | None) -> _Pairs:
    """All samples, the untouched ones with the prediction they had; or only what people kept, with their labels."""
    if curated is None:
        after = {row.sample_id: row.label for row in perturbed}
        labels = [after.get(row.sample_id, row.label) for row in originals]
        return _Pairs([row.gold for row in originals], [row.label for row in originals], labels)
    before = {row.sample_id: row.label for row in originals}
    kept = [row for row in perturbed if row.candidate_id in curated]
    return _Pairs(
        [curated[row.candidate_id].label for row in kept],
        [before[row.sample_id] for row in kept],
        [row.label for row in kept],
    )


def _score(card: RunCard, model: RunModel, metric: str, found: Estimate, cell: RunCell | None) -> Score:
    perturbation, severity = (cell.perturbation, cell.severity) if cell else ("", None)
    value = found.value if found.n else nan
    return Score(
        card.id, model.name, card.dataset, metric, value, found.n, perturbation, severity, found.low, found.high
    )


def _cell(card: RunCard, perturbation: str, severity: Severity) -> RunCell:
    for cell in card.cells:
        if (cell.perturbation, cell.severity) == (perturbation, severity):
            return cell
    raise BadInput(f"The run {card.id} has no {perturbation} at {severity}; choose a cell of its heatmap.")


def _rows(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path, use_threads=False).to_pylist() if path.exists() else []


def _rewrites(path: Path, ids: Sequence[str]) -> dict[str, tuple[FieldRewrite, ...]]:
    table = pq.read_table(path, columns=["id", "rewrites"], use_threads=False)
    rows = table.filter(pc.is_in(table["id"], value_set=pa.array(ids, pa.string()))).to_pylist()
    return {row["id"]: rewrites_of(row["rewrites"]) for row in rows}
