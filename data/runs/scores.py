"""Finished and running evaluations: their cards, their scores, and the samples whose prediction flipped.

Scores are made from the predictions each time, because people's verdicts come after a run: with `curated` given, a
perturbed sample counts only when people kept it, and with the label they gave it. The original keeps its data set's
label: a relabelled sample has two gold labels, one for each of its texts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.metrics import UNSCORED, Estimate, accuracy, accuracy_lost, cohens_kappa, f1_macro, share
from core.records import CuratedSample, FieldRewrite, Score
from core.severity import Severity
from data.runs.files import (
    Predicted,
    RunCard,
    RunCell,
    RunModel,
    predictions_path,
    read_card,
    read_predictions,
)
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

Curated = Mapping[str, CuratedSample]
"""What people made of candidates, by candidate id."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A sample whose prediction changed. Probabilities are those of the labels `before` and `after`.

    `gold` is the data set's label, `gold_after` the perturbed text's: another one where people relabelled it.
    """

    sample_id: str
    candidate_id: str
    gold: str
    before: str
    after: str
    p_before: float
    p_after: float
    rewrites: tuple[FieldRewrite, ...]
    gold_after: str


@dataclass(frozen=True, slots=True)
class LabelPairs:
    """Labels of the same samples side by side: gold and predicted, on the original and on the perturbed text."""

    gold_before: list[str]
    before: list[str]
    gold: list[str]
    after: list[str]

    @property
    def lost(self) -> Estimate:
        """Accuracy lost between the two texts, each judged by its own gold label."""
        return accuracy_lost(_right(self.gold_before, self.before), _right(self.gold, self.after))


METRICS: dict[str, Callable[[LabelPairs], Estimate]] = {
    "accuracy": lambda labels: accuracy(labels.gold, labels.after),
    "f1_macro": lambda labels: f1_macro(labels.gold, labels.after),
    "accuracy_lost": lambda labels: labels.lost,
    "kappa": lambda labels: cohens_kappa(labels.before, labels.after),
}
"""What is scored of each cell of a run, beside the share of samples perturbed; a new metric is one more entry."""
OF_ORIGINALS = ("accuracy", "f1_macro")  # these say something of the original texts by themselves
KAPPA_CHANGED = "kappa_changed"
OF_CHANGES = ("accuracy_lost", "kappa")  # these compare, and say nothing where no text was changed


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


def has_scores(workspace: Workspace, card: RunCard) -> bool:
    """Whether a model has predicted the original texts and a cell, so that there is something to compare."""
    folder = workspace.runs / card.id
    return any(
        predictions_path(folder, model, None).exists()
        and any(predictions_path(folder, model, card.cell(cell)).exists() for cell in card.cells)
        for model in card.models
    )


def scores(workspace: Workspace, run_id: str, curated: Curated | None = None, changed: bool = False) -> list[Score]:
    """`METRICS`, share_perturbed and mean_severity for each model, perturbation and severity that was predicted.

    Without `curated` a cell is scored over all samples of the run: those that the perturbation could not touch keep
    their prediction, as in Romero 2023; with `changed` only over those it changed, as Moradi & Samwald's scripts write
    no others. With `curated` only over those people kept, relabelled gold included, as in their three curated tables.
    Accuracy lost is taken over the same samples before and after. Where the perturbation changed no sample, kappa and
    accuracy lost are NaN: 1 and 0 would say that the model holds. `kappa_changed` stands beside a kappa over all
    samples: that of the changed ones. The scores on the original texts have perturbation "". A cell that was not
    predicted has none.
    """
    card = run_card(workspace, run_id)
    folder = workspace.runs / run_id
    return [score for model in card.models for score in _model_scores(folder, card, model, curated, changed)]


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
    kept = [row for row in after if curated is None or row["candidate_id"] in curated]
    changed = [row for row in kept if row["label"] != before[row["sample_id"]]["label"]]
    path = workspace.variants / card.variants / f"{card.cell(cell).condition.key}.parquet"
    rewrites = rewrites_by_id(path, [row["candidate_id"] for row in changed])
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
            curated[row["candidate_id"]].label if curated is not None else row["gold"],
        )
        for row in changed
    )
    return sorted(found, key=lambda flip: -min(flip.p_before, flip.p_after))


def predictions_of(workspace: Workspace, run_id: str, model: str, condition: Condition | None) -> pa.Table:
    """A model's predictions on the original texts, for None, or on those that the condition changed.

    Raises BadInput for unknown names, and for predictions that the run has not come to.
    """
    card = run_card(workspace, run_id)
    cell = card.cell(_cell(card, *condition)) if condition else None
    path = predictions_path(workspace.runs / run_id, card.model(model), cell)
    if not path.exists():
        raise BadInput(f"{model} of the run {run_id} has not predicted {cell or 'the original texts'} yet; resume it.")
    return pq.read_table(path, use_threads=False)


def _model_scores(
    folder: Path, card: RunCard, model: RunModel, curated: Curated | None, changed: bool
) -> Iterator[Score]:
    originals = read_predictions(predictions_path(folder, model, None))
    if not originals:
        return
    gold, labels = [row.gold for row in originals], [row.label for row in originals]
    for metric in OF_ORIGINALS:
        yield _score(card, model, metric, METRICS[metric](LabelPairs(gold, labels, gold, labels)), None)
    for cell in card.cells:
        path = predictions_path(folder, model, card.cell(cell))
        if path.exists():
            perturbed = read_predictions(path)
            touched = _changed(originals, perturbed, curated)
            if curated is not None or changed:
                yield from _cell_scores(card, model, cell, touched)
            else:
                yield from _cell_scores(card, model, cell, _all(originals, perturbed))
                yield _score(card, model, KAPPA_CHANGED, METRICS["kappa"](touched), cell)


def _cell_scores(card: RunCard, model: RunModel, cell: RunCell, pairs: LabelPairs) -> Iterator[Score]:
    for metric, measure in METRICS.items():
        found = measure(pairs) if cell.applied or metric not in OF_CHANGES else UNSCORED
        yield _score(card, model, metric, found, cell)
    yield _score(card, model, "share_perturbed", share(cell.applied, card.samples), cell)
    if cell.came_to is not None:
        yield _score(card, model, "mean_severity", Estimate(cell.came_to, card.samples), cell)


def _all(originals: Sequence[Predicted], perturbed: Sequence[Predicted]) -> LabelPairs:
    """All samples, the untouched ones with the prediction they had."""
    after = {row.sample_id: row.label for row in perturbed}
    gold, before = [row.gold for row in originals], [row.label for row in originals]
    return LabelPairs(gold, before, gold, [after.get(row.sample_id, row.label) for row in originals])


def _changed(originals: Sequence[Predicted], perturbed: Sequence[Predicted], curated: Curated | None) -> LabelPairs:
    """Only the samples that were changed; with `curated` only what people kept of them, with the labels they gave."""
    before = {row.sample_id: row.label for row in originals}
    kept = [row for row in perturbed if curated is None or row.candidate_id in curated]
    gold = [row.gold for row in kept]
    given = gold if curated is None else [curated[row.candidate_id].label for row in kept]
    return LabelPairs(gold, [before[row.sample_id] for row in kept], given, [row.label for row in kept])


def _right(gold: Sequence[str], predicted: Sequence[str]) -> list[bool]:
    return list(map(str.__eq__, gold, predicted))


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
