"""What is scored of predictions that are numbers."""

from collections.abc import Callable, Sequence

from core.metrics.correlation import concordance, mean_change, pearson, pearson_lost, spearman
from core.metrics.estimate import Estimate
from data.runs.counts import LabelPairs


def _numbers(labels: Sequence[str]) -> list[float]:
    return [float(label) for label in labels]


OF_NUMBERS: dict[str, Callable[[LabelPairs], Estimate]] = {
    "pearson": lambda of: pearson(_numbers(of.gold), _numbers(of.after)),
    "spearman": lambda of: spearman(_numbers(of.gold), _numbers(of.after)),
    "pearson_lost": lambda of: pearson_lost(*map(_numbers, (of.gold_before, of.before, of.gold, of.after))),
    "concordance": lambda of: concordance(_numbers(of.before), _numbers(of.after)),
    "mean_change": lambda of: mean_change(_numbers(of.before), _numbers(of.after)),
}
"""Concordance stands where kappa does for labels; the mean change is in the data set's own points."""
