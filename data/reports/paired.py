"""Two runs on the same samples: how each of their cells differs, sample by sample."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.design import Condition
from core.metrics import Estimate
from core.metrics.significance import holm
from data.reports.gate import RunAt
from data.runs.files import RunCard, RunModel, predictions_path, read_predictions
from data.runs.measures.compared import NOTHING, TwoSides
from data.runs.measures.registry import Compares, RunMetric, metrics
from data.runs.scores import labels_at, offered


def compared_by(card: RunCard) -> list[RunMetric]:
    """The metrics by which two runs of such labels are compared."""
    return [one for one in map(metrics().__getitem__, offered(card)) if one.paired]


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A cell of two runs, `model` of the one and `other_model` of the other; figures over the samples both have.

    `found` is the second run's figure less the first's with its 95 % interval, `p` two-sided, corrected by Holm for all
    differences made with it. NaN where either has no figure.
    """

    model: str
    other_model: str
    condition: Condition
    first: float
    second: float
    found: Estimate
    p: float


def paired_differences(
    one: RunAt, other: RunAt, models: Sequence[tuple[str, str]], metric: RunMetric
) -> list[PairedDifference]:
    """The differences of these pairs of models in every condition that both runs have, in the first run's order."""
    conditions = [one.card.cell(cell).condition for cell in one.card.cells]
    known = {other.card.cell(cell).condition for cell in other.card.cells}
    found = [
        _difference(one, one.card.model(first), other, other.card.model(second), condition, metric)
        for condition in conditions
        if condition in known
        for first, second in models
    ]
    ps = holm([p for _, p in found])
    return [
        PairedDifference(cell.model, cell.other_model, cell.condition, cell.first, cell.second, cell.found, corrected)
        for (cell, _), corrected in zip(found, ps, strict=True)
    ]


def common_samples(one: RunAt, other: RunAt) -> int:
    """How many samples the first model of each run was asked about in both; 0 where one has predicted nothing."""
    first, second = (at.labels(at.card.models[0], None) or {} for at in (one, other))
    return len(first.keys() & second.keys())


def _difference(
    one: RunAt, model: RunModel, other: RunAt, other_model: RunModel, condition: Condition, metric: RunMetric
) -> tuple[PairedDifference, float]:
    """The difference in one cell, and its p before any correction."""
    sides = [(at.labels(m, None) or {}, at.labels(m, condition)) for at, m in ((one, model), (other, other_model))]
    (before, after), (other_before, other_after) = sides
    ids = sorted(before.keys() & other_before.keys()) if after is not None and other_after is not None else []
    found = NOTHING
    if (
        ids
        and metric.paired
        and after
        and other_after
        and (metric.of is not Compares.PREDICTIONS or one.changed(condition))
    ):
        gold = _golds(one, model, ids)
        if all(gold) or metric.of is Compares.PREDICTIONS:
            said = [[answers[id_] for id_ in ids] for answers in (before, other_before, after, other_after)]
            labels = labels_at(one.folder, one.card)
            found = metric.paired.compare(TwoSides(gold, (said[0], said[1]), (said[2], said[3]), labels))
    places = (model.name, other_model.name, condition)
    return PairedDifference(*places, found.first, found.second, found.found, found.p), found.p


def _golds(at: RunAt, model: RunModel, ids: Sequence[str]) -> list[str]:
    known = {row.sample_id: row.gold for row in read_predictions(predictions_path(at.folder, model, None))}
    return [known[id_] for id_ in ids]
