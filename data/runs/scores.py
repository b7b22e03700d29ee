"""Finished and running evaluations: their cards, their scores, and the samples whose prediction flipped.

Scores are made anew each time, from the counts of each cell: people's verdicts come after a run. With `curated`, a
perturbed sample counts only when people kept it, and with the label they gave it. The original keeps its data set's
label: a relabelled sample has two gold labels, one for each of its texts.
"""

from collections.abc import Collection
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa

from core.design import Condition
from core.errors import BadInput
from core.program import PROGRAM
from core.records import Cell, Score, Task
from data.datasets.catalogue import label_order
from data.datasets.positive import labels_now
from data.runs.counts import CellCounts, Curated, LabelPairs
from data.runs.files import RunCard, draw_folder, predictions_in, predictions_path, read_card, run_folder
from data.runs.measures.drawn import over_the_draws
from data.runs.measures.flip import Flip
from data.runs.measures.registry import Measure, Needs, measures_of, metrics
from data.runs.measures.scoring import RESTS_ON, Scoring, kept_pairs
from data.runs.measures.tag_flips import tag_flips
from data.runs.measures.tags import counts_of
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace


def runs(workspace: Workspace) -> list[RunCard]:
    """The cards of all runs, newest first; a folder without a readable card is left out."""
    cards = (read_card(path.parent) for path in sorted(workspace.runs.glob("*/run.json"), reverse=True))
    return [card for card in cards if card is not None]


def run_card(workspace: Workspace, run_id: str) -> RunCard:
    """The card of this run; raises BadInput when there is none."""
    card = read_card(workspace.runs / run_id) if run_id.isprintable() else None
    if card is None:
        raise BadInput(f"There is no run {run_id[:80]!r} in this workspace; start one on the Evaluate page.")
    return card


def has_scores(workspace: Workspace, card: RunCard) -> bool:
    """Whether a model has predicted the original texts and a cell, so that there is something to compare."""
    folder = workspace.runs / card.id
    return any(
        predictions_path(folder, model, None).exists()
        and any(predictions_path(folder, model, card.cell(cell)).exists() for cell in card.cells)
        for model in card.models
    )


def offered(card: RunCard) -> dict[str, Measure]:
    """The metrics of the run's task that its labels allow: F1 of one label only of two, weighted kappas in an order."""
    return offered_of(card.dataset, card.task, card.labels)


def offered_of(dataset: str, task: Task, labels: tuple[str, ...]) -> dict[str, Measure]:
    """The same of a data set of this name with these labels."""
    met = {Needs.NOTHING: True, Needs.TWO: len(labels) == 2, Needs.ORDER: bool(label_order(dataset, labels))}
    return {name: measure for name, measure in measures_of(task).items() if met[metrics()[name].needs]}


def scores(
    workspace: Workspace, run_id: str, curated: Curated | None = None, changed: bool = False, only: Collection[str] = ()
) -> list[Score]:
    """What is `offered`, robustness, share_perturbed and mean_severity for each model and condition that was predicted.

    Without `curated` a cell is scored over all samples of the run: those that the perturbation could not touch keep
    their prediction, as in Romero 2023; with `changed` only over those it changed, as Moradi & Samwald's scripts write
    no others. With `curated` only over those people kept, relabelled gold included, as in their three curated tables.
    Accuracy lost is taken over the same samples before and after. Where the perturbation changed no sample, kappa and
    accuracy lost are NaN: 1 and 0 would say that the model holds. `kappa_changed` stands beside a kappa over all
    samples: that of the changed ones; `accuracy_lost_p` is the p of McNemar's test of the accuracy lost. The scores on
    the original texts have perturbation "". A cell that was not predicted has none. `only` names the metrics that are
    wanted, () for all: intervals take time. Of several draws of the perturbations a score is the mean.
    """
    return scores_at(workspace.runs / run_id, run_card(workspace, run_id), curated, changed, only)


def scores_at(
    folder: Path, card: RunCard, curated: Curated | None = None, changed: bool = False, only: Collection[str] = ()
) -> list[Score]:
    """The same of the run of this card whose predictions lie in this folder."""
    measures = {
        name: measure
        for name, measure in offered(card).items()
        if not only or {name, *RESTS_ON.get(name, ())} & {*only}
    }
    labels = label_order(card.dataset, card.labels) or labels_at(folder, card)
    draws = range(card.draws if curated is None else 1)  # people judge the first
    rules = [
        Scoring(card.of_draw(n), draw_folder(folder, n), measures, labels, curated, changed, originals=not n)
        for n in draws
    ]
    measured = [score for model in card.models for rule in rules for score in rule.of_model(model)]
    measured = over_the_draws(measured) if len(draws) > 1 else measured
    return [score for score in measured if not only or score.metric in only]


def labels_at(folder: Path, card: RunCard) -> tuple[str, ...]:
    """The labels of the run in this folder, or of a draw in it, of two the positive one second, as its data set has it
    now."""
    return labels_now(Workspace(run_folder(folder).parents[1]), card.dataset, card.labels)


def positive_sentence(workspace: Workspace, card: RunCard) -> str:
    """By which label the run's binary F1 goes, in a sentence; "" where it has none."""
    if "f1_binary" not in offered(card):
        return ""
    label = labels_at(workspace.runs / card.id, card)[1]
    return f"F1 is for the label {label!r}; `{PROGRAM} positive-label {card.dataset} LABEL` sets another label."


def flips(
    workspace: Workspace, run_id: str, model: str, condition: Condition, curated: Curated | None = None
) -> list[Flip]:
    """The samples of a cell whose label changed, the surest first, or whose number did, those that moved most first.

    Of tags a sample is one in which an entity changed: then the labels are these entities in words. Raises BadInput for
    unknown names.
    """
    card = run_card(workspace, run_id)
    folder = workspace.runs / run_id
    chosen = card.model(model)
    cell = _cell(card, condition)
    before = {row["sample_id"]: row for row in _rows(predictions_path(folder, chosen, None))}
    after = _rows(predictions_path(folder, chosen, cell))
    if card.task is Task.TAGGING:
        return tag_flips(workspace, card, chosen, cell, curated)
    kept = [row for row in after if curated is None or row["candidate_id"] in curated]
    changed = [row for row in kept if row["label"] != before[row["sample_id"]]["label"]]
    rewrites = rewrites_by_id(card.variants_path(workspace, condition), [row["candidate_id"] for row in changed])
    samples = (
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
        return sorted(samples, key=lambda flip: -abs(flip.moved))
    return sorted(samples, key=lambda flip: -min(flip.p_before, flip.p_after))


def changed_pairs(
    workspace: Workspace, run_id: str, model: str, condition: Condition, curated: Curated | None = None
) -> LabelPairs:
    """The labels of a cell's changed samples, or of those people kept, none of tags; BadInput for unknown names."""
    card = run_card(workspace, run_id)
    folder, chosen = workspace.runs / run_id, card.model(model)
    cell = _cell(card, condition)
    if curated is not None:
        kept = kept_pairs(folder, card, chosen, cell, curated)
        return kept if isinstance(kept, LabelPairs) else LabelPairs({})
    counts = counts_of(folder, card, chosen, cell)
    return counts.changed if isinstance(counts, CellCounts) else LabelPairs({})


def predictions_of(workspace: Workspace, run_id: str, model: str, condition: Condition | None) -> pa.Table:
    """A model's predictions on the original texts, for None, or on those that the condition changed.

    Raises BadInput for unknown names, and for predictions that the run has not come to.
    """
    card = run_card(workspace, run_id)
    cell = _cell(card, condition) if condition else None
    path = predictions_path(workspace.runs / run_id, card.model(model), cell)
    if not path.exists():
        raise BadInput(
            f"{model} of the run {run_id} has not predicted {cell or 'the original texts'} yet; resume the run."
        )
    return predictions_in(path, ("candidate_id", "sample_id", "gold", "label", "probabilities"))


def _cell(card: RunCard, condition: Condition) -> Cell:
    [cell] = card.cells_of([condition])
    return card.cell(cell)


def _rows(path: Path) -> list[dict[str, Any]]:
    return predictions_in(path).to_pylist() if path.exists() else []
