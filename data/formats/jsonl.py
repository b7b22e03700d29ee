"""JSON lines: one object a line."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from core.errors import BadInput
from data.formats.lines import Lines
from data.formats.rows import BadRow, Format, Row, Table

_KINDS = {bool: "true or false", int: "a number", float: "a number", dict: "an object"}


def jsonl_table(path: Path, encoding: str) -> Table:
    """The table of a JSON-lines file; its columns are the keys of the first 200 objects, in the order they come."""
    rows = partial(_rows, path, encoding)
    columns = dict.fromkeys(key for row in islice(rows(), 200) if isinstance(row, Row) for key in row.values)
    if not columns:
        bad = next((f" (line {row.line}: {row.reason})" for row in rows() if isinstance(row, BadRow)), "")
        raise BadInput(
            f"{path.name!r} holds no JSON objects, one on each line{bad}; choose another format or mend the file."
        )
    return Table(Format.JSONL, tuple(columns), rows)


def json_type(path: Path, column: str, encoding: str) -> str:
    """What a column holds instead of text in the first object that has it, such as "a number"; "" for text."""
    for line in Lines(path, encoding):
        try:
            value = json.loads(line).get(column)
        except (ValueError, RecursionError, AttributeError):
            continue
        if value is not None:
            return _KINDS.get(type(value), "")
    return ""


def _rows(path: Path, encoding: str) -> Iterator[Row | BadRow]:
    lines = Lines(path, encoding)
    for line in lines:
        flaw = lines.take_flaw()
        if not flaw and not line.strip():
            continue
        row = BadRow(path.name, lines.number, flaw) if flaw else _row(path.name, lines.number, line)
        yield row


def _row(file: str, number: int, line: str) -> Row | BadRow:
    try:
        read = json.loads(line)
    except json.JSONDecodeError as error:
        return BadRow(file, number, f"it is no JSON ({error.msg} at character {error.colno})")
    except (ValueError, RecursionError):
        return BadRow(file, number, "it is JSON that nobody can read (too deep or too long a number)")
    if not isinstance(read, dict):
        return BadRow(file, number, 'it is JSON but no object; write {"text": …, "label": …}')
    values = {key: as_text(value) for key, value in read.items()}
    for key, value in values.items():
        if not is_unicode(key + value):
            return BadRow(file, number, f"{key!a} holds half of a character (a lone surrogate)")
        if "\0" in value:
            return BadRow(file, number, f"{key!r} holds a NUL character; take it out")
    return Row(number, values)


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
