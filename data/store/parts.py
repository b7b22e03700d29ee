"""Taking in what candidate jobs made: each file of variants and each part with hints exactly once."""

from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from core.errors import BadInput
from core.records import Cell
from data.candidates.manifest import CellVariants, read_manifest
from data.store.duplicates import gold, text_hash
from data.store.opening import of_the_machine
from data.store.statements import sql
from data.variants.files import read_footer


class UnreadablePart(BadInput):
    """A file in a job's folder, or one that its manifest names, that is not what its name says."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file to take in; `cell` is set for variants, None for hints."""

    name: str
    path: Path
    cell: Cell | None = None


def parts_of(job_dir: Path, workspace: Path) -> list[Part]:
    """The job's files of variants, as its manifest lists them, and then its hints. Raises UnreadablePart."""
    variants = [Part(entry.file, workspace / entry.file, entry.cell) for entry in manifest(job_dir)]
    hints = sorted(job_dir.glob("hints-*.parquet"))
    return variants + [Part(f"{job_dir.name}/{path.name}", path) for path in hints]


def manifest(job_dir: Path) -> list[CellVariants]:
    """The entries of the job's manifest; raises UnreadablePart."""
    try:
        return read_manifest(job_dir)
    except BadInput as error:
        raise UnreadablePart(str(error)) from error


def take_part(cursor: duckdb.DuckDBPyConnection, part: Part, number: int) -> None:
    """Have the tables know the rows of this part; the caller holds a transaction. Raises UnreadablePart."""
    try:
        if part.cell:
            _add_variants(cursor, part, part.cell)
        else:
            cursor.execute(sql("add_hints"), [number, str(part.path)])
        cursor.execute("insert into parts values (?, ?)", [number, part.name])
    except duckdb.Error as error:
        if of_the_machine(error):
            raise
        reason = str(error).split("\n")[0]
        raise UnreadablePart(
            f"{str(part.path)!r} does not hold candidates or hints ({reason}); run its job again."
        ) from error


def _add_variants(cursor: duckdb.DuckDBPyConnection, part: Part, cell: Cell) -> None:
    """Point the cell's candidates to their rows in the file. Those that lie in another file stay there, unless it was
    made in the same way of fewer samples: what people judged must not change."""
    file = read_footer(part.path)
    if file is None or file.condition != cell.condition:
        raise UnreadablePart(f"{str(part.path)!r} does not hold the variants of {cell}; run its job again.")
    [(files,)] = cursor.execute("select count(*) from files").fetchall()
    values = {"file": files + 1, "path": str(part.path), "cell": _cell_number(cursor, cell)}
    more = {"seed": file.recipe.seed, "dataset": cell.dataset}
    recipe = replace(file.recipe, limit=0).folder  # of any size
    cursor.execute("insert into files values (?, ?, ?)", [values["file"], part.name, recipe])
    cursor.execute(sql("repoint_candidates"), values | {"recipe": recipe})
    cursor.execute(sql("add_candidates").format(text_hash=text_hash(part.path), gold=gold(part.path)), values | more)


def _cell_number(cursor: duckdb.DuckDBPyConnection, cell: Cell) -> int:
    rows = cursor.execute("select number from cells where id = ?", [cell.id]).fetchall()
    if rows:
        return int(rows[0][0])
    [(number,)] = cursor.execute("select coalesce(max(number), 0) + 1 from cells").fetchall()
    values = [number, cell.id, cell.dataset, cell.split, cell.perturbation, cell.severity.key]
    cursor.execute("insert into cells values (?, ?, ?, ?, ?, ?)", values)
    return int(number)
