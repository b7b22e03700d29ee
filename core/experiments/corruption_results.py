"""What corrupted data costs a model, and which measure of the corruption explains it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from core.experiments.learnability_results import OverSeeds
from core.experiments.records import Added, Labels, Outcome
from core.metrics.correlation import pearson, spearman
from core.metrics.estimate import Estimate
from core.metrics.order import LIKENESS, TEXT_METRICS

Measured = Mapping[str, Mapping[str, float]]
"""By condition: the means of `TEXT_METRICS` that are defined for it."""


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A model and a condition in `share` of the training texts: accuracies, in [0, 1], of a model of the original texts
    on them (`baseline`) and on the corrupted ones (`test`), and of one of the corrupted texts on the original ones
    (`train`) and on the corrupted ones (`both`)."""

    model: str
    condition: str
    share: float
    baseline: OverSeeds
    train: OverSeeds
    test: OverSeeds
    both: OverSeeds

    @property
    def changes(self) -> tuple[float, float, float]:
        """Points by which training, test and both change the baseline's accuracy, below 0 for a loss; NaN where either
        is not known."""
        train, test, both = (100 * (one.mean - self.baseline.mean) for one in (self.train, self.test, self.both))
        return train, test, both


def corrupted(outcomes: Sequence[Outcome]) -> list[Corrupted]:
    """A row for each model, condition and share, in the order of the outcomes."""
    known = {o.key: o.accuracy for o in outcomes}
    seeds = list(dict.fromkeys(o.seed for o in outcomes))

    def over_seeds(model: str, on: str, share: float, test: str) -> OverSeeds:
        keys = ((model, seed, Labels.GOLD, on, share, Added.ALL, test) for seed in seeds)
        return OverSeeds.of(known[key] for key in keys if key in known)

    rows = dict.fromkeys((o.model, o.trained_on, o.share) for o in outcomes if o.trained_on)
    return [
        Corrupted(
            model, on, share,
            over_seeds(model, "", 0.0, ""), over_seeds(model, on, share, ""),
            over_seeds(model, "", 0.0, on), over_seeds(model, on, share, on),
        )
        for model, on, share in rows
    ]  # fmt: skip


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
    found = list[Explained]()
    if not any("DND" in of for of in measured.values()):
        return found
    for model in dict.fromkeys(row.model for row in rows):
        for metric in TEXT_METRICS:
            points = likeness_and_accuracy([row for row in rows if row.model == model], measured, metric)
            if len(points) >= FEWEST:
                alike, accuracy = ([point[n] for point in points] for n in (0, 1))
                found.append(Explained(model, metric, pearson(alike, accuracy), spearman(alike, accuracy)))
    return found


def likeness_and_accuracy(rows: Sequence[Corrupted], measured: Measured, metric: str) -> list[tuple[float, float]]:
    """A point for each condition that is the same in all training texts: its likeness, 1 for unchanged texts, and the
    accuracy of a model trained and tested on it. The first point is that of the original texts."""
    points = [(1.0, rows[0].baseline.mean)] if rows else []
    for row in rows:
        value = measured.get(row.condition, {}).get(metric)
        if value is not None and row.share == 1:
            points.append((value if metric == LIKENESS else 1 - value, row.both.mean))
    return [point for point in points if not isnan(point[1])]
