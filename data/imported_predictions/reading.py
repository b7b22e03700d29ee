"""Files of predictions as rows: CSV with any usual separator, JSONL, a JSON list or Parquet, columns named or not."""

import csv
import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa

from core.errors import BadInput, first_line
from data.formats.headers import is_number
from data.formats.json_array import json_items
from data.formats.parquet import parquet_rows
from data.imported_predictions.columns import COLUMN_NAMES, Role, chances_of, roles_of

SEPARATORS = ",;\t|"
LIST_OF_OBJECTS = re.compile(r"\s*\[\s*(\{|$)")  # how a JSON list of rows begins
LONGEST = 1 << 20  # characters of a cell
LARGEST = 1 << 29  # bytes of a file, unfolded
TOO_LARGE = f"it has more than {LARGEST:,} bytes: give one file for each perturbation and severity"
MOST = 10_000_000  # rows of a file
GZIP = b"\x1f\x8b"  # how such a file begins
AT_ONCE = 1 << 20  # bytes that are unfolded at once
LOOK_AT = 100  # rows that tell the columns
UNREADABLE = (OSError, UnicodeDecodeError, csv.Error, ValueError, RecursionError, pa.ArrowException)


class PredictedRow(NamedTuple):
    """One row: a sample by id or number, the variant as the file calls it, what was predicted; "" where it is silent.

    `line` counts from 1, a header among the lines. `probabilities` are by label, or by number where none is named; NaN
    where the file has something else.
    """

    file: str
    line: int
    sample: str
    variant: str
    label: str
    probabilities: Mapping[str, float]
    tokens: tuple[str, ...] = ()  # that predicted tags stand beside, where the file says them


def read_rows(
    path: Path, labels: Sequence[str], columns: Mapping[Role, str] | None = None, name: str = ""
) -> Iterator[PredictedRow]:
    """The rows of a file; `columns` say which column is what where its name does not, "1", "2", … without a header.

    `labels` are the data set's: columns of these names hold probabilities. `name` is what the file is called where not
    by its path. Raises BadInput for a file that can't be read and for one in which no column of labels is found.
    """
    file = Path(name or path.name)
    numbered, roles, chances = _open_rows(path, file, labels, columns)
    read = _reader(file.name, roles, chances)
    return (read(line, row) for line, row in numbered)


def unread_columns(
    path: Path, labels: Sequence[str], columns: Mapping[Role, str] | None, could_be: Callable[[object], bool]
) -> tuple[str, list[str]]:
    """(the column that is taken for what was predicted, those that say nothing that is known, and whose values could
    all be a prediction; empty cells are passed over)."""
    numbered, roles, chances = _open_rows(path, path, labels, columns)
    read = {*roles.values(), *chances.values()}
    fits: dict[str, bool] = {}  # none before its first value
    for _, row in numbered:
        for name, value in row.items():
            if name not in read and value not in (None, "") and fits.get(name, True):
                fits[name] = could_be(value)
    return roles[Role.LABEL], [name for name, fit in fits.items() if fit]


def _open_rows(
    path: Path, file: Path, labels: Sequence[str], columns: Mapping[Role, str] | None
) -> tuple[Iterator[tuple[int, dict[str, Any]]], dict[Role, str], dict[str, str]]:
    """The rows with their lines, which column says what, and those of the labels' probabilities."""
    numbered = numbered_rows(path, file.name, columns is not None)
    first = list(islice(numbered, LOOK_AT))
    names = list(dict.fromkeys(name for _, row in first for name in row))
    roles = roles_of(file, names, columns or {}, len(labels))
    return chain(first, numbered), roles, chances_of(names, labels) if Role.PROBABILITIES not in roles else {}


def numbered_rows(path: Path, name: str, chosen: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a file of this name with their lines, one at a time; `chosen` where whoever asks names columns.

    Raises BadInput for what can't be read, is more than a file may hold, or holds no rows.
    """
    count = 0
    with as_one_of(path, name, "CSV, JSON, JSONL or Parquet"):
        for count, numbered in enumerate(_read_rows(path, chosen), 1):
            if count > MOST:
                raise ValueError(f"it has more than {MOST:,} rows: give one file for each perturbation and severity")
            yield numbered
    if not count:
        raise no_rows(name)


@contextmanager
def as_one_of(path: Path, name: str, forms: str) -> Iterator[None]:
    """Raises BadInput for a file of this name that is too large, or that the block can't read as one of these forms."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(TOO_LARGE)
        yield
    except UNREADABLE as error:
        raise BadInput(f"{name!r} can't be read as {forms} ({_read_fault(error)}).") from error


def no_rows(name: str) -> BadInput:
    return BadInput(f"{name!r} holds no rows; there is nothing to import.")


@contextmanager
def unfolded(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """These files, of a gzip what it unfolds to, as long as the block lasts; BadInput for one that is damaged or
    unfolds to more than a file may have."""
    with TemporaryDirectory() as folder:
        yield [_unzipped(path, Path(folder) / f"{number}") for number, path in enumerate(paths)]


def _unzipped(path: Path, target: Path) -> Path:
    try:
        with path.open("rb") as file:
            if file.read(len(GZIP)) != GZIP:
                return path
        with gzip.open(path) as file, target.open("wb") as plain:
            while part := file.read(AT_ONCE):
                if plain.tell() + len(part) > LARGEST:
                    raise ValueError(TOO_LARGE)
                plain.write(part)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BadInput(f"{path.name!r} can't be unpacked ({_read_fault(error)}).") from error
    return target


def plain_name(path: Path) -> Path:
    """The name of a file without the ".gz" at its end."""
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def _read_fault(error: Exception) -> str:
    """What kept a file from being read, in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start:,} is not UTF-8: save the file as UTF-8"
    return first_line(error, 200)


def _read_rows(path: Path, chosen: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open("rb") as file:
        start = file.read(4)
    if start == b"PAR1":
        yield from _parquet(path)
        return
    with path.open(encoding="utf-8-sig", newline="") as lines:
        first = next((line for line in lines if line.strip()), "")
        lines.seek(0)
        if first.lstrip().startswith("{"):
            yield from _objects(lines)
            return
        if LIST_OF_OBJECTS.match(first):
            yield from _listed_objects(path)
            return
        csv.field_size_limit(LONGEST)
        yield from _delimited(csv.reader(lines, delimiter=max(SEPARATORS, key=first.count)), chosen)


def _objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Those of JSONL, an object a line."""
    for line, text in enumerate(lines, 1):
        if text.strip():
            try:
                row = json.loads(text)
            except ValueError as error:
                raise ValueError(f"line {line} is not JSON: {error}") from error
            if not isinstance(row, dict):
                raise ValueError(f"line {line} is not an object")
            yield line, row


def _listed_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Those of one JSON list, counted from 1."""
    for number, item in enumerate(json_items(path, "utf-8"), 1):
        if item.flaw:
            raise ValueError(f"item {number} of the list: {item.flaw}")
        if not isinstance(item.value, dict):
            raise ValueError(f"item {number} of the list is not an object")
        yield number, item.value


def _parquet(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, row in enumerate(parquet_rows(path), 1):
        if row is None:
            raise ValueError(f"row {number} has a cell of more than {LONGEST:,} bytes")
        yield number, row


def _delimited(reader: Iterator[list[str]], chosen: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = ((line, cells) for line, cells in enumerate(reader, 1) if any(map(str.strip, cells)))
    at, first = next(rows, (0, []))
    header = any(cell.strip().lower() in COLUMN_NAMES for cell in first) or (chosen and not any(map(is_number, first)))
    names = [cell.strip() for cell in first] if header else [f"{n}" for n in range(1, len(first) + 1)]
    if twice := next((name for name, times in Counter(names).items() if name and times > 1), ""):
        raise ValueError(f"it has more than one column {twice[:40]!r}; keep one of them")
    for line, cells in rows if header else chain([(at, first)] if first else [], rows):
        if any(cell.strip() for cell in cells[len(names) :]):
            raise ValueError(f"line {line} has {len(cells)} cells, but there are {len(names)} columns")
        yield line, dict(zip(names, cells, strict=False))


def _reader(
    file: str, roles: Mapping[Role, str], chances: Mapping[str, str]
) -> Callable[[int, Mapping[str, Any]], PredictedRow]:
    """What makes a row of a file's line and cells."""
    of = {role: roles.get(role, "") for role in Role}

    def text(row: Mapping[str, Any], role: Role) -> str:
        value = row.get(of[role]) if of[role] else None
        return "" if value is None else f"{value}".strip()

    def read(line: int, row: Mapping[str, Any]) -> PredictedRow:
        variant = text(row, Role.VARIANT)
        if variant and "@" not in variant and (severity := text(row, Role.SEVERITY)):
            variant = f"{variant}@{severity}"
        numbers = {label: row.get(name) for label, name in chances.items()} or _numbers(row.get(of[Role.PROBABILITIES]))
        probabilities = {label: _number(p) for label, p in numbers.items() if p is not None and p != ""}
        value = row.get(of[Role.LABEL])
        label = " ".join(map(str, value)) if isinstance(value, list) else text(row, Role.LABEL)
        return PredictedRow(file, line, text(row, Role.SAMPLE) or text(row, Role.ROW), variant, label, probabilities)

    return read


def _number(value: object) -> float:
    """The number that this is or reads as; NaN for what is none."""
    try:
        return float(value if isinstance(value, float | int) else str(value))
    except (ValueError, OverflowError):
        return nan


def _numbers(value: Any) -> dict[str, Any]:
    """The probabilities of one cell: a list, an object, or the text of one; numbers apart by spaces; "" for one alone,
    which does not say of which label it is."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = value.replace(",", " ").split()
    if isinstance(value, dict):
        return {str(label): p for label, p in value.items()}
    if isinstance(value, float | int):
        return {"": value}
    return {f"{i}": p for i, p in enumerate(value)} if isinstance(value, list | tuple) else {}
