"""The database of version 0.1 held a second copy of every text; now each candidate names its row in a file."""

from pathlib import Path

import duckdb

from core.records import Cell
from core.severity import Severity
from data.candidates.manifest import CellVariants, readable_entries
from data.migration.files import EARLIER
from data.migration.packed import placed
from data.variants.writing import write_candidates

POINT = """
update candidates
set file = $file, row_number = v.file_row_number, position = v."order"
from (select variant_id, "order", file_row_number from read_parquet($path, file_row_number = true)) v
where candidates.cell = $cell and candidates.id = v.variant_id and candidates.file is null
"""
LEFT = "select id, sample_id, gold_label, seed, rewrites from candidates where cell = ? and file is null"


def point_to_variants(connection: duckdb.DuckDBPyConnection, workspace: Path) -> None:
    """Have every candidate name its row in a file of variants: its job's, or one made of what the database holds.

    The caller holds a transaction, in which the columns `file` and `row_number` are there already.
    """
    cells = connection.execute("select number, dataset, split, perturbation, severity from cells").fetchall()
    numbers = {Cell(d, s, p, Severity.parse(key)): number for number, d, s, p, key in cells}
    for entry in readable_entries(workspace / "jobs"):
        if entry.cell in numbers and (workspace / entry.file).exists():
            _point(connection, workspace, entry.file, numbers[entry.cell])
    for cell, number in numbers.items():
        left = [placed(cell, row) for row in connection.execute(LEFT, [number]).fetchall()]
        for seed in sorted({row.candidate.seed for row in left}):
            folder = workspace / "variants" / f"{cell.dataset}.{cell.split}.from-the-database-{seed}"
            file = write_candidates(folder, [row for row in left if row.candidate.seed == seed], EARLIER)
            _point(connection, workspace, CellVariants.of(file, workspace).file, number)


def _point(connection: duckdb.DuckDBPyConnection, workspace: Path, file: str, cell: int) -> None:
    [(files,)] = connection.execute("select count(*) from files").fetchall()
    connection.execute("insert into files values (?, ?, ?)", [files + 1, file, EARLIER])
    connection.execute(POINT, {"file": files + 1, "path": str(workspace / file), "cell": cell})
    [(parts,)] = connection.execute("select count(*) from parts").fetchall()
    connection.execute("insert into parts values (?, ?)", [parts + 1, file])
