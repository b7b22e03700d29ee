"""What people take away: curated samples, all decisions, and how many samples were checked; CSV, JSONL or Parquet."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import Cell, CuratedSample, Decision
from curation.checked import COLUMNS, checked_rows
from curation.order import Order
from curation.records import CellProgress
from curation.resolve import open_flags, standing_decisions
from data.durable import written_whole
from data.formats.cells import FORMULA, as_text
from data.store.readable import readable
from data.store.reading import Reading
from data.store.texts import read_rows
from data.variants.reading import texts_at
from data.workspace import Workspace

CELL = (("dataset", pa.string()), ("split", pa.string()), ("perturbation", pa.string()), ("severity", pa.string()))
CURATED = (("candidate_id", pa.string()), ("sample_id", pa.string()), *CELL, ("seed", pa.int64()))
VERDICT = (
    ("gold_label", pa.string()),
    ("label", pa.string()),
    ("relabelled", pa.bool_()),
    ("annotators", pa.list_(pa.string())),
    ("carried_from", pa.string()),
    ("doubted_by", pa.list_(pa.string())),
    ("settled_by", pa.string()),
    ("order", pa.string()),
)
_NO_TEXTS = {name for name, _ in (*CURATED, *VERDICT)}
DECISIONS = pa.schema(
    [
        ("id", pa.string()),
        ("candidate_id", pa.string()),
        *CELL,
        ("annotator", pa.string()),
        ("verdict", pa.string()),
        ("at", pa.timestamp("us", "UTC")),
        ("label", pa.string()),
        ("reason", pa.string()),
        ("note", pa.string()),
        ("milliseconds", pa.int64()),
        ("hints_visible", pa.bool_()),
        ("undoes", pa.string()),
        ("second", pa.bool_()),
        ("settles", pa.bool_()),
        ("probe", pa.bool_()),
        ("stands", pa.bool_()),
        ("propensity", pa.float64()),
        ("drawn_from", pa.int64()),
        ("order", pa.string()),
    ]
)


class Export(StrEnum):
    """What can be taken away."""

    CURATED = "curated"
    DECISIONS = "decisions"
    CHECKED = "checked"


class FileFormat(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


def take_away(workspace: Workspace, what: Export, path: Path | str | None = None) -> pa.Table:
    """The whole table of this kind, from a workspace that may be open elsewhere; also written to this file, if any is
    named.

    Raises what `readable` and `write_export` raise.
    """
    with readable(workspace) as store:
        table = export_table(store, what)
    if path is not None:
        write_export(Path(path), table)
    return table


def export_table(store: Reading, what: Export) -> pa.Table:
    """The whole table of this kind."""
    match what:
        case Export.CURATED:
            return curated_table(store)
        case Export.DECISIONS:
            return decisions_table(store)
        case Export.CHECKED:
            return checked_table(store)


def curated_table(store: Reading, cells: Collection[Cell] | None = None) -> pa.Table:
    """A row for each kept or relabelled sample, by cell and then in the order of the queue; of these cells or of all.

    Every text field of the data sets has two columns, original_<field> and perturbed_<field>, null where a data set
    has no such field. `label` is what people say is right for the perturbed text. `carried_from` is the id of the
    candidate that they judged in its place because it reads the same, "" where they judged this one. `settled_by` is
    who settled what people disputed, a person (the only one of the annotators then) or the "majority", "" where nobody
    had to. `order` is how the cell's candidates were handed out: a share kept of those that came best first is no
    estimate for all.
    """
    wanted = {cell: order for cell, order in store.orders().items() if cells is None or cell in cells}
    tables = [curated_of(store, cell, order, store.curated(cell)) for cell, order in wanted.items()]
    return joined(tables)


def joined(tables: Iterable[pa.Table]) -> pa.Table:
    """The curated samples of several cells, with every text field that one of them has."""
    tables = list(tables)
    texts = dict.fromkeys(name for table in tables for name in table.column_names if name not in _NO_TEXTS)
    schema = pa.schema([*CURATED, *((name, pa.string()) for name in texts), *VERDICT])
    return pa.concat_tables([schema.empty_table(), *tables], promote_options="default").select(schema.names)


def curated_of(store: Reading, cell: Cell, order: Order, samples: Sequence[CuratedSample]) -> pa.Table:
    """The rows of one cell, of these curated samples in the order of the queue, made column by column."""
    if not samples:
        return pa.schema([*CURATED, *VERDICT]).empty_table()
    placed = store.placed(cell, [sample.candidate_id for sample in samples])
    texts = read_rows(placed, texts_at)
    columns: dict[str, Any] = {
        **{name: [value] * len(samples) for name, value in {**_cell(cell), "order": order.name}.items()},
        "seed": [place.seed for place in placed],
        "gold_label": [place.gold_label for place in placed],
    }
    for name in _NO_TEXTS - set(columns):
        columns[name] = [getattr(sample, name) for sample in samples]
    schema = pa.schema([*CURATED, *VERDICT])
    table = pa.table({name: columns[name] for name in schema.names}, schema=schema)
    for name in texts.column_names:
        table = table.append_column(name, texts[name])
    return table


def decisions_table(store: Reading) -> pa.Table:
    """A row for each event, in the order they were stored, cell by cell. `stands` says whether it counts now: it is
    no undo and nobody took it back; of several that stand, an annotator's latest on a sample is their verdict. A
    `second` opinion came when another person had the sample or had judged it; one that `settles` holds whatever the
    others said; a `probe` answers a gold sample and counts for nothing else; a `flag` is no verdict, and stands while
    its sample is to be talked about. `order` is how the cell's candidates were handed out, now or for a time."""
    tables = [_decisions_of(store.decisions(cell), cell, order) for cell, order in store.orders().items()]
    return pa.concat_tables([DECISIONS.empty_table(), *tables])


def _decisions_of(decisions: Sequence[Decision], cell: Cell, order: Order) -> pa.Table:
    """The rows of one cell, made column by column."""
    standing = {d.id for d in (*standing_decisions(decisions), *open_flags(decisions))}
    columns: dict[str, list[Any]] = {
        "verdict": [d.verdict.value for d in decisions],
        "stands": [d.id in standing for d in decisions],
        **{name: [value] * len(decisions) for name, value in {**_cell(cell), "order": order.name}.items()},
    }
    for name in set(DECISIONS.names) - set(columns):
        columns[name] = [getattr(decision, name) for decision in decisions]
    return pa.table({name: columns[name] for name in DECISIONS.names}, schema=DECISIONS)


def checked_table(store: Reading) -> pa.Table:
    """Samples checked until the quota, laid out as Tables 10-12 of Moradi & Samwald 2021.

    For each PPS the number checked, null where there is no such cell, whether the quota was reached with it, how many
    of them were judged on a candidate that reads the same, and in which order they were handed out.
    """
    kinds = {"": pa.int32(), "_reached": pa.bool_(), "_carried": pa.int32(), "_order": pa.string()}
    columns = [(f"pps_{s.value}{end}", kind) for s in COLUMNS for end, kind in kinds.items()]
    rows = []
    for row in checked_rows(store.cells()):
        counts = [value for c in row.checked for value in _counts(c)]
        cells = zip((name for name, _ in columns), counts, strict=True)
        rows.append({"perturbation": row.perturbation, "dataset": row.dataset, "split": row.split, **dict(cells)})
    first = [(name, pa.string()) for name in ("perturbation", "dataset", "split")]
    return pa.Table.from_pylist(rows, schema=pa.schema([*first, *columns]))


def _counts(cell: CellProgress | None) -> tuple[int | str | None, ...]:
    return (None,) * 4 if cell is None else (cell.checked, cell.reached, cell.carried, cell.order.name)


def as_bytes(table: pa.Table, file_format: FileFormat) -> bytes:
    """The table as a file's content. In JSONL a time is ISO 8601.

    In CSV a list is joined by "; ", and a text that a spreadsheet would take for a formula has an apostrophe before it,
    which keeps it from being computed; JSONL and Parquet hold every text as it is.
    """
    out = BytesIO()
    match file_format:
        case FileFormat.CSV:
            csv.write_csv(_flat_table(table), out)
        case FileFormat.JSONL:
            out.writelines(_lines(table))
        case FileFormat.PARQUET:
            pq.write_table(table, out, compression="zstd")
    return out.getvalue()


def write_export(path: Path, table: pa.Table) -> None:
    """Write the table to this file, in the format its name ends in. Raises BadInput for any other ending, or with the
    reason when the file can't be written."""
    try:
        file_format = FileFormat(path.suffix.lower().lstrip("."))
    except ValueError as error:
        raise BadInput(f"{path.name!r} has an unknown ending; use .csv, .jsonl or .parquet.") from error
    with written_whole(path) as file:
        file.write(as_bytes(table, file_format))


def _cell(cell: Cell) -> dict[str, str]:
    return {
        "dataset": cell.dataset,
        "split": cell.split,
        "perturbation": cell.perturbation,
        "severity": cell.severity.key,
    }


def _flat_table(table: pa.Table) -> pa.Table:
    for i, field in enumerate(table.schema):
        if pa.types.is_list(field.type):
            table = table.set_column(i, field.name, pa.array(["; ".join(v) for v in table[field.name].to_pylist()]))
        if pa.types.is_string(table.schema.field(i).type):
            table = table.set_column(i, field.name, pc.replace_substring_regex(table[field.name], FORMULA, r"'\1"))
    return table.rename_columns(list(map(as_text, table.column_names)))


def _lines(table: pa.Table) -> Iterator[bytes]:
    """A line of JSON for each row; column by column, for a table's own rows take three times as long."""
    encoder = json.JSONEncoder(ensure_ascii=False)
    names = table.column_names
    for row in zip(*map(_json_values, table.columns), strict=True):
        yield encoder.encode(dict(zip(names, row, strict=True))).encode() + b"\n"


def _json_values(column: pa.ChunkedArray) -> list[Any]:
    """The values of a column as JSON has them: a time is ISO 8601."""
    if not pa.types.is_timestamp(column.type):
        values: list[Any] = column.to_pylist()
        return values
    return [value and value.isoformat() for value in column.to_pylist()]
