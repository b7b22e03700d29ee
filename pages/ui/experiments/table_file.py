"""The outcomes of an experiment as a file."""

import csv
import io
from collections.abc import Iterable
from dataclasses import fields
from math import isnan

from core.experiments.records import Outcome
from core.metrics.estimate import UNSCORED
from data.formats.cells import as_text

BY_METRIC = {"scores": "", "changes": "_change"}
ENDS = ("", "_low", "_high")


def as_csv(found: Iterable[Outcome]) -> str:
    """A line for each outcome; a figure that is not known is empty.

    Scores and changes by metric have a column each for the value and the bounds of its interval.
    """
    found = list(found)
    metrics = list(dict.fromkeys(name for outcome in found for name in outcome.scores))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    plain = [field.name for field in fields(Outcome) if field.name not in BY_METRIC]
    writer.writerow(
        [*plain, *(f"{name}{part}{end}" for name in metrics for part in BY_METRIC.values() for end in ENDS)]
    )
    for outcome in found:
        row = [getattr(outcome, name) for name in plain]
        of = [getattr(outcome, part).get(name, UNSCORED) for name in metrics for part in BY_METRIC]
        writer.writerow(map(_cell, [*row, *(value for one in of for value in (one.value, one.low, one.high))]))
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if isnan(value) else value
    return as_text(value) if isinstance(value, str) else value
