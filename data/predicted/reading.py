"""Files of predictions as rows: CSV with any usual separator, JSONL, a JSON list or Parquet, columns named or not."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from data.predicted.columns import NAMES, Role, chances_of, is_number, roles_of

SEPARATORS = ",;\t|"
LIST_OF_OBJECTS = re.compile(r"\s*\[\s*(\{|$)")  # how a JSON list of rows begins
LONGEST = 1 << 20  # characters of a cell
LARGEST = 1 << 29  # bytes of a file: what is read of it is held in memory
MOST = 10_000_000  # rows of a file
AT_ONCE = 256  # rows of Parquet, of which a small file may unfold to a great deal
MEMORY = 1 << 32  # bytes that the rows that are read at once may take
UNREADABLE = (OSError, UnicodeDecodeError, csv.Error, ValueError, RecursionError, pa.ArrowException)


@dataclass(frozen=True, slots=True)
class PredictedRow:
    """One row: a sample by id or number, the variant as the file calls it, what was predicted; "" where it is silent.

    `line` counts from 1, a header among the lines. `probabilities` are by label, or by number where none is named.
    """

    file: str
    line: int
    sample: str
    variant: str
    label: str
    probabilities: Mapping[str, float]
    tokens: tuple[str, ...] = ()  # that predicted tags stand beside, where the file says them


def read_rows(path: Path, labels: Sequence[str], columns: Mapping[Role, str] | None = None) -> list[PredictedRow]:
    """The rows of a file; `columns` say which column is what where its name does not, "1", "2", … without a header.

    `labels` are the data set's: columns of these names hold probabilities. Raises BadInput for a file that can't be
    read and for one in which no column of labels is found.
    """
    numbered, roles, chances = _parsed(path, labels, columns)
    return [_row(path.name, line, row, roles, chances) for line, row in numbered]


def unread_columns(
    path: Path, labels: Sequence[str], columns: Mapping[Role, str] | None = None
) -> tuple[str, dict[str, list[Any]]]:
    """(the column that is taken for what was predicted, the values of those that say nothing that is known)."""
    numbered, roles, chances = _parsed(path, labels, columns)
    read = {*roles.values(), *chances.values()}
    others = dict.fromkeys(name for _, row in numbered for name in row if name not in read)
    return roles[Role.LABEL], {name: [row.get(name) for _, row in numbered] for name in others}


def _parsed(
    path: Path, labels: Sequence[str], columns: Mapping[Role, str] | None
) -> tuple[list[tuple[int, dict[str, Any]]], dict[Role, str], dict[str, str]]:
    """The rows with their lines, which column says what, and those of the labels' probabilities."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"it has more than {LARGEST:,} bytes: give a file for each condition")
        numbered = list(islice(_numbered(path, columns is not None), MOST + 1))
        if len(numbered) > MOST:
            raise ValueError(f"it has more than {MOST:,} rows: give a file for each condition")
    except UNREADABLE as error:
        raise BadInput(f"{path.name!r} can't be read as CSV, JSON, JSONL or Parquet ({why(error)}).") from error
    if not numbered:
        raise BadInput(f"{path.name!r} holds no rows; there is nothing to import.")
    named = list(dict.fromkeys(name for _, row in numbered[:100] for name in row))
    roles = roles_of(path, named, columns or {}, len(labels))
    return numbered, roles, chances_of(named, labels) if Role.PROBABILITIES not in roles else {}


def why(error: Exception) -> str:
    """What kept a file from being read, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start:,} is not UTF-8: save it in UTF-8"
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _numbered(path: Path, chosen: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open("rb") as file:
        start = file.read(4)
    if start == b"PAR1":
        yield from enumerate(_unfolded(path), 1)
        return
    with path.open(encoding="utf-8-sig", newline="") as lines:
        first = next((line for line in lines if line.strip()), "")
        lines.seek(0)
        if first.lstrip().startswith("{"):
            yield from _objects(lines)
            return
        if LIST_OF_OBJECTS.match(first):
            yield from _listed_objects(json.load(lines))
            return
        csv.field_size_limit(LONGEST)
        separator = max(SEPARATORS, key=first.count)
        yield from _delimited(csv.reader(lines, delimiter=separator), chosen)


def _objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Those of JSONL, an object a line."""
    for line, text in enumerate(lines, 1):
        if text.strip():
            try:
                row = json.loads(text)
            except ValueError as error:
                raise ValueError(f"line {line} is no JSON: {error}") from error
            if not isinstance(row, dict):
                raise ValueError(f"line {line} is no object")
            yield line, row


def _listed_objects(rows: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Those of one JSON list, counted from 1."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise ValueError(f"number {number} of its list is no object")
        yield number, row


def _unfolded(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file, as long as they are no more than a file of text could hold.

    A value may stand for many rows, so that few are read at once where one may be large.
    """
    unfolded = 0
    with pq.ParquetFile(path, pre_buffer=False) as file:
        groups = [file.metadata.row_group(n) for n in range(file.metadata.num_row_groups)]
        sizes = [group.column(n).total_uncompressed_size for group in groups for n in range(group.num_columns)]
        if max(sizes, default=0) > LARGEST:
            raise ValueError(f"a column has more than {LARGEST:,} bytes: give a file for each condition")
        for batch in file.iter_batches(max(1, min(AT_ONCE, MEMORY // max(sizes, default=1))), use_threads=False):
            for row in batch.to_pylist():
                unfolded += sum(len(value) for value in row.values() if isinstance(value, str | bytes | list))
                if unfolded > LARGEST:
                    raise ValueError(f"its rows have more than {LARGEST:,} bytes: give a file for each condition")
                yield row


def _delimited(reader: Iterator[list[str]], chosen: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = ((line, cells) for line, cells in enumerate(reader, 1) if any(map(str.strip, cells)))
    at, first = next(rows, (0, []))
    known = {name for names in NAMES.values() for name in names}
    header = any(cell.strip().lower() in known for cell in first) or (chosen and not any(map(is_number, first)))
    names = [cell.strip() for cell in first] if header else [f"{n}" for n in range(1, len(first) + 1)]
    if twice := next((name for name, times in Counter(names).items() if name and times > 1), ""):
        raise ValueError(f"it has more than one column {twice[:40]!r}: leave one of them")
    for line, cells in rows if header else chain([(at, first)] if first else [], rows):
        if any(cell.strip() for cell in cells[len(names) :]):
            raise ValueError(f"line {line} has {len(cells)} cells where there are {len(names)} columns")
        yield line, dict(zip(names, cells, strict=False))


def _row(
    file: str, line: int, row: Mapping[str, Any], roles: Mapping[Role, str], chances: Mapping[str, str]
) -> PredictedRow:
    def text(role: Role) -> str:
        value = row.get(roles[role]) if role in roles else None
        return "" if value is None else f"{value}".strip()

    variant = text(Role.VARIANT)
    if variant and text(Role.SEVERITY) and "@" not in variant:
        variant = f"{variant}@{text(Role.SEVERITY)}"
    numbers = {label: row.get(name) for label, name in chances.items()} or _listed(
        row.get(roles.get(Role.PROBABILITIES, ""))
    )
    probabilities = {label: float(str(p)) for label, p in numbers.items() if is_number(p)}
    said = row.get(roles[Role.LABEL])
    label = " ".join(map(str, said)) if isinstance(said, list) else text(Role.LABEL)
    return PredictedRow(file, line, text(Role.SAMPLE) or text(Role.ROW), variant, label, probabilities)


def _listed(value: Any) -> dict[str, Any]:
    """The probabilities of one cell: a list, an object, or the text of one; numbers apart by spaces."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = value.replace(",", " ").split()
    if isinstance(value, dict):
        return {str(label): p for label, p in value.items()}
    return {f"{i}": p for i, p in enumerate(value)} if isinstance(value, list | tuple) else {}
