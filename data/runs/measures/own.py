"""A user's own metrics: a function of labels, registered like ours."""

from collections.abc import Callable, Sequence
from math import nan

import numpy as np

from core.errors import BadInput
from core.metrics import Estimate
from core.own import name_and_summary
from core.records import Task
from data.runs.counts import LabelPairs
from data.runs.measures.registry import LABELS, Compares, Measure, Unit, metric, metrics

Own = Callable[[Sequence[str], Sequence[str]], float]
"""Labels of the same samples: gold and predicted, or predicted before and after -> a number."""
COMPARES = {"gold": Compares.GOLD, "predictions": Compares.PREDICTIONS}
UNITS = {"points": Unit.POINTS, "agreement": Unit.AGREEMENT, "percent": Unit.SHARE}
TASKS = {"classification": LABELS, "pair-classification": (Task.PAIR_CLASSIFICATION,)}
RESAMPLED = 200  # times, for an interval
OWN: set[str] = set()
"""The names of all that were registered."""


def own_metric(task: str, unit: str, compares: str) -> Callable[[Own], Own]:
    """Register the decorated function as a metric of its name, told by its docstring.

    Its interval is from the 2.5 % to the 97.5 % point of the function on samples drawn anew (bootstrap; Efron 1979):
    it is short where a figure is near the end of its scale. Raises BadInput for what is unknown, for what is no
    function with a docstring, and for a name of ours.
    """
    for value, choices, what in ((task, TASKS, "task"), (unit, UNITS, "unit"), (compares, COMPARES, "comparison")):
        if value not in choices:
            raise BadInput(f"{value!r} is not the {what} of a metric; give {' or '.join(choices)}.")

    def register(function: Own) -> Own:
        name, doc = name_and_summary(function, "metric")
        if name in metrics() and name not in OWN:
            raise BadInput(f"{name} is a metric of Flinch; give your metric another name.")
        OWN.add(name)
        measure = _measure(name, function, COMPARES[compares])
        title = name.replace("_", " ").capitalize()
        metric(title, COMPARES[compares], UNITS[unit], doc, doc, tasks=TASKS[task], spoken=title.lower())(measure)
        return function

    return register


def _measure(name: str, function: Own, compares: Compares) -> Measure:
    def measure(pairs: LabelPairs) -> Estimate:
        gold = compares is Compares.GOLD
        one, other = (pairs.gold, pairs.after) if gold else (pairs.before, pairs.after)
        if not one:
            return Estimate(nan, 0)
        value, rng = _call_metric(name, function, one, other), np.random.default_rng(0)
        figures = []
        for _ in range(RESAMPLED):
            places = rng.integers(len(one), size=len(one))
            figures.append(_call_metric(name, function, [one[n] for n in places], [other[n] for n in places]))
        defined = [figure for figure in figures if figure == figure]
        low, high = (float(np.quantile(defined, q)) if defined else nan for q in (0.025, 0.975))
        return Estimate(value, len(one), min(low, value), max(high, value))

    measure.__name__ = name
    return measure


def _call_metric(name: str, function: Own, one: Sequence[str], other: Sequence[str]) -> float:
    try:
        return float(function(one, other))
    except Exception as error:
        raise BadInput(
            f"The metric {name!r} failed on {len(one)} samples ({type(error).__name__}: {error})."
        ) from error
