"""Rows of variants as a file of their own."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.records import Cell
from data.durable import written_whole
from data.variants.counts import Counts
from data.variants.files import Recipe, VariantFile

ROWS_AT_ONCE = 2_000


def write_rows(folder: Path, name: str, cell: Cell, seed: int, table: pa.Table) -> VariantFile:
    """Put these rows of files of variants, all of this cell and seed, into a file of this name in this folder.

    Raises BadInput where it can't be written.
    """
    recipe = Recipe(cell.dataset, cell.split, "", "", seed, 0, 1.0, ())
    rows = table.num_rows
    counts = Counts(rows, rows, rows, pc.sum(table["edits"]).as_py() or 0)
    file = VariantFile(folder / name, cell.condition, recipe, counts)
    with written_whole(file.path) as out, pq.ParquetWriter(out, table.schema, compression="zstd") as writer:
        writer.write_table(table, row_group_size=ROWS_AT_ONCE)
        writer.add_key_value_metadata(file.footer())
    return file
