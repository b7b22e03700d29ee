"""Parquet, a few rows in memory at a time, and no more of them than a CSV file may hold.

A value may stand for many rows there, so that a file of some kilobytes can unfold to gigabytes.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.errors import BadInput, first_line
from data.formats.jsonl import as_text
from data.formats.lines import MAX_LINE
from data.formats.rows import BadRow, Format, Table, TableRow

BATCH = 1_000
AT_ONCE = 8 * MAX_LINE  # bytes of the rows that are unfolded at once
LARGEST = 1 << 29  # bytes that the rows of a file may have when they are unfolded
LARGEST_COLUMN = 1 << 27  # bytes of a column in one group of rows, which may have to be read at once
NUMBER = 4  # bytes of one; equal numbers take none in the file
Row = dict[str, object]


def parquet_table(path: Path) -> Table:
    """The table of a Parquet file; a row's line is its number, counted from 1."""
    try:
        columns = tuple(pq.read_schema(path).names)
    except (pa.ArrowException, OSError) as error:
        raise BadInput(f"{path.name!r} is not a readable Parquet file ({first_line(error)}).") from error
    return Table(Format.PARQUET, columns, partial(_rows, path))


def parquet_type(path: Path, column: str) -> str:
    """The type of a column that holds neither text nor lists of text; "" where it does."""
    held = pq.read_schema(path).field(column).type
    inner = held.value_type if pa.types.is_dictionary(held) or pa.types.is_list(held) else held
    text = pa.types.is_string(inner) or pa.types.is_large_string(inner) or pa.types.is_string_view(inner)
    return "" if text else str(held)


def parquet_rows(path: Path) -> Iterator[Row | None]:
    """The rows of a Parquet file, None for one with a cell of more than a megabyte.

    Raises ValueError where a column is too large to be read, or the rows are more than a file may hold.
    """
    unfolded, plain = 0, pa.schema(map(_plain_field, pq.read_schema(path)))
    with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 16, read_dictionary=_texts(path)) as file:
        for batch in file.iter_batches(BATCH, use_threads=False):
            for few in _small_batches(batch):
                alone = few.num_rows == 1 and max(map(_largest_size, few.columns)) > MAX_LINE
                rows = None if alone else few.cast(plain)
                unfolded += MAX_LINE if rows is None else rows.nbytes
                if unfolded > LARGEST:
                    raise ValueError(f"its rows have more than {LARGEST:,} bytes; split the file")
                yield from [None] if rows is None else _rows_within_limit(rows)


def _plain_field(field: pa.Field) -> pa.Field:
    """The column as it is where each value stands by itself."""
    return field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field


def _texts(path: Path) -> list[str]:
    """The columns of texts, which are read with each value once. Raises ValueError where a column is too large."""
    columns = dict[str, None]()
    metadata = pq.read_metadata(path)
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for i, column in enumerate(map(group.column, range(group.num_columns))):
            read = column.num_values * max(NUMBER, metadata.schema.column(i).length)
            if max(read, column.total_uncompressed_size) > LARGEST_COLUMN:
                raise ValueError(
                    f"the column {column.path_in_schema!r} has more than {LARGEST_COLUMN:,} bytes in a row group; "
                    "write smaller row groups"
                )
            if column.physical_type == "BYTE_ARRAY":
                columns[column.path_in_schema] = None
    return list(columns)


def _small_batches(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """The rows, halved until those that are unfolded at once take little memory."""
    if batch.num_rows > 1 and sum(map(_largest_size, batch.columns)) > AT_ONCE:
        half = batch.num_rows // 2
        yield from _small_batches(batch.slice(0, half))
        yield from _small_batches(batch.slice(half))
    else:
        yield batch


def _rows_within_limit(rows: pa.RecordBatch) -> Sequence[Row | None]:
    """The rows, None for one with a cell that is too long."""
    dicts: list[Row] = rows.to_pylist()
    if not any(column.nbytes > MAX_LINE for column in rows.columns):
        return dicts
    return [None if max(map(_size, row.values())) > MAX_LINE else row for row in dicts]


def _largest_size(held: pa.Array) -> int:
    """How many bytes these values have at most when each stands by itself."""
    kind = held.type
    if pa.types.is_map(kind):
        pairs = pa.struct([("key", kind.key_type), ("value", kind.item_type)])
        return _largest_size(held.cast(pa.list_(pairs)))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return _largest_size(held.flatten())
    if pa.types.is_struct(kind):
        return sum(map(_largest_size, held.flatten()))
    if pa.types.is_dictionary(kind):
        used = held.dictionary.take(held.indices.unique().drop_null())
        longest: int = pc.max(pc.binary_length(used)).as_py() or 0
        return len(held) * longest
    return int(held.nbytes)


def _size(value: object) -> int:
    """How many characters a cell has, without those that only hold it together."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1


def _rows(path: Path) -> Iterator[TableRow | BadRow]:
    number = 0
    try:
        for number, values in enumerate(parquet_rows(path), 1):
            yield _row(path.name, number, values)
    except (pa.ArrowException, OSError, ValueError) as error:
        yield BadRow(path.name, number + 1, f"the file can't be read from this row on ({first_line(error)})")


def _row(file: str, number: int, values: Row | None) -> TableRow | BadRow:
    if values is None:
        return BadRow(file, number, f"a cell is longer than {MAX_LINE:,} bytes; shorten it")
    texts = {name: as_text(value) for name, value in values.items()}
    if "\0" in "".join(texts.values()):
        return BadRow(file, number, "it contains a NUL character; delete it")
    return TableRow(number, texts)
