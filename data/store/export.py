"""What people take away: curated samples, all decisions, and how many samples were checked; CSV, JSONL or Parquet."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import Cell, Decision
from curation.checked import COLUMNS, checked_rows
from curation.order import Order
from curation.quota import Checked
from curation.records import DeskItem
from curation.resolve import open_flags, standing_decisions
from data.durable import written_whole
from data.store import Store
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
FORMULA = r"\A([=+\-@\t\r])"  # how a text begins that a spreadsheet computes
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
    """The whole table of this kind, from a workspace that nobody has open; also written to this file, if any is named.

    Raises BadInput while another process holds the workspace, and what `write_export` raises.
    """
    with closing(Store.open(workspace)) as store:
        table = export_table(store, what)
    if path is not None:
        write_export(Path(path), table)
    return table


def export_table(store: Store, what: Export) -> pa.Table:
    """The whole table of this kind."""
    match what:
        case Export.CURATED:
            return curated_table(store)
        case Export.DECISIONS:
            return decisions_table(store)
        case Export.CHECKED:
            return checked_table(store)


def curated_table(store: Store, cells: Collection[Cell] | None = None) -> pa.Table:
    """A row for each kept or relabelled sample, by cell and then in the order of the queue; of these cells or of all.

    Every text field of the data sets has two columns, original_<field> and perturbed_<field>, null where a data set
    has no such field. `label` is what people say is right for the perturbed text. `carried_from` is the id of the
    candidate that they judged in its place because it reads the same, "" where they judged this one. `settled_by` is
    who settled what people disputed, a person (the only one of the annotators then) or the "majority", "" where nobody
    had to. `order` is how the cell's candidates were handed out: a share kept of those that came best first is no
    estimate for all.
    """
    states = [state for state in store.cells() if cells is None or state.cell in cells]
    rows = [row | {"order": state.order.name} for state in states for row in _curated_rows(store, state.cell)]
    known = {name for name, _ in (*CURATED, *VERDICT)}
    texts = dict.fromkeys(name for row in rows for name in row if name not in known)
    schema = pa.schema([*CURATED, *((name, pa.string()) for name in texts), *VERDICT])
    return pa.Table.from_pylist(rows, schema=schema)


def _curated_rows(store: Store, cell: Cell) -> Iterator[dict[str, Any]]:
    samples = store.curated(cell)
    items = store.items(cell, [sample.candidate_id for sample in samples])
    for sample, item in zip(samples, items, strict=True):
        yield {
            "candidate_id": sample.candidate_id,
            "sample_id": sample.sample_id,
            **_cell(cell),
            "seed": item.candidate.seed,
            **_texts(item),
            "gold_label": item.gold_label,
            "label": sample.label,
            "relabelled": sample.relabelled,
            "annotators": list(sample.annotators),
            "carried_from": sample.carried_from,
            "doubted_by": list(sample.doubted_by),
            "settled_by": sample.settled_by,
        }


def decisions_table(store: Store) -> pa.Table:
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


def checked_table(store: Store) -> pa.Table:
    """Samples checked until the quota, laid out as Tables 10-12 of Moradi & Samwald 2021.

    For each PPS the number checked, null where there is no such cell, whether the quota was reached with it, how many
    of them were judged on a candidate that reads the same, and in which order they were handed out.
    """
    kinds = {"": pa.int32(), "_reached": pa.bool_(), "_carried": pa.int32(), "_order": pa.string()}
    columns = [(f"pps_{s.value}{end}", kind) for s in COLUMNS for end, kind in kinds.items()]
    rows = []
    for row in checked_rows(store.checked_all()):
        counts = [value for c in row.checked for value in _counts(c)]
        named = zip((name for name, _ in columns), counts, strict=True)
        rows.append({"perturbation": row.perturbation, "dataset": row.dataset, "split": row.split, **dict(named)})
    first = [(name, pa.string()) for name in ("perturbation", "dataset", "split")]
    return pa.Table.from_pylist(rows, schema=pa.schema([*first, *columns]))


def _counts(checked: Checked | None) -> tuple[int | str | None, ...]:
    if checked is None:
        return (None,) * 4
    return checked.samples, checked.reached, checked.carried, checked.order.name


def as_bytes(table: pa.Table, file_format: FileFormat) -> bytes:
    """The table as a file's content. In JSONL a time is ISO 8601.

    In CSV a list is joined by "; ", and a text that a spreadsheet would take for a formula has an apostrophe before it,
    which keeps it from being computed; JSONL and Parquet hold every text as it is.
    """
    out = BytesIO()
    match file_format:
        case FileFormat.CSV:
            csv.write_csv(_flat(table), out)
        case FileFormat.JSONL:
            out.writelines(_lines(table.to_pylist()))
        case FileFormat.PARQUET:
            pq.write_table(table, out, compression="zstd")
    return out.getvalue()


def write_export(path: Path, table: pa.Table) -> None:
    """Write the table to this file, in the format its name ends in. Raises BadInput for any other ending, or with the
    reason when the file can't be written."""
    try:
        file_format = FileFormat(path.suffix.lower().lstrip("."))
    except ValueError as error:
        raise BadInput(f"{path.name!r} ends in no known format; use .csv, .jsonl or .parquet.") from error
    with written_whole(path) as file:
        file.write(as_bytes(table, file_format))


def _cell(cell: Cell) -> dict[str, str]:
    return {
        "dataset": cell.dataset,
        "split": cell.split,
        "perturbation": cell.perturbation,
        "severity": cell.severity.key,
    }


def _texts(item: DeskItem) -> dict[str, str]:
    texts = {}
    for name, rewrite in item.candidate.rewrites:
        texts[f"original_{name}"] = rewrite.source
        texts[f"perturbed_{name}"] = rewrite.perturbed
    return texts


def _flat(table: pa.Table) -> pa.Table:
    for i, field in enumerate(table.schema):
        if pa.types.is_list(field.type):
            table = table.set_column(i, field.name, pa.array(["; ".join(v) for v in table[field.name].to_pylist()]))
        if pa.types.is_string(table.schema.field(i).type):
            table = table.set_column(i, field.name, pc.replace_substring_regex(table[field.name], FORMULA, r"'\1"))
    return table


def _lines(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    for row in rows:
        plain = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
        yield json.dumps(plain, ensure_ascii=False).encode() + b"\n"
