"""TSV and CSV. A tab-separated cell is read as it stands; between commas or semicolons it may be quoted."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from core.errors import BadInput
from core.so_many import so_many
from data.formats.headers import looks_like_header
from data.formats.lines import MAX_LINE, Lines
from data.formats.rows import BadRow, Format, Table, TableRow

LOOK_AT = 200  # rows that decide whether there is a header, and what stands between cells
SEPARATORS = ",;"
Cells = tuple[int, list[str], str]  # line, cells, flaw


def delimited_table(path: Path, format: Format, header: bool | None, encoding: str) -> Table:
    """The table of a TSV or CSV file; without a header its columns are called "1", "2", …

    With a header every row has to have its width; without one, a width that many rows share (STS-B has 7 and 9).
    """
    first = [[cell[:2000] for cell in cells] for _, cells, _ in islice(_cells(path, format, encoding), LOOK_AT)]
    if not first:
        raise BadInput(f"{path.name!r} contains only blank lines; there is nothing to import.")
    if header is None:
        header = looks_like_header(first)
    if header:
        columns = _column_names(path, first[0])
        widths = {len(columns)}
    else:
        widths = _usual_widths(_cells(path, format, encoding))
        columns = tuple(str(i + 1) for i in range(max(widths)))
    return Table(format, columns, partial(_rows, path, format, encoding, columns, widths, header), header)


def _usual_widths(rows: Iterable[Cells]) -> set[int]:
    """The commonest number of cells, and any other that at least 20 rows and a hundredth of them all have."""
    counted = Counter(len(cells) for _, cells, flaw in rows if not flaw)
    if not counted:
        return {1}
    enough = max(20, counted.total() / 100)
    return {counted.most_common(1)[0][0]} | {width for width, rows in counted.items() if rows >= enough}


def _column_names(path: Path, cells: list[str]) -> tuple[str, ...]:
    """The header's names; a column without one is called by its number."""
    names = tuple(cell.strip() or str(i + 1) for i, cell in enumerate(cells))
    twice = [name for name, n in Counter(names).items() if n > 1]
    if twice:
        raise BadInput(
            f"The header of {path.name!r} has two columns named {twice[0]!r}; give each column its own name."
        )
    return names


def _rows(
    path: Path, format: Format, encoding: str, columns: tuple[str, ...], widths: set[int], header: bool
) -> Iterator[TableRow | BadRow]:
    expected = " or ".join(map(str, sorted(widths)))
    for line, cells, flaw in islice(_cells(path, format, encoding), int(header), None):
        if not flaw and len(cells) not in widths:
            flaw = f"it has {so_many(len(cells), 'cell')}, but {expected} were expected"
        yield BadRow(path.name, line, flaw) if flaw else TableRow(line, dict(zip(columns, cells, strict=False)))


def _cells(path: Path, format: Format, encoding: str) -> Iterator[Cells]:
    lines = Lines(path, encoding)
    return _tsv(lines) if format is Format.TSV else _csv(lines, _separator(path, encoding))


def _tsv(lines: Lines) -> Iterator[Cells]:
    for line in lines:
        flaw = lines.take_flaw()
        if line or flaw:
            yield lines.number, line.split("\t"), flaw


def _separator(path: Path, encoding: str) -> str:
    """The comma, or the semicolon where only that gives rows of one width, as programs write it in much of Europe."""
    commas, semicolons = (_evenness(islice(_csv(Lines(path, encoding), by), LOOK_AT)) for by in SEPARATORS)
    return SEPARATORS[semicolons > commas]


def _evenness(rows: Iterable[Cells]) -> float:
    """The share of rows that have the commonest number of cells; 0 where that is one cell."""
    counted = Counter(len(cells) for _, cells, _ in rows)
    [(width, times)] = counted.most_common(1) or [(1, 0)]
    return times / counted.total() if width > 1 else 0.0


def _csv(lines: Lines, separator: str) -> Iterator[Cells]:
    """Rows of cells; a quote that is never closed is named where it opens, and reading goes on after what it ate."""
    csv.field_size_limit(MAX_LINE)
    text = iter(lines)
    reader = csv.reader((line + "\n" for line in text), strict=True, delimiter=separator)
    while True:
        start = lines.number + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            lines.take_flaw()
            yield start, [], _csv_fault(error)
            continue
        flaw = lines.take_flaw()
        if cells or flaw:
            yield start, cells, flaw


def _csv_fault(error: csv.Error) -> str:
    message = str(error)
    if "unexpected end" in message or "field larger" in message:
        return "a quoted cell that starts here has no closing quote; add it, or write each quote inside the cell twice"
    if "expected after" in message:
        return "there is text after a closing quote; write each quote inside a cell twice"
    return f"it can't be read as CSV ({message})"
