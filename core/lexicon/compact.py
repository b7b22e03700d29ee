"""Large word lists in little memory: a dictionary, or a set, of as many strings takes five to ten times as much."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping


class Expressions:
    """Expressions to be looked for, by their hashes in order: a stranger is found once in 10^14 times."""

    def __init__(self, expressions: Iterable[str]) -> None:
        self._hashes = array("q", sorted(map(hash, expressions)))

    def __contains__(self, expression: object) -> bool:
        looked_for = hash(expression)
        at = bisect_left(self._hashes, looked_for)
        return at < len(self._hashes) and self._hashes[at] == looked_for


class FormTable(Mapping[str, tuple[str, ...]]):
    """Forms with what may replace each, the best first, as the sorted lines of one text."""

    def __init__(self, lines: Iterable[str]) -> None:
        """A line is a form, a tab, and the others with spaces between."""
        ordered = sorted(lines, key=lambda line: line.partition("\t")[0])
        self._text = "".join(f"{line}\n" for line in ordered)
        self._starts, at = array("i"), 0
        for line in ordered:
            self._starts.append(at)
            at += len(line) + 1

    def __getitem__(self, form: str) -> tuple[str, ...]:
        text, line, n = self._text, f"{form}\t", len(form) + 1
        place = bisect_left(self._starts, line, key=lambda start: text[start : start + n])
        if place == len(self._starts) or not text.startswith(line, start := self._starts[place]):
            raise KeyError(form)
        return tuple(text[start + n : text.index("\n", start)].split(" "))

    def __iter__(self) -> Iterator[str]:
        return map(self._form_at, self._starts)

    def __len__(self) -> int:
        return len(self._starts)

    def _form_at(self, start: int) -> str:
        return self._text[start : self._text.index("\t", start)]
