"""Finished and running evaluations: their cards, their scores, and the samples whose prediction flipped.

Scores are made anew each time, from the counts of each cell: people's verdicts come after a run. With `curated`, a
perturbed sample counts only when people kept it, and with the label they gave it. The original keeps its data set's
label: a relabelled sample has two gold labels, one for each of its texts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.metrics import UNSCORED, Estimate, accuracy, accuracy_lost, cohens_kappa, f1_macro, share
from core.metrics.significance import mcnemar
from core.records import Cell, FieldRewrite, Score, Task
from core.severity import Severity
from data.runs.counts import Curated, LabelPairs, cell_counts, kept_by_people
from data.runs.files import (
    RunCard,
    RunCell,
    RunModel,
    predictions_path,
    read_card,
    read_predictions,
)
from data.runs.numbers import OF_NUMBERS
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Flip:
    """A sample whose prediction changed. Probabilities are those of the labels `before` and `after`, NaN if unknown.

    `gold` is the data set's label, `gold_after` the perturbed text's: another one where people relabelled it. Of a task
    of numbers every sample whose number moved is one.
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
    task: Task = Task.CLASSIFICATION

    @property
    def moved(self) -> float:
        """How far a number moved; NaN for labels."""
        return float(self.after) - float(self.before) if self.task is Task.SIMILARITY else nan


Measure = Callable[[LabelPairs], Estimate]
METRICS: dict[str, Measure] = {
    "accuracy": lambda of: accuracy([k.gold for k in of.kinds], [k.after for k in of.kinds], of.times),
    "f1_macro": lambda of: f1_macro([k.gold for k in of.kinds], [k.after for k in of.kinds], of.times),
    "accuracy_lost": lambda of: accuracy_lost(
        [k.gold_before == k.before for k in of.kinds], [k.gold == k.after for k in of.kinds], of.times
    ),
    "kappa": lambda of: cohens_kappa([k.before for k in of.kinds], [k.after for k in of.kinds], of.times),
}
"""What is scored of labels in each cell of a run, beside the share of samples perturbed; a new metric is one entry."""
SCORED: dict[Task, dict[str, Measure]] = {
    Task.CLASSIFICATION: METRICS,
    Task.PAIR_CLASSIFICATION: METRICS,
    Task.SIMILARITY: OF_NUMBERS,
}
"""Which metrics a task has."""
# These say something of the original texts by themselves.
OF_ORIGINALS = ("accuracy", "f1_macro", "pearson", "spearman")
KAPPA_CHANGED = "kappa_changed"
# These are not known where a sample has no gold label.
BY_GOLD = ("accuracy", "f1_macro", "accuracy_lost", "pearson", "spearman", "pearson_lost")
ROBUSTNESS = "robustness"  # kappa times the share perturbed
P_LOST = "accuracy_lost_p"  # of McNemar's test, one by one: Holm's correction is for whoever shows several
# These compare, and say nothing where no text was changed.
OF_CHANGES = ("accuracy_lost", "kappa", "pearson_lost", "concordance", "mean_change")


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
    """`SCORED`, robustness, share_perturbed and mean_severity for each model and condition that was predicted.

    Without `curated` a cell is scored over all samples of the run: those that the perturbation could not touch keep
    their prediction, as in Romero 2023; with `changed` only over those it changed, as Moradi & Samwald's scripts write
    no others. With `curated` only over those people kept, relabelled gold included, as in their three curated tables.
    Accuracy lost is taken over the same samples before and after. Where the perturbation changed no sample, kappa and
    accuracy lost are NaN: 1 and 0 would say that the model holds. `kappa_changed` stands beside a kappa over all
    samples: that of the changed ones; `accuracy_lost_p` is the p of McNemar's test of the accuracy lost. The scores on
    the original texts have perturbation "". A cell that was not predicted has none.
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
    """The samples of a cell whose label changed, the surest first, or whose number did, those that moved most first.

    Raises BadInput for unknown names.
    """
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
            max(before[row["sample_id"]]["probabilities"], default=nan),
            max(row["probabilities"], default=nan),
            rewrites[row["candidate_id"]],
            curated[row["candidate_id"]].label if curated is not None else row["gold"],
            card.task,
        )
        for row in changed
    )
    if card.task is Task.SIMILARITY:
        return sorted(found, key=lambda flip: -abs(flip.moved))
    return sorted(found, key=lambda flip: -min(flip.p_before, flip.p_after))


def changed_pairs(
    workspace: Workspace,
    run_id: str,
    model: str,
    perturbation: str,
    severity: Severity,
    curated: Curated | None = None,
) -> LabelPairs:
    """The labels of a cell's changed samples, or of those people kept; raises BadInput for unknown names."""
    card = run_card(workspace, run_id)
    folder, chosen = workspace.runs / run_id, card.model(model)
    cell = card.cell(_cell(card, perturbation, severity))
    if curated is not None:
        return _kept_by_people(folder, chosen, cell, curated) or LabelPairs({})
    counts = cell_counts(folder, chosen, cell)
    return counts.changed if counts else LabelPairs({})


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
    untouched = cell_counts(folder, model, None)
    if untouched is None or not untouched.everything.counted:
        return
    measures = SCORED[card.task]
    for metric in (name for name in OF_ORIGINALS if name in measures):
        yield _score(card, model, metric, _measured(metric, measures, untouched.everything), None)
    for cell in card.cells:
        if curated is not None:
            if (kept := _kept_by_people(folder, model, card.cell(cell), curated)) is not None:
                yield from _cell_scores(card, model, cell, kept)
        elif counts := cell_counts(folder, model, card.cell(cell)):
            if changed:
                yield from _cell_scores(card, model, cell, counts.changed)
            else:
                of_changed = [measures[name](counts.changed) for name in ("kappa",) if name in measures]
                beside = [_score(card, model, KAPPA_CHANGED, found, cell) for found in of_changed]
                yield from _cell_scores(card, model, cell, counts.everything, *beside)


def _kept_by_people(folder: Path, model: RunModel, cell: Cell, curated: Curated) -> LabelPairs | None:
    path = predictions_path(folder, model, cell)
    if not path.exists():
        return None
    return kept_by_people(read_predictions(predictions_path(folder, model, None)), read_predictions(path), curated)


def _cell_scores(card: RunCard, model: RunModel, cell: RunCell, pairs: LabelPairs, *beside: Score) -> Iterator[Score]:
    measures = SCORED[card.task]
    found = {m: _measured(m, measures, pairs) if cell.applied or m not in OF_CHANGES else UNSCORED for m in measures}
    for metric, estimate in found.items():
        yield _score(card, model, metric, estimate, cell)
    if "accuracy_lost" in found:
        yield _score(card, model, P_LOST, _tested(pairs) if cell.applied and pairs.labelled else UNSCORED, cell)
    yield from beside
    perturbed = share(cell.applied, card.samples)
    yield _score(card, model, "share_perturbed", perturbed, cell)
    if "kappa" in found:
        yield _score(card, model, ROBUSTNESS, _robustness(found["kappa"], perturbed), cell)
    if cell.came_to is not None:
        yield _score(card, model, "mean_severity", Estimate(cell.came_to, card.samples), cell)


def _robustness(kappa: Estimate, perturbed: Estimate) -> Estimate:
    """Kappa times share, and its bounds; 0 where nothing was perturbed, as in the thesis's aggregates."""
    if not perturbed.value:
        return Estimate(0.0, perturbed.n, 0.0, 0.0)
    value, low, high = (figure * perturbed.value for figure in (kappa.value, kappa.low, kappa.high))
    return Estimate(value, kappa.n, low, high)


def _measured(metric: str, measures: Mapping[str, Measure], pairs: LabelPairs) -> Estimate:
    return measures[metric](pairs) if pairs.labelled or metric not in BY_GOLD else UNSCORED


def _tested(pairs: LabelPairs) -> Estimate:
    """McNemar's p of the accuracy lost."""
    sides = [(kind.gold_before == kind.before) - (kind.gold == kind.after) for kind in pairs.kinds]
    worse, better = (sum(n for n, side in zip(pairs.times, sides, strict=True) if side == to) for to in (1, -1))
    return Estimate(mcnemar(worse, better), sum(pairs.times))


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
