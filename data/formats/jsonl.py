"""JSON lines: one object a line."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path

from core.errors import BadInput
from data.formats.lines import Lines
from data.formats.rows import BadRow, Format, Table, TableRow

_KINDS = {bool: "true or false", int: "a number", float: "a number", dict: "an object"}


def jsonl_table(path: Path, encoding: str) -> Table:
    """The table of a JSON-lines file; its columns are the keys of the first 200 objects, in the order they come."""
    rows = partial(_rows, path, encoding)
    lacks = "does not hold one JSON object per line"
    return table_of_objects(path, Format.JSONL, rows, lacks, "choose another format or fix the file")


def table_of_objects(
    path: Path, file_format: Format, rows: Callable[[], Iterator[TableRow | BadRow]], lacks: str, instead: str
) -> Table:
    """The table of these rows; its columns are the keys of the first 200, in the order they come.

    Raises BadInput where they have none: what the file `lacks`, its first bad row, and what to do `instead`.
    """
    first = (row for row in islice(rows(), 200) if isinstance(row, TableRow))
    columns = tuple(dict.fromkeys(key for row in first for key in row.values))
    if not columns:
        bad = next((f" (line {row.line}: {row.reason})" for row in rows() if isinstance(row, BadRow)), "")
        raise BadInput(f"{path.name!r} {lacks}{bad}; {instead}.")
    return Table(file_format, columns, rows)


def json_type(values: Iterable[object], column: str) -> str:
    """What a column holds instead of text in the first object that has it, such as "a number"; "" for text."""
    present = (value[column] for value in values if isinstance(value, dict) and value.get(column) is not None)
    return next((_KINDS.get(type(value), "") for value in present), "")


def jsonl_values(path: Path, encoding: str) -> Iterator[object]:
    """What each line holds; a line that is not JSON is left out."""
    for line in Lines(path, encoding):
        with suppress(ValueError, RecursionError):
            yield json.loads(line)


def _rows(path: Path, encoding: str) -> Iterator[TableRow | BadRow]:
    lines = Lines(path, encoding)
    for line in lines:
        flaw = lines.take_flaw()
        if not flaw and not line.strip():
            continue
        yield BadRow(path.name, lines.number, flaw) if flaw else _row(path.name, lines.number, line)


def _row(file: str, number: int, line: str) -> TableRow | BadRow:
    try:
        read = json.loads(line)
    except json.JSONDecodeError as error:
        return BadRow(file, number, f"it is not JSON ({error.msg} at character {error.colno})")
    except (ValueError, RecursionError):
        return BadRow(file, number, "it is JSON that can't be read (nested too deeply, or a number too long)")
    return object_row(file, number, read)


def object_row(file: str, number: int, read: object) -> TableRow | BadRow:
    """The row of an object that was read from this line."""
    if not isinstance(read, dict):
        return BadRow(file, number, 'it is JSON but not an object; write {"text": …, "label": …}')
    values = {key: as_text(value) for key, value in read.items()}
    for key, value in values.items():
        if not is_unicode(key + value):
            return BadRow(file, number, f"{key!a} contains half of a character (a lone surrogate)")
        if "\0" in value:
            return BadRow(file, number, f"{key!r} contains a NUL character; delete it")
    return TableRow(number, values)


def as_text(value: object) -> str:
    """A cell as text: null is "", a list its items with spaces between (tokens, tags), anything else as JSON has it."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(as_text(item) for item in value)
    return json.dumps(value, ensure_ascii=False, default=str)


def is_unicode(text: str) -> bool:
    """Whether it can be written down: no half of a character stands alone in it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
