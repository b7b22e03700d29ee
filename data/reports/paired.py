"""Two runs on the same samples: how each of their cells differs, sample by sample."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan, nan

from core.design import Condition
from core.metrics import UNSCORED, Estimate, accuracy, accuracy_lost, cohens_kappa
from core.metrics.drawn import MACRO_F1, MATTHEWS, SECOND_F1, drawn_figure, drawn_loss
from core.metrics.kappa_paired import kappa_difference
from core.metrics.significance import exchange_test, holm, mcnemar
from data.reports.gate import RunAt
from data.runs.files import RunModel, predictions_path, read_predictions


class PairedMetric(StrEnum):
    """What of two runs can be set side by side with an interval; `F1_BINARY` is that of the second of two labels."""

    KAPPA = "kappa"
    ACCURACY = "accuracy"
    F1_MACRO = "macro F1"
    F1_BINARY = "F1"
    MATTHEWS = "Matthews"

    @property
    def in_points(self) -> bool:
        """Whether it is shown times 100."""
        return self is not PairedMetric.KAPPA


FIGURES = {PairedMetric.F1_MACRO: MACRO_F1, PairedMetric.F1_BINARY: SECOND_F1, PairedMetric.MATTHEWS: MATTHEWS}
Compared = tuple[float, float, Estimate, float]
"""Both figures, the second less the first, and its p."""
NOTHING: Compared = (nan, nan, UNSCORED, nan)


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
    found = NOTHING
    if after is not None and other_after is not None and ids:
        said = [[now[id_] for id_ in ids] for now in (after, other_after)]
        if metric is PairedMetric.KAPPA:
            found = _kappas([[was[id_] for id_ in ids] for was in (before, other_before)], said)
        elif all(gold := _golds(one, model, ids)):
            by_right = metric is PairedMetric.ACCURACY
            found = (
                _right(gold, said[0], said[1]) if by_right else _drawn(metric, gold, said[0], said[1], one.card.labels)
            )
    first, second, apart, p = found
    return PairedDifference(model.name, other_model.name, condition, first, second, apart, p), p


def _kappas(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> Compared:
    pairs = list(zip(before, after, strict=True))
    found, below = kappa_difference(pairs[0], pairs[1])
    p = nan if isnan(found.value) else min(1.0, 2 * min(below, 1 - below))
    return cohens_kappa(*pairs[0]).value, cohens_kappa(*pairs[1]).value, found, p


def _right(gold: Sequence[str], first: Sequence[str], second: Sequence[str]) -> Compared:
    right = [[label == known for label, known in zip(said, gold, strict=True)] for said in (first, second)]
    worse = sum(was and not now for was, now in zip(*right, strict=True))
    p = mcnemar(worse, sum(now and not was for was, now in zip(*right, strict=True)))
    found = accuracy_lost(right[1], right[0])
    return accuracy(gold, first).value, accuracy(gold, second).value, found, p


def _drawn(
    metric: PairedMetric, gold: Sequence[str], first: Sequence[str], second: Sequence[str], labels: Sequence[str]
) -> Compared:
    """Of the figures whose intervals are drawn; those of two labels have all columns there are."""
    if metric is PairedMetric.F1_BINARY and len(labels) != 2:
        return NOTHING
    columns = tuple(labels) if metric is PairedMetric.F1_BINARY else ()
    figure = FIGURES[metric]
    values = [drawn_figure(figure, gold, said, labels=columns).value for said in (first, second)]
    found = drawn_loss(figure, (gold, second), (gold, first), labels=columns)
    return values[0], values[1], found, exchange_test(figure, gold, first, second, columns)


def _golds(at: RunAt, model: RunModel, ids: Sequence[str]) -> list[str]:
    known = {row.sample_id: row.gold for row in read_predictions(predictions_path(at.folder, model, None))}
    return [known[id_] for id_ in ids]
