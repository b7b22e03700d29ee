"""Two runs on the same samples: how each of their cells differs, sample by sample."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan, nan

from core.design import Condition
from core.metrics import UNSCORED, Estimate, accuracy, accuracy_lost, cohens_kappa
from core.metrics.kappa_paired import kappa_difference
from core.metrics.significance import holm, mcnemar
from data.reports.gate import RunAt
from data.runs.files import RunModel, predictions_path, read_predictions


class PairedMetric(StrEnum):
    """What of two runs can be set side by side with an interval."""

    KAPPA = "kappa"
    ACCURACY = "accuracy"


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
    one: RunAt, other: RunAt, models: Sequence[tuple[str, str]], metric: PairedMetric
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
    one: RunAt, model: RunModel, other: RunAt, other_model: RunModel, condition: Condition, metric: PairedMetric
) -> tuple[PairedDifference, float]:
    """The difference in one cell, and its p before any correction."""
    sides = [(at.labels(m, None) or {}, at.labels(m, condition)) for at, m in ((one, model), (other, other_model))]
    (before, after), (other_before, other_after) = sides
    ids = sorted(before.keys() & other_before.keys()) if after is not None and other_after is not None else []
    if after is None or other_after is None or not ids:
        return PairedDifference(model.name, other_model.name, condition, nan, nan, UNSCORED, nan), nan
    if metric is PairedMetric.KAPPA:
        pairs = [
            ([was[id_] for id_ in ids], [now[id_] for id_ in ids])
            for was, now in ((before, after), (other_before, other_after))
        ]
        found, below = kappa_difference(pairs[0], pairs[1])
        values = [cohens_kappa(*pair).value for pair in pairs]
        p = nan if isnan(found.value) else min(1.0, 2 * min(below, 1 - below))
    else:
        gold = _gold(one, model)
        right = [[gold[id_] == now[id_] for id_ in ids] for now in (after, other_after)]
        if not all(gold[id_] for id_ in ids):
            return PairedDifference(model.name, other_model.name, condition, nan, nan, UNSCORED, nan), nan
        found = accuracy_lost(right[1], right[0])
        values = [accuracy([gold[i] for i in ids], [now[i] for i in ids]).value for now in (after, other_after)]
        worse = sum(was and not now for was, now in zip(*right, strict=True))
        p = mcnemar(worse, sum(now and not was for was, now in zip(*right, strict=True)))
    return PairedDifference(model.name, other_model.name, condition, values[0], values[1], found, p), p


def _gold(at: RunAt, model: RunModel) -> dict[str, str]:
    return {row.sample_id: row.gold for row in read_predictions(predictions_path(at.folder, model, None))}
