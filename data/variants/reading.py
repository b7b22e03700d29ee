"""Variants read in place: by whoever predicts them, looks at them or gives hints on them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import Candidate, Cell, FieldRewrite
from data.variants.columns import rewrite_of, text_fields
from data.variants.files import VariantFile


class InputText(NamedTuple):
    """A text, or the two of a pair, as models read it, and its gold label; `variant_id` is "" for an original.

    The label of a tagged sample is its tags, which follow the text, with single spaces between.
    """

    sample_id: str
    variant_id: str
    texts: tuple[str, ...]
    label: str


def read_variants(file: VariantFile) -> list[InputText]:
    """The samples that the condition changed, in stored order; raises BadInput when the file can't be read."""
    columns = ["id", "variant_id", "label", "perturbed"]
    gold = "tags" if "tags" in pq.read_schema(file.path).names else "label"
    table = _read(file.path, [*columns, *(["tags"] if gold == "tags" else [])], texts=True)
    names = [name for name in table.column_names if name not in (*columns, gold)]
    table = table.filter(table["perturbed"])
    rows = zip(*(table[name].to_pylist() for name in ("id", "variant_id", gold, *names)), strict=True)
    return [
        InputText(sample_id, variant_id, tuple(texts), label if isinstance(label, str) else " ".join(label))
        for sample_id, variant_id, label, *texts in rows
    ]


def read_candidates(file: VariantFile) -> Iterator[Candidate]:
    """The changed samples as candidates, in the seeded order in which people see them."""
    table = _read(file.path, ["id", "variant_id", "order", "perturbed"], pieces=True)
    table = table.filter(table["perturbed"]).sort_by([("order", "ascending"), ("id", "ascending")])
    cell = Cell(file.recipe.dataset, file.recipe.split, *file.condition)
    names = text_fields(table.schema)
    for batch in table.to_batches(max_chunksize=256):
        for row in batch.to_pylist():
            yield Candidate(row["id"], cell, file.recipe.seed, rewrites_of(row, names), row["variant_id"])


def rewrites_of(row: dict[str, Any], names: Sequence[str]) -> tuple[FieldRewrite, ...]:
    """The rewrite of each of a row's texts."""
    return tuple(
        FieldRewrite(name, rewrite_of(row[f"original_{name}"], row[f"edits_{name}"], row[f"moved_{name}"]))
        for name in names
    )


def rewrites_at(path: Path, rows: Sequence[int]) -> list[tuple[FieldRewrite, ...]]:
    """The rewrites of these rows of a file of variants, in the order given; only their row groups are read.

    Raises BadInput when the file is gone or damaged.
    """
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            names = text_fields(file.schema_arrow)
            columns = [f"{kind}_{name}" for name in names for kind in ("original", "edits", "moved")]
            sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
            ends = np.cumsum(sizes)
            by_row: dict[int, dict[str, Any]] = {}
            for group in sorted({int(np.searchsorted(ends, row, side="right")) for row in rows}):
                first = int(ends[group]) - sizes[group]
                inside = [row for row in dict.fromkeys(rows) if first <= row < ends[group]]
                table = file.read_row_group(group, columns=columns, use_threads=False)
                # by slices: an array of row numbers would have Arrow import pandas, half a second in a new process
                by_row |= {row: table.slice(row - first, 1).to_pylist()[0] for row in inside}
    except (OSError, ValueError, IndexError) as error:
        raise _read_error(path, error) from error
    return [rewrites_of(by_row[row], names) for row in rows]


def table_at(path: Path, rows: Sequence[int], columns: list[str] | None = None) -> pa.Table:
    """These rows of a file of variants, in the order given, with these columns, None for all. Raises BadInput when the
    file is gone or damaged."""
    try:
        return pq.read_table(path, columns=columns, use_threads=False).take(pa.array(rows, pa.int64()))
    except (OSError, ValueError, IndexError) as error:
        raise _read_error(path, error) from error


def texts_at(path: Path, rows: Sequence[int]) -> pa.Table:
    """The same with two columns for each text, original_<field> and perturbed_<field>."""
    try:
        names = text_fields(pq.read_schema(path))
    except (OSError, ValueError) as error:
        raise _read_error(path, error) from error
    table = table_at(path, rows, [column for name in names for column in (f"original_{name}", name)])
    return table.rename_columns([column for name in names for column in (f"original_{name}", f"perturbed_{name}")])


def perturbed_by_id(path: Path, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What the variants with these ids read, their texts by the names of the fields; raises as `table_at`."""
    table = _read(path, ["variant_id"], texts=True)
    table = table.filter(pc.is_in(table["variant_id"], value_set=pa.array(ids, pa.string())))
    names = sorted(name for name in table.column_names if name != "variant_id")
    texts = zip(*(table[name].to_pylist() for name in names), strict=True)
    return dict(zip(table["variant_id"].to_pylist(), texts, strict=True))


def rewrites_by_id(path: Path, ids: Sequence[str]) -> dict[str, tuple[FieldRewrite, ...]]:
    """The rewrites of the variants with these ids."""
    table = _read(path, ["variant_id"], pieces=True)
    table = table.filter(pc.is_in(table["variant_id"], value_set=pa.array(ids, pa.string())))
    names = text_fields(table.schema)
    return {row["variant_id"]: rewrites_of(row, names) for row in table.to_pylist()}


def _read(path: Path, columns: list[str], texts: bool = False, pieces: bool = False) -> pa.Table:
    try:
        names = text_fields(pq.read_schema(path))
        more = list(names) if texts else []
        more += [f"{kind}_{name}" for name in names for kind in ("original", "edits", "moved")] if pieces else []
        return pq.read_table(path, columns=columns + more, use_threads=False)
    except (OSError, ValueError) as error:
        raise _read_error(path, error) from error


def _read_error(path: Path, error: Exception) -> BadInput:
    return BadInput(f"The variants in {str(path)!r} can't be read ({error}); prepare or evaluate the data set again.")
