"""What corrupted data costs a model, and which measure of the corruption explains it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan

from core.experiments.learnability_results import OverSeeds
from core.experiments.records import ACCURACY, Added, Labels, Outcome
from core.metrics.correlation import pearson, spearman
from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.order import LIKENESS, TEXT_METRICS
from core.metrics.trainings import over_trainings
from core.models.spec import ModelSpec
from core.models.transformer.start import start_of

Measured = Mapping[str, Mapping[str, float]]
"""By condition: the means of `TEXT_METRICS` that are defined for it."""


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A model and a condition in `share` of the training texts, by one metric, 1 at most: of a model of the original
    texts on them (`baseline`) and on the corrupted ones (`test`), and of one of the corrupted texts on the original
    ones (`train`) and on the corrupted ones (`both`). `changed` is how far these three are from the baseline, below 0
    for a loss, with intervals where predictions could be paired."""

    model: str
    condition: str
    share: float
    baseline: OverSeeds
    train: OverSeeds
    test: OverSeeds
    both: OverSeeds
    changed: tuple[Estimate, Estimate, Estimate]

    @property
    def changes(self) -> tuple[float, float, float]:
        """`changed` in points, without intervals; NaN where it is not known."""
        train, test, both = (100 * change.value for change in self.changed)
        return train, test, both


def corrupted(outcomes: Sequence[Outcome], metric: str = ACCURACY) -> list[Corrupted]:
    """A row for each model, condition and share, in the order of the outcomes, by this metric of gold labels."""
    by_key = {o.key: o for o in outcomes}
    seeds = list(dict.fromkeys(o.seed for o in outcomes))

    def of(model: str, on: str, share: float, test: str) -> dict[int, Outcome]:
        keys = {seed: (model, seed, Labels.GOLD, on, share, Added.ALL, test) for seed in seeds}
        return {seed: by_key[key] for seed, key in keys.items() if key in by_key}

    def mean(each: Mapping[int, Outcome]) -> OverSeeds:
        return OverSeeds.of(o.score(metric).value for o in each.values())

    def row(model: str, on: str, share: float) -> Corrupted:
        baseline = of(model, "", 0.0, "")
        train, test, both = of(model, on, share, ""), of(model, "", 0.0, on), of(model, on, share, on)
        changed = (_change(baseline, train, metric), _change(baseline, test, metric), _change(baseline, both, metric))
        return Corrupted(model, on, share, mean(baseline), mean(train), mean(test), mean(both), changed)

    return [row(*place) for place in dict.fromkeys((o.model, o.trained_on, o.share) for o in outcomes if o.trained_on)]


def _change(before: Mapping[int, Outcome], after: Mapping[int, Outcome], metric: str) -> Estimate:
    """The mean over seeds; without an interval where predictions were not paired."""
    pairs = [(before[seed].score(metric), o.score(metric), o) for seed, o in after.items() if seed in before]
    plain = (Estimate(now.value - was.value, now.n) for was, now, _ in pairs)
    changes = [o.changes.get(metric, other) for (*_, o), other in zip(pairs, plain, strict=True)]
    return over_trainings(changes).mean if changes else UNSCORED


@dataclass(frozen=True, slots=True)
class Explained:
    """How a model's accuracy goes together with a measure of likeness over all conditions and the original texts:
    correlations of the accuracy when trained and tested on a condition with BLEU-4, or with 1 less another measure."""

    model: str
    metric: str
    pearson: Estimate
    spearman: Estimate


FEWEST = 3  # conditions, the original texts among them


def explained(rows: Sequence[Corrupted], measured: Measured) -> list[Explained]:
    """A line for each model and metric that at least three conditions have (Clouatre et al. 2021, section 6.3); none
    where no condition is an order, so that DND is not defined."""
    lines = list[Explained]()
    if not any("DND" in measures for measures in measured.values()):
        return lines
    for model in dict.fromkeys(row.model for row in rows):
        for metric in TEXT_METRICS:
            points = likeness_and_accuracy([row for row in rows if row.model == model], measured, metric)
            if len(points) >= FEWEST:
                alike, accuracy = ([point[n] for point in points.values()] for n in (0, 1))
                lines.append(Explained(model, metric, pearson(alike, accuracy), spearman(alike, accuracy)))
    return lines


def likeness_and_accuracy(rows: Sequence[Corrupted], measured: Measured, metric: str) -> dict[str, tuple[float, float]]:
    """Of a model's rows, for each condition that is the same in all training texts: its likeness, 1 for unchanged
    texts, and the accuracy of a model trained and tested on it. The original texts, "", come first."""
    points = {"": (1.0, rows[0].baseline.mean)} if rows else {}
    for row in rows:
        value = measured.get(row.condition, {}).get(metric)
        if value is not None and row.share == 1:
            points[row.condition] = value if metric == LIKENESS else 1 - value, row.both.mean
    return {condition: point for condition, point in points.items() if not isnan(point[1])}


@dataclass(frozen=True, slots=True)
class PositionGain:
    """How many points better a model does with its position embeddings than without them, trained and tested on a
    condition, "" for the original texts; `likeness` is how similar the texts still are, 1 for unchanged ones."""

    model: str
    condition: str
    likeness: float
    points: float


def position_gains(
    models: Sequence[ModelSpec], rows: Sequence[Corrupted], measured: Measured, metric: str
) -> list[PositionGain]:
    """The gains of each model that has a `no-positions:` twin among the models, by a measure of likeness (Clouatre et
    al. 2021, section 6.4.2 and figure 12)."""
    names = {start_of(spec.path): spec.name for spec in models}
    twins = [(names.get(replace(start, positions=True)), name) for start, name in names.items() if not start.positions]
    gains = list[PositionGain]()
    for model, twin in twins:
        own, others = ([row for row in rows if row.model == name] for name in (model, twin))
        points, without = (likeness_and_accuracy(side, measured, metric) for side in (own, others))
        for condition in [c for c in points if c in without]:
            alike, accuracy = points[condition]
            gains.append(PositionGain(str(model), condition, alike, 100 * (accuracy - without[condition][1])))
    return gains
