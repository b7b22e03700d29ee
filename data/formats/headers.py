"""Whether the first row of a TSV or CSV file is a header, judged by its first rows."""

import re
from collections.abc import Sequence

KNOWN = {
    "text", "sentence", "sentence1", "sentence2", "question", "question1", "question2", "premise", "hypothesis",
    "tweet", "review", "comment", "content", "body", "title", "label", "labels", "class", "gold", "score", "target",
    "category", "sentiment", "quality", "similarity", "stars", "rating", "polarity", "id", "idx", "index", "split",
}  # fmt: skip
_NAME = re.compile(r"[#@]?[^\W\d][\w.\-/()\[\]?:#%&' ]{0,39}|#\d [A-Za-z]+")  # in any language
MOST_WORDS = 5  # of a name; more are a text


def looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns of the others.

    It does when its cells are distinct short names that come nowhere below them, and one is a usual name or stands
    over a column of numbers or of longer texts. A cell may be empty (pandas leaves its index unnamed).
    """
    first, below = [cell.strip() for cell in rows[0]], rows[1:]
    names = [cell for cell in first if cell]
    if len(names) < max(len(first) - 1, 1) or len(set(names)) < len(names) or not all(map(_is_name, names)):
        return False
    columns = [[row[i] for row in below if i < len(row)] for i in range(len(first))]
    if any(cell and cell in column for cell, column in zip(first, columns, strict=True)):
        return False
    if any(cell.lower() in KNOWN for cell in names):
        return True
    return any(cell and _differs_from_cells(cell, column) for cell, column in zip(first, columns, strict=True))


def is_number(value: object) -> bool:
    """Whether the value is a number, or the text of one."""
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def _is_name(cell: str) -> bool:
    return bool(_NAME.fullmatch(cell)) and len(cell.split()) <= MOST_WORDS


def _differs_from_cells(name: str, column: Sequence[str]) -> bool:
    """Whether the column holds numbers only, or texts at least three times as long as the name."""
    filled = [cell for cell in column if cell]
    if not filled:
        return False
    return all(map(is_number, filled)) or sum(map(len, filled)) > 3 * len(filled) * max(len(name), 10)
