"""Cells of CSV files that people open in a spreadsheet, which computes what looks like a formula."""

import re

BLANKS = "\ufeff\u3000"  # that show nothing, beside those of ASCII
SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫"  # in every width that spreadsheets read alike
# How a text begins that a spreadsheet computes: white space before its sign is cut by some of them.
FORMULA = rf"\A([\x00-\x20\x7f-\xa0{BLANKS}]*[{SIGNS}]|[\t\r\n])"


def as_text(cell: str) -> str:
    """A name or another text for such a cell, with an apostrophe before what would be computed."""
    return re.sub(FORMULA, r"'\1", cell)
