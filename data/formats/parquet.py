"""Parquet, one batch of rows in memory at a time."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from data.formats.jsonl import as_text
from data.formats.rows import BadRow, Format, Table, TableRow

BATCH = 500


def parquet_table(path: Path) -> Table:
    """The table of a Parquet file; a row's line is its number, counted from 1."""
    try:
        columns = tuple(pq.read_schema(path).names)
    except (pa.ArrowException, OSError) as error:
        raise BadInput(f"{path.name!r} is not a readable Parquet file ({_first_line(error)}).") from error
    return Table(Format.PARQUET, columns, partial(_rows, path))


def parquet_type(path: Path, column: str) -> str:
    """The type of a column that holds neither text nor lists of text; "" where it does."""
    held = pq.read_schema(path).field(column).type
    inner = held.value_type if pa.types.is_dictionary(held) or pa.types.is_list(held) else held
    text = pa.types.is_string(inner) or pa.types.is_large_string(inner) or pa.types.is_string_view(inner)
    return "" if text else str(held)


def _rows(path: Path) -> Iterator[TableRow | BadRow]:
    number = 0
    try:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 16) as file:
            for batch in file.iter_batches(BATCH, use_threads=False):
                for values in batch.to_pylist():
                    number += 1
                    yield _row(path.name, number, values)
    except (pa.ArrowException, OSError, ValueError) as error:
        yield BadRow(path.name, number + 1, f"the file can't be read from here on ({_first_line(error)})")


def _row(file: str, number: int, values: dict[str, object]) -> TableRow | BadRow:
    texts = {name: as_text(value) for name, value in values.items()}
    if any("\0" in text for text in texts.values()):
        return BadRow(file, number, "it holds a NUL character; take it out")
    return TableRow(number, texts)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
