"""Words and word sequences with what chats and messages write for them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.casing import lowered, match_case
from core.text.letters import joins
from core.text.tokens import word_spans


class Abbreviated(NamedTuple):
    """Words in lower case ("by the way") and their abbreviation ("btw")."""

    words: str
    short: str


class Abbreviations:
    """Abbreviations that are found by the first two words of what they stand for."""

    def __init__(self, rows: Iterable[Abbreviated]) -> None:
        self._single: dict[str, str] = {}
        self._opening: dict[str, list[Abbreviated]] = {}
        self.rows = tuple(sorted(rows, key=lambda row: (-len(row.words), row)))
        for row in self.rows:
            spans = word_spans(row.words)
            if len(spans) > 1:
                self._opening.setdefault(row.words[: spans[1][1]], []).append(row)
            else:
                self._single[row.words] = row.short
        self._first = frozenset(opening[: word_spans(opening)[0][1]] for opening in self._opening)

    def matches(self, text: AnalysedText) -> Sequence[Piece]:
        """The edits that abbreviate the text, from the left, the longest first; only whole words, in any case."""
        source, words = text.source, text.words
        lower = lowered(source)
        edits: list[Piece] = []
        at = 0
        for i, (start, stop) in enumerate(words):
            word = lower[start:stop]
            if start < at:
                continue
            row = self._longest_match(lower, words, i) if word in self._first else None
            if row is not None:
                at = start + len(row.words)
                edits.append(Piece(start, at, match_case(row.short, source[start:at])))
            elif (short := self._single.get(word)) is not None:
                at = stop
                edits.append(Piece(start, stop, match_case(short, source[start:stop])))
        return edits if source.isascii() else [edit for edit in edits if not joins(source[edit.end : edit.end + 1])]

    def _longest_match(self, lower: str, words: Sequence[tuple[int, int]], i: int) -> Abbreviated | None:
        """The longest sequence of several words that begins at word i."""
        if i + 1 == len(words):
            return None
        start = words[i][0]
        for row in self._opening.get(lower[start : words[i + 1][1]], ()):
            if lower.startswith(row.words, start) and _ends_a_word(start + len(row.words), words, i + 1):
                return row
        return None


def _ends_a_word(end: int, words: Sequence[tuple[int, int]], i: int) -> bool:
    while i < len(words) and words[i][1] < end:
        i += 1
    return i < len(words) and words[i][1] == end
