"""Hints as Arrow tables and back, and Parquet files that are there whole or not at all."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from math import isnan, nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput, first_line
from core.records import GrammarIssue, Hint
from data.digests import note_digest
from data.durable import written_whole

ROWS_AT_ONCE = 8_192  # rows a reader must hold in memory at once
HINTS = pa.schema(
    [
        ("candidate_id", pa.string()),
        ("similarity", pa.float64()),
        ("similarity_engine", pa.string()),
        ("issues", pa.string()),
        ("issues_before", pa.int32()),
        ("grammar_engine", pa.string()),
        ("context", pa.float64()),
    ]
)


def hints_table(hints: Iterable[Hint]) -> pa.Table:
    """A row for each hint; what could not be computed is null."""
    rows = [
        {
            "candidate_id": hint.candidate_id,
            "similarity": None if isnan(hint.similarity) else hint.similarity,
            "similarity_engine": hint.similarity_engine,
            "issues": None if hint.issues is None else json.dumps([astuple(issue) for issue in hint.issues]),
            "issues_before": hint.issues_before,
            "grammar_engine": hint.grammar_engine,
            "context": None if isnan(hint.context) else hint.context,
        }
        for hint in hints
    ]
    return pa.Table.from_pylist(rows, schema=HINTS)


def hint_of(*row: Any) -> Hint:
    """The hint of one row of `hints_table`, its values in the order of the columns."""
    candidate_id, similarity, engine, issues, before, grammar, context = row
    parsed = None if issues is None else tuple(GrammarIssue(*issue) for issue in json.loads(issues))
    return Hint(candidate_id, _number(similarity), engine, parsed, before, grammar, _number(context))


def _number(value: float | None) -> float:
    return nan if value is None else value


@contextmanager
def damage_told(path: Path, what: str, remedy: str) -> Iterator[None]:
    """Raises BadInput, which says what is in this file and what to do, where the block can't read it."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise BadInput(f"{what} in {str(path)!r} can't be read ({first_line(error)}); {remedy}") from error


def write_parquet(path: Path, table: pa.Table) -> None:
    """Write the file so that it is there whole or not at all; raises BadInput where it can't be.

    Its digest is listed, but for a hidden file, which stays a short while.
    """
    with written_whole(path) as file:
        pq.write_table(table, file, compression="zstd", row_group_size=ROWS_AT_ONCE)
    if not path.name.startswith("."):
        note_digest(path)
