"""Words and how they are misspelled, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.casing import match_case


@dataclass(frozen=True, slots=True)
class Misspellings:
    """`forms[word]` are the misspellings of a lower-case word, in lower case."""

    forms: Mapping[str, tuple[str, ...]]

    def of(self, word: str) -> tuple[str, ...]:
        """How this word may be misspelled, in its case; () where no misspelling is known."""
        known = self.forms.get(word.lower())
        return tuple([match_case(wrong, word) for wrong in known]) if known else ()
