"""Cells of CSV files that people open in a spreadsheet, which computes what looks like a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from math import isnan

BLANKS = "\ufeff\u3000"  # that show nothing, beside those of ASCII
SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫"  # in every width that spreadsheets read alike
# How a text begins that a spreadsheet computes: white space before its sign is cut by some of them.
FORMULA = rf"\A([\x00-\x20\x7f-\xa0{BLANKS}]*[{SIGNS}]|[\t\r\n])"


def as_text(cell: str) -> str:
    """A name or another text for such a cell, with an apostrophe before what would be computed."""
    return re.sub(FORMULA, r"'\1", cell)


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str | float]]) -> str:
    """A file of CSV: texts for a spreadsheet, figures with six digits, nothing for NaN."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(map(_cell_text, row) for row in rows)
    return file.getvalue()


def _cell_text(cell: str | float) -> str:
    if isinstance(cell, str):
        return as_text(cell)
    if isinstance(cell, int):
        return str(cell)
    return "" if isnan(cell) else f"{cell:.6g}"
