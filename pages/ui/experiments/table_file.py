"""The outcomes of an experiment as a file."""

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, fields
from math import isnan

from core.experiments.records import Outcome
from data.formats.cells import as_text


def as_csv(found: Iterable[Outcome]) -> str:
    """A line for each outcome; a figure that is not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([field.name for field in fields(Outcome)])
    for outcome in found:
        writer.writerow([_cell(value) for value in asdict(outcome).values()])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if isnan(value) else value
    return as_text(value) if isinstance(value, str) else value
