"""Words and how they are misspelled, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.casing import match_case
from core.letters import joins, lower
from core.text import AnalysedText


@dataclass(frozen=True, slots=True)
class Misspellings:
    """`forms[word]` are the misspellings of a lower-case word, in lower case."""

    forms: Mapping[str, tuple[str, ...]]

    def of(self, word: str) -> tuple[str, ...]:
        """How this word may be misspelled, in its case; () where no misspelling is known."""
        known = self.forms.get(word.lower())
        return tuple([match_case(wrong, word) for wrong in known]) if known else ()


def misspelled_words(text: AnalysedText, misspellings: Misspellings) -> list[tuple[int, int]]:
    """The (start, stop) of the words that have known misspellings."""
    lowered, forms = lower(text.source), misspellings.forms
    found = [span for span in text.words if lowered[span[0] : span[1]] in forms]
    return found if lowered.isascii() else [span for span in found if not joins(lowered[span[1] : span[1] + 1])]
