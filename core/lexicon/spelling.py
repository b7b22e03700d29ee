"""Words and how they are misspelled, as plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.casing import lowered, match_case
from core.text.letters import joins
from core.text.realised import characters_between


class Misspelling(NamedTuple):
    """A misspelling in lower case, and how many characters it changes of its word."""

    text: str
    cost: int


class Misspelled(NamedTuple):
    """A word of a text and all that may be written for it, the dearest first."""

    start: int
    stop: int
    known: tuple[Misspelling, ...]

    def edit(self, chosen: Misspelling, source: str) -> Piece:
        """The edit that puts this misspelling in, in the case of the word."""
        return Piece(self.start, self.stop, match_case(chosen.text, source[self.start : self.stop]))


@dataclass(frozen=True, slots=True)
class Misspellings:
    """`forms[word]` are the misspellings of a lower-case word, those that change most of it first."""

    forms: Mapping[str, tuple[Misspelling, ...]]

    @classmethod
    def of(cls, lists: Mapping[str, Iterable[str]]) -> "Misspellings":
        """From the misspellings of each word, all in lower case."""
        return cls({word: _misspellings_by_cost(word, lists[word]) for word in lists})

    def find(self, text: AnalysedText) -> list[Misspelled]:
        """The text's words that have known misspellings, but for those whose last letter carries a mark."""
        lower, forms = lowered(text.source), self.forms
        words = [
            Misspelled(start, stop, misspellings)
            for start, stop in text.words
            if (misspellings := forms.get(lower[start:stop])) is not None
        ]
        return words if lower.isascii() else [w for w in words if not joins(lower[w.stop : w.stop + 1])]


def _misspellings_by_cost(word: str, wrong: Iterable[str]) -> tuple[Misspelling, ...]:
    misspellings = [Misspelling(text, characters_between(word, text)) for text in wrong]
    return tuple(sorted(misspellings, key=lambda form: (-form.cost, form.text)))


def both_ways(lists: Mapping[str, Iterable[str]]) -> Misspellings:
    """The misspellings of each word, and of each misspelling the words it may stand for, written as they are."""
    forms: dict[str, dict[str, None]] = {}
    for word, wrong in lists.items():
        for misspelling in wrong:
            if misspelling != word:
                forms.setdefault(word, {})[misspelling] = None
                forms.setdefault(misspelling, {})[word] = None
    return Misspellings.of(forms)
