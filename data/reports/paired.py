"""Two runs on the same samples: how each of their cells differs, sample by sample."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from statistics import fmean

from core.design import Condition
from core.metrics import Estimate
from core.metrics.share import share
from core.metrics.significance import holm
from core.so_many import so_many
from data.reports.run_at import RunAt, paired_draws
from data.runs.files import RunCard, RunModel
from data.runs.measures.compared import NOTHING, Compared, TwoSides, over_the_draws
from data.runs.measures.registry import Compares, RunMetric, metrics
from data.runs.scores import labels_at, offered


def compared_by(card: RunCard) -> list[RunMetric]:
    """The metrics by which two runs of such labels are compared."""
    return [metric for metric in map(metrics().__getitem__, offered(card)) if metric.paired]


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A cell of two runs, `model` of the one and `other_model` of the other; figures over the samples both have.

    `found` is the second run's figure less the first's with its 95 % interval, `p` two-sided, corrected by Holm for all
    differences made with it. `share` (0-1) of those samples were perturbed, in the run where they are fewer. NaN where
    either has no figure.
    """

    model: str
    other_model: str
    condition: Condition
    first: float
    second: float
    found: Estimate
    p: float
    draws: int = 1
    share: float = nan


def paired_differences(
    one: RunAt, other: RunAt, models: Sequence[tuple[str, str]], metric: RunMetric
) -> list[PairedDifference]:
    """The differences of these pairs of models in every condition that both runs have, in the first run's order."""
    cells = [
        _difference(one, one.card.model(first), other, other.card.model(second), condition, metric)
        for condition in one.card.conditions
        if condition in other.card.conditions
        for first, second in models
    ]
    ps = holm([p for _, p in cells])
    return [replace(cell, p=corrected) for (cell, _), corrected in zip(cells, ps, strict=True)]


def common_samples(one: RunAt, other: RunAt) -> int:
    """How many samples the first model of each run was asked about in both; 0 where one has predicted nothing."""
    first, second = (at.labels(at.card.models[0], None) or {} for at in (one, other))
    return len(first.keys() & second.keys())


def in_both(first: RunCard, second: RunCard) -> str:
    """How a sentence ends on what the runs have in common: draws where there are several, and whether their texts are
    the same."""
    same = len({*first.seeds} & {*second.seeds})
    many = same or min(first.draws, second.draws)
    ends = (
        f" and {so_many(many, 'draw')} that both runs have."
        if max(first.draws, second.draws) > 1
        else " that both runs have."
    )
    if same:
        return ends
    return f"{ends} Perturbed with seeds {first.seed} and {second.seed}: the models read different perturbed texts."


def _difference(
    one: RunAt, model: RunModel, other: RunAt, other_model: RunModel, condition: Condition, metric: RunMetric
) -> tuple[PairedDifference, float]:
    """The difference in one cell, of several draws their mean, and its p before any correction."""
    sides = [((first, model), (second, other_model)) for first, second in paired_draws(one, other)]
    mean = over_the_draws([_compare_draw(*first, *second, condition, metric) for first, second in sides])
    shares = [_share(both, condition) for both in sides]
    of_both = fmean(shares) if shares else nan
    places = (model.name, other_model.name, condition)
    return PairedDifference(*places, mean.first, mean.second, mean.found, mean.p, mean.draws, of_both), mean.p


def _share(sides: Sequence[tuple[RunAt, RunModel]], condition: Condition) -> float:
    """Of the samples that both runs have, the share that was perturbed, in the run where it is smaller."""
    ids = set[str].intersection(*({*(run.labels(model, None) or {})} for run, model in sides))
    return min((share(len(ids & run.perturbed(model, condition)), len(ids)).value for run, model in sides), default=nan)


def _compare_draw(
    one: RunAt, model: RunModel, other: RunAt, other_model: RunModel, condition: Condition, metric: RunMetric
) -> Compared:
    """The same in one draw."""
    before, other_before = one.labels(model, None) or {}, other.labels(other_model, None) or {}
    after, other_after = one.labels(model, condition), other.labels(other_model, condition)
    ids = sorted(before.keys() & other_before.keys())
    of_predictions = metric.of is Compares.PREDICTIONS
    if not (ids and after and other_after and metric.paired) or (of_predictions and not one.changed(condition)):
        return NOTHING
    gold = [one.originals(model)[id_].gold for id_ in ids]
    if not (all(gold) or of_predictions):
        return NOTHING
    columns = [[answers[id_] for id_ in ids] for answers in (before, other_before, after, other_after)]
    labels = labels_at(one.folder, one.card)
    return metric.paired.compare(TwoSides(gold, (columns[0], columns[1]), (columns[2], columns[3]), labels))
