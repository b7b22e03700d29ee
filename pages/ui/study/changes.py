"""What changed between two texts, word by word, for the parts of a study that mark it.

A study keeps the texts alone, as people saw them; so the words are compared here, and a word with another letter is
marked whole.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from pages.ui.shared.marks import Mark

MOST = 2_000  # words of a text that are compared; longer ones are shown without marks
WORD = re.compile(r"\s+|\w+|[^\w\s]")
Run = tuple[str, str]


@lru_cache(maxsize=2_000)
def marked(old: str, new: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts as runs of (text, mark): what is gone is DELETED in the old one, what is new INSERTED in the other."""
    before, after = WORD.findall(old), WORD.findall(new)
    if max(len(before), len(after)) > MOST:
        return ((old, Mark.SAME),), ((new, Mark.SAME),)
    gone, come = list[Run](), list[Run]()
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        same = kind == "equal"
        gone += _run(before[a:b], Mark.SAME if same else Mark.DELETED)
        come += _run(after[c:d], Mark.SAME if same else Mark.INSERTED)
    return tuple(gone), tuple(come)


def marks(texts: Iterable[Sequence[Run]]) -> set[str]:
    """The kinds of change that are marked in these texts; none where they are equal, or too long to be compared."""
    return {mark for runs in texts for _, mark in runs} - {Mark.SAME.value}


def _run(words: Sequence[str], mark: Mark) -> list[Run]:
    return [("".join(words), mark.value)] if words else []
