"""The registry of metrics: a metric is one function; scores, cards, checks and heatmaps find it here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from math import isnan
from typing import Any

from core.metrics import Estimate
from core.records import Task
from data.runs.measures.compared import Paired

Measure = Callable[[Any], Estimate]
"""Of what the task's predictions are counted as (`LabelPairs`, `TagPairs`)."""
LABELS = (Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION)


class Compares(StrEnum):
    GOLD = "perturbed text against its gold label"  # known of original text too, and only where there are gold labels
    LOST = "gold, before less after"  # only where there are gold labels, and NaN where nothing was changed
    PREDICTIONS = "predictions before and after"  # NaN where nothing was changed


class Needs(StrEnum):
    NOTHING = "any labels"
    TWO = "two labels"
    ORDER = "three labels or more, in an order"


class Unit(StrEnum):
    AGREEMENT = "from -1 to 1"
    POINTS = "points of 100"
    LOST = "points of 100 lost"
    CHANGE = "points of the data set's scale"
    SHARE = "percent of samples"

    @property
    def times(self) -> int:
        """What a figure is shown times."""
        return 1 if self in (Unit.AGREEMENT, Unit.CHANGE) else 100

    @property
    def digits(self) -> int:
        """How many are shown after the point."""
        return 2 if self.times == 1 else 1


@dataclass(frozen=True, slots=True)
class RunMetric:
    """What is scored of a run by this `name`, and how it is told: `title`, `question`, `explained`; `spoken` in a
    sentence, `full` on a card.

    `measures` has a function for each task that it is scored of; none for what follows from others. `lost` names what
    perturbing costs in it. `paired` is how two runs are compared by it, None where they are not. A `main` one is what
    is usual of its tasks, among those of gold and among those of predictions; of the latter `sentences` introduce its
    table on a card. It is `least` or more.
    """

    name: str
    title: str
    of: Compares
    unit: Unit
    question: str
    explained: str
    measures: Mapping[Task, Measure] = field(default_factory=dict, hash=False)
    sentences: Mapping[Task, str] = field(default_factory=dict, hash=False)
    needs: Needs = Needs.NOTHING
    lost: str = ""
    spoken: str = ""
    full: str = ""
    paired: Paired | None = None
    main: bool = False
    least: float = -1.0

    def __str__(self) -> str:
        return self.title

    @property
    def needs_gold(self) -> bool:
        """Whether it is unknown where a sample has no gold label."""
        return self.of is not Compares.PREDICTIONS

    @property
    def needs_changes(self) -> bool:
        """Whether it says nothing where no text was changed; what follows from others does."""
        return self.of is not Compares.GOLD and bool(self.measures)

    @property
    def told(self) -> str:
        """The question and what explains it, as sentences; once where they are the same."""
        sentences = (text if text.endswith((".", "?")) else f"{text}." for text in (self.question, self.explained))
        return " ".join(dict.fromkeys(sentences))


_REGISTRY: dict[str, RunMetric] = {}
ROBUSTNESS, SHARE, SEVERITY = "robustness", "share_perturbed", "mean_severity"
OF_TEXTS = (SHARE, SEVERITY)  # the same whatever model reads them
FOLLOWING = (  # from others, and from how many samples were changed
    RunMetric(
        ROBUSTNESS, "Robustness", Compares.PREDICTIONS, Unit.AGREEMENT,
        "Robustness: kappa times the share of samples perturbed",
        "1 = the perturbation changes every sample, and all predictions stay the same. Romero 2023 averages this "
        "figure over cells.",
    ),
    RunMetric(
        SHARE, "Share perturbed", Compares.PREDICTIONS, Unit.SHARE, "Share of samples perturbed",
        "Percentage of samples whose text the perturbation changed.",
    ),
)  # fmt: skip


def metric(
    title: str,
    of: Compares,
    unit: Unit,
    question: str,
    explained: str,
    *,
    tasks: Sequence[Task] = LABELS,
    needs: Needs = Needs.NOTHING,
    lost: str = "",
    spoken: str = "",
    full: str = "",
    paired: Paired | None = None,
    main: bool = False,
    least: float = -1.0,
    sentence: str = "",
) -> Callable[[Measure], Measure]:
    """Register the decorated function, under its own name, as a metric of these tasks; for the rest see `RunMetric`."""

    def register(measure: Measure) -> Measure:
        name, measures, sentences = measure.__name__, dict.fromkeys(tasks, measure), dict.fromkeys(tasks, sentence)
        words = (spoken or name.replace("_", " "), full or title)
        head = (name, title, of, unit, question, explained)
        _REGISTRY[name] = RunMetric(*head, measures, sentences, needs, lost, *words, paired, main, least)
        return measure

    return register


def loss(
    title: str, what: str, points_in: str = "", *, tasks: Sequence[Task] = LABELS, needs: Needs = Needs.NOTHING,
    same: str = "samples",
) -> Callable[[Measure], Measure]:  # fmt: skip
    """Register the decorated function as the metric of what perturbing costs in another, called `title`."""
    question = f"How much {what} is lost when the text is perturbed?"
    explained = f"Points lost in {points_in or what} when the same {same} are perturbed."
    return metric(f"{title} lost", Compares.LOST, Unit.LOST, question, explained, tasks=tasks, needs=needs)


def also_of(task: Task, sentence: str) -> Callable[[Measure], Measure]:
    """Register the decorated function as what the metric of its name is for this task too."""

    def register(measure: Measure) -> Measure:
        entry = _REGISTRY[measure.__name__]
        measures, sentences = {**entry.measures, task: measure}, {**entry.sentences, task: sentence}
        _REGISTRY[entry.name] = replace(entry, measures=measures, sentences=sentences)
        return measure

    return register


@cache
def metrics() -> Mapping[str, RunMetric]:
    import data.runs.measures.labels
    import data.runs.measures.numbers
    import data.runs.measures.tags  # noqa: F401  importing them registers them

    return _REGISTRY


def find_metric(name: str) -> RunMetric:
    """How a score of this name is told: as it is registered, or follows from others."""
    return next(entry for entry in (*metrics().values(), *FOLLOWING) if entry.name == name)


def bounded(metric: str, low: float, high: float) -> tuple[float, float]:
    """An interval within what the metric can be; NaN stays NaN."""
    entry = metrics().get(metric)
    least = 0.0 if metric in OF_TEXTS else entry.least if entry else -1.0
    unbounded = metric == SEVERITY or (entry is not None and entry.unit is Unit.CHANGE)
    return (low if isnan(low) else max(least, low)), (high if isnan(high) or unbounded else min(1.0, high))


def main_of(task: Task, of: Compares) -> str:
    """The name of the metric of this kind that is usual of the task."""
    return next(name for name, entry in metrics().items() if entry.main and entry.of is of and task in entry.measures)


def measures_of(task: Task) -> dict[str, Measure]:
    """The metrics that a task has, by their names."""
    return {name: entry.measures[task] for name, entry in metrics().items() if task in entry.measures}
