"""What a file holds once it is read: rows with named text columns, and rows that can't be used, with the reason."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Format(StrEnum):
    TSV = "tsv"  # tabs, never quotes: what a cell holds is what it says
    CSV = "csv"  # commas, cells in double quotes may hold commas, quotes and line breaks
    JSONL = "jsonl"  # one JSON object a line
    JSON = "json"  # one array of JSON objects
    PARQUET = "parquet"
    CONLL = "conll"  # one token a line with its tag last, a blank line after each sentence
    LABELLED_LINES = "labelled-lines"  # a label, a space or tab, the text (fastText's "__label__" is taken off)


class TableRow(NamedTuple):
    """A row's values by column; `line` is where it begins in the file, counted from 1."""

    line: int
    values: Mapping[str, str]


class BadRow(NamedTuple):
    """A row that can't be used: where it is and why not."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Table:
    """A file's columns, and its rows in order each time `rows` is called; never more than a batch in memory.

    `header` says whether the first line was taken for the columns' names.
    """

    format: Format
    columns: tuple[str, ...]
    rows: Callable[[], Iterator[TableRow | BadRow]]
    header: bool = False
