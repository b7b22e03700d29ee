"""A run in two figures: its best model on original text, and the cell in which a model changed its mind most.

Which metric each figure is depends on the task, and on what the papers report of the data set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from core.records import Score, Task
from core.rounding import fixed
from data.datasets.catalogue import catalogue
from data.runs.measures.registry import Compares, main_of, measures_of, metrics

MAIN = {task: main_of(task, Compares.GOLD) for task in Task}
AGREEMENT = {task: main_of(task, Compares.PREDICTIONS) for task in Task}
"""What says, for each task, how far predictions on original and on perturbed texts agree."""
ALIKE = {"f1": "f1_binary"}  # what the catalogue of data sets calls our metrics


def main_metric(dataset: str, task: Task) -> str:
    """What the papers report of the data set of this name, else what is usual for its task."""
    return reported_metrics(dataset, task)[0]


def reported_metrics(dataset: str, task: Task) -> tuple[str, ...]:
    """The main metric of the data set of this name, and what GLUE reports of it beside."""
    entry = catalogue().get(dataset)
    printed = (entry.metric, entry.also) if entry and entry.task is task else ()
    reported = [name for name in (ALIKE.get(metric, metric) for metric in printed) if name in measures_of(task)]
    return tuple(reported) or (MAIN[task],)


def in_words(metric: str) -> str:
    """What a metric is called in a sentence."""
    return metrics()[metric].spoken


def figure_in_words(score: Score) -> str:
    """ "61.7 %" of an accuracy, "62.0" of a Matthews correlation, "−0.79" of a kappa: in the metric's unit."""
    return _value_in_unit(score, score.value) + " %" * (score.metric == "accuracy")


def interval_in_words(score: Score) -> str:
    """ "0.30 to 0.44" of a kappa, "" where there is no interval."""
    if not score.low <= score.high:
        return ""
    return f"{_value_in_unit(score, score.low)} to {_value_in_unit(score, score.high)}"


def _value_in_unit(score: Score, value: float) -> str:
    unit = metrics()[score.metric].unit
    return fixed(unit.times * value, unit.digits)


@dataclass(frozen=True, slots=True)
class Headline:
    """`best`: the highest main metric on the original texts; `worst`: the lowest agreement; None where not scored."""

    best: Score | None
    worst: Score | None


def headline(scores: Sequence[Score], main: str = "accuracy", agreement: str = "kappa") -> Headline:
    """The two figures among these scores of one run; what could not be scored is left out, the first of equals wins."""
    scored = [score for score in scores if not isnan(score.value)]
    mains = [score for score in scored if score.metric == main and not score.perturbation]
    agreeing = [score for score in scored if score.metric == agreement and score.perturbation]
    return Headline(
        max(mains, key=lambda score: score.value, default=None),
        min(agreeing, key=lambda score: score.value, default=None),
    )
