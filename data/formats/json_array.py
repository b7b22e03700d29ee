"""A JSON file that holds one array of objects, read object by object: the whole of it is never in memory."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from data.formats.jsonl import object_row, table_of_objects
from data.formats.lines import MAX_LINE
from data.formats.rows import BadRow, Format, Table, TableRow

CHUNK = 1 << 16  # characters read at a time
_decoder = json.JSONDecoder()
_between = re.compile(r"[\s,]*")
_not_decoded = re.compile("[\udc80-\udcff]")  # how "surrogateescape" hands over a byte that is not of the encoding


def json_table(path: Path, encoding: str) -> Table:
    """The table of a JSON array; its columns are the keys of the first 200 objects, in the order they come.

    Raises BadInput for a file that is not an array of objects, and says what to write instead.
    """
    rows = partial(_rows, path, encoding)
    instead = 'write [{"text": …, "label": …}, …], or one such object on each line'
    return table_of_objects(path, Format.JSON, rows, "holds no list of JSON objects", instead)


def begins_array(start: str) -> bool:
    """Whether a file that begins so is one JSON value, an array or an object over several lines, and no JSON lines."""
    text = start.lstrip("\ufeff \t\r\n")
    return (text[:1] == "[" and text[1:].lstrip()[:1] in ("{", "]")) or text.partition("\n")[0].strip() == "{"


def json_values(path: Path, encoding: str) -> Iterator[object]:
    """The array's items as they stand, as far as they can be read."""
    return (item.value for item in json_items(path, encoding) if not item.flaw)


class JsonItem(NamedTuple):
    """An item of the array, on the line where it begins, or what is wrong with it."""

    line: int
    value: object
    flaw: str = ""


def _rows(path: Path, encoding: str) -> Iterator[TableRow | BadRow]:
    for item in json_items(path, encoding):
        yield BadRow(path.name, item.line, item.flaw) if item.flaw else object_row(path.name, item.line, item.value)


def json_items(path: Path, encoding: str) -> Iterator[JsonItem]:
    """Every item; after one that is not JSON nothing more can be made out, and the last item says so."""
    with path.open(encoding=encoding, errors="surrogateescape", newline="") as file:
        reader = _Reader(file)
        if reader.next_character() != "[":
            yield JsonItem(reader.line, None, "it is not a list; put square brackets around the objects")
            return
        reader.at += 1
        while (character := reader.next_character()) != "]":
            if not character:
                yield JsonItem(reader.line, None, "the list has no closing bracket; the file may be incomplete")
                return
            line = reader.line
            try:
                value, escaped = reader.value()
            except (ValueError, RecursionError) as error:
                too = "nested too deeply, or a number too long"
                reason = error.msg if isinstance(error, json.JSONDecodeError) else too
                yield JsonItem(line, None, f"it is not JSON ({reason}), and the rest of the file can't be read")
                return
            yield JsonItem(
                line, value, f"byte 0x{ord(escaped) - 0xDC00:02X} is not {encoding.upper()}" if escaped else ""
            )


class _Reader:
    """The text from `at` on; `line` is where that is, counted from 1."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.text = file.read(CHUNK).removeprefix("\ufeff")
        self.at, self.line = 0, 1

    def next_character(self) -> str:
        """The first character after white space and commas, "" at the end of the file."""
        while True:
            match = _between.match(self.text, self.at)
            self._go_to(match.end() if match else self.at)
            if self.at < len(self.text) or not self._read_more(CHUNK):
                return self.text[self.at : self.at + 1]

    def value(self) -> tuple[object, str]:
        """The value that begins here, and the first byte in it that could not be decoded, "" for none.

        Raises ValueError and RecursionError for what is no JSON, and for a value longer than a line may be.
        """
        size = CHUNK
        while True:
            try:
                value, end = _decoder.raw_decode(self.text, self.at)
                break
            except json.JSONDecodeError:
                if len(self.text) - self.at > MAX_LINE or not self._read_more(size):
                    raise
                size *= 2
        escaped = _not_decoded.search(self.text, self.at, end)
        self._go_to(end)
        return value, escaped[0] if escaped else ""

    def _go_to(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at)
        self.at = at

    def _read_more(self, size: int) -> bool:
        more = self.file.read(size)
        self.text, self.at = self.text[self.at :] + more, 0
        return bool(more)
