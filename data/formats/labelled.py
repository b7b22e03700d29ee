"""Labelled lines: a label, a space or tab, the text. fastText's files are such lines, and so are SST's and TREC's."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from data.formats.lines import Lines
from data.formats.rows import BadRow, Format, Table, TableRow

COLUMNS = ("label", "text")


def labelled_table(path: Path, encoding: str) -> Table:
    """The table of a file of labelled lines: columns "label" and "text"."""
    return Table(Format.LABELLED_LINES, COLUMNS, partial(_rows, path, encoding))


def _rows(path: Path, encoding: str) -> Iterator[TableRow | BadRow]:
    lines = Lines(path, encoding)
    for line in lines:
        flaw = lines.take_flaw()
        label, text = split_label(line)
        if not flaw and not line.strip():
            continue
        if not flaw and not text:
            flaw = "it has no text after the label"
        yield BadRow(path.name, lines.number, flaw) if flaw else TableRow(lines.number, {"label": label, "text": text})


def split_label(line: str) -> tuple[str, str]:
    """(label, text): the label ends at the first space or tab."""
    at = min((i for i in (line.find(" "), line.find("\t")) if i >= 0), default=len(line))
    return line[:at].removeprefix("__label__"), line[at + 1 :]
