"""Cells of CSV files that people open in a spreadsheet, which computes what looks like a formula."""

import re

FORMULA = r"\A([=+\-@\t\r])"  # how a text begins that a spreadsheet computes


def as_text(cell: str) -> str:
    """A name or another text for such a cell, with an apostrophe before what would be computed."""
    return re.sub(FORMULA, r"'\1", cell)
