"""The outcomes of an experiment as a file."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import fields
from math import isnan

from core.experiments.records import Outcome
from core.metrics.estimate import Estimate
from data.formats.cells import as_text

PLAIN = tuple(field.name for field in fields(Outcome) if field.name not in ("scores", "changes", "cues"))


def as_csv(found: Iterable[Outcome]) -> str:
    """A line for each outcome; a figure that is not known is empty.

    Scores, changes and cues have a column each for the value, the bounds of its interval, and of cues for n.
    """
    rows = [dict(_columns(outcome)) for outcome in found]
    names = dict.fromkeys([*PLAIN, *(name for row in rows for name in row)])
    out = io.StringIO()
    writer = csv.DictWriter(out, list(names), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _columns(outcome: Outcome) -> Iterator[tuple[str, object]]:
    yield from ((name, getattr(outcome, name)) for name in PLAIN)
    for name, score in outcome.scores.items():
        yield from _bounded(name, score)
    for name, change in outcome.changes.items():
        yield from _bounded(f"{name}_change", change)
    for name, cue in outcome.cues.items():
        yield from _bounded(f"cues_{name}", cue)
        yield f"cues_{name}_n", cue.n


def _bounded(name: str, found: Estimate) -> Iterator[tuple[str, float]]:
    yield from ((name, found.value), (f"{name}_low", found.low), (f"{name}_high", found.high))


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if isnan(value) else value
    return as_text(value) if isinstance(value, str) else value
