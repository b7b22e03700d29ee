"""What a test of an experiment comes to, by every metric of gold labels that its data set's task has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan
from pathlib import Path
from statistics import fmean

from core.errors import BadInput
from core.experiments.records import ACCURACY, Labels, Outcome
from core.experiments.registry import Experiment, Reading
from core.metrics.estimate import Estimate
from core.perturbations.registry import listed
from core.records import DatasetCard, Task
from data.runs.counts import LabelPairs
from data.runs.counts import Labels as Kind
from data.runs.files import Predicted, predictions_in, read_predictions
from data.runs.headline import reported_metrics
from data.runs.measures.registry import Compares, metrics
from data.runs.scores import offered_of


def scored(blank: Outcome, card: DatasetCard, labels: Sequence[str], path: Path, before: Path) -> Outcome:
    """The outcome of the predictions in the first file, against those of the original texts in the second."""
    columns = predictions_in(path, ("gold", "label", "probabilities")).columns
    gold, predicted, probabilities = (column.to_pylist() for column in columns)
    numbers = card.task is Task.SIMILARITY
    right = [one == other for one, other in zip(gold, predicted, strict=True)]
    sure = [row[labels.index(label)] for label, row in zip(gold, probabilities, strict=True) if row and not numbers]
    accuracy, probability = (nan if numbers else fmean(right)), fmean(sure) if sure else nan
    outcome = replace(blank, samples=len(gold), accuracy=accuracy, probability=probability)
    if blank.labels is not Labels.GOLD:
        return outcome
    after = read_predictions(path)
    return replace(outcome, scores=_scores(card, after), changes=_changes(card, read_predictions(before), after))


def gold_metrics(card: DatasetCard) -> list[str]:
    """The metrics that its samples can be scored by, those that are reported of it first."""
    offered = [name for name in offered_of(card.name, card.task, card.labels) if metrics()[name].of is Compares.GOLD]
    first = reported_metrics(card.name, card.task)
    return [*first, *(name for name in offered if name not in first)]


def check_metric(card: DatasetCard, experiment: Experiment, metric: str) -> None:
    """Raise BadInput for one that the experiment is not read by, or that its samples can't be scored by."""
    choices = gold_metrics(card) if experiment.reading is Reading.CORRUPTION else [ACCURACY]
    if metric not in choices:
        raise BadInput(f"{experiment.title} on {card.name!r} has no metric {metric!r}; choose {listed(choices)}.")


def _scores(card: DatasetCard, rows: Sequence[Predicted]) -> dict[str, Estimate]:
    pairs = LabelPairs(Counter(Kind(row.gold, row.label, row.gold, row.label) for row in rows), card.labels)
    measures = offered_of(card.name, card.task, card.labels)
    return {name: measures[name](pairs) for name in gold_metrics(card)}


def _changes(card: DatasetCard, before: Sequence[Predicted], after: Sequence[Predicted]) -> dict[str, Estimate]:
    """By metric, where both are of the same samples; without those whose loss is not measured."""
    was = {row.sample_id: row for row in before}
    if was.keys() != {row.sample_id for row in after}:
        return {}
    sides = ((was[row.sample_id], row) for row in after)
    pairs = LabelPairs(Counter(Kind(then.gold, then.label, now.gold, now.label) for then, now in sides), card.labels)
    measures = offered_of(card.name, card.task, card.labels)
    lost = {name: metrics()[name].lost for name in gold_metrics(card)}
    return {name: _gained(measures[of](pairs)) for name, of in lost.items() if of in measures}


def _gained(lost: Estimate) -> Estimate:
    value, low, high = (figure if isnan(figure) else 0.0 - figure for figure in (lost.value, lost.high, lost.low))
    return Estimate(value, lost.n, low, high)
