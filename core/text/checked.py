"""Whether what a script gives are texts."""

from collections.abc import Iterable

from core.errors import BadInput


def checked_texts(texts: Iterable[str]) -> list[str]:
    """The texts; raises BadInput for what is none, and for one text in place of several."""
    if isinstance(texts, str):
        raise BadInput(f"{texts!r:.60} is one text; give a list of texts.")
    rows = list(texts)
    for row in rows:
        if not isinstance(row, str):
            raise BadInput(f"{row!r:.60} is not a text; give a str, or a list of str.")
    return rows
