"""CoNLL columns: a token a line, its tag in the last column, a blank line after each sentence."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from data.formats.lines import Lines
from data.formats.rows import BadRow, Format, Table, TableRow

COLUMNS = ("text", "tags")


def conll_table(path: Path, encoding: str) -> Table:
    """The table of a CoNLL file, a row a sentence: its tokens and its tags, each with single spaces between."""
    return Table(Format.CONLL, COLUMNS, partial(_rows, path, encoding))


def _rows(path: Path, encoding: str) -> Iterator[TableRow | BadRow]:
    lines = Lines(path, encoding)
    sentence: list[tuple[str, str]] = []
    start, flaw = 1, ""
    for line in lines:
        wrong = lines.take_flaw()
        cells = line.split()
        if not cells and not wrong:
            yield from _sentence(path.name, start, sentence, flaw)
            sentence, flaw = [], ""
        elif cells and cells[0] == "-DOCSTART-":
            continue
        else:
            start = start if sentence or flaw else lines.number
            if not wrong and len(cells) < 2:
                wrong = f"line {lines.number} has one column, but a token and its tag were expected"
            flaw = flaw or wrong
            sentence.append((cells[0], cells[-1]) if cells else ("", ""))
    yield from _sentence(path.name, start, sentence, flaw)


def _sentence(file: str, start: int, sentence: list[tuple[str, str]], flaw: str) -> Iterator[TableRow | BadRow]:
    if flaw:
        yield BadRow(file, start, flaw)
    elif sentence:
        texts = (" ".join(column) for column in zip(*sentence, strict=True))
        yield TableRow(start, dict(zip(COLUMNS, texts, strict=True)))
