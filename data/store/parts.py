"""Taking in what candidate jobs wrote: each Parquet part exactly once."""

import json
from pathlib import Path

import duckdb

from core.errors import BadInput
from core.records import Cell
from data.store.opening import of_the_machine
from data.store.statements import cell_of, sql

CELLS_FILE = "cells.json"


class UnreadablePart(BadInput):
    """A file in a job's folder that is not what its name says."""


def new_parts(job_dir: Path, taken: set[str]) -> list[Path]:
    """The job's parts that are not in the store yet, candidates before hints."""
    names = sorted(p.name for p in job_dir.glob("*.parquet") if p.name.startswith(("candidates-", "hints-")))
    return [job_dir / name for name in names if part_name(job_dir / name) not in taken]


def part_name(path: Path) -> str:
    """What a part is called in the store: its job and its file."""
    return f"{path.parent.name}/{path.name}"


def take_part(cursor: duckdb.DuckDBPyConnection, path: Path, number: int) -> None:
    """Copy a part's rows into the tables; the caller holds a transaction. Raises UnreadablePart."""
    try:
        if path.name.startswith("candidates-"):
            _add_cells(cursor, path)
            cursor.execute(sql("add_candidates"), [str(path)])
        else:
            cursor.execute(sql("add_hints"), [number, str(path)])
        cursor.execute("insert into parts values (?, ?)", [number, part_name(path)])
    except duckdb.Error as error:
        if of_the_machine(error):
            raise
        reason = str(error).split("\n")[0]
        raise UnreadablePart(f"{str(path)!r} holds no candidates or hints ({reason}); run its job again.") from error


def _add_cells(cursor: duckdb.DuckDBPyConnection, path: Path) -> None:
    found = cursor.execute(
        "select distinct dataset, split, perturbation, severity from read_parquet(?)", [str(path)]
    ).fetchall()
    numbers = {id_: number for number, id_ in cursor.execute("select number, id from cells").fetchall()}
    new = {cell_of(row).id: row for row in found}
    rows = [(id_, *row) for id_, row in sorted(new.items()) if id_ not in numbers]
    if rows:
        cursor.execute(sql("add_cells"), [len(numbers), *map(list, zip(*rows, strict=True))])


def counts_of(path: Path) -> list[tuple[Cell, int, int]]:
    """(cell, samples looked at, samples not applicable) of each cell in a job's cells.json; raises UnreadablePart."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [
            (cell_of((r["dataset"], r["split"], r["perturbation"], r["severity"])), r["samples"], r["not_applicable"])
            for r in rows
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadablePart(f"{str(path)!r} holds no counts of cells ({error}); run its job again.") from error
