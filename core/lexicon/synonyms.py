"""Words that may stand in for others, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Synonyms:
    """`forms[tag][form]` are the inflected forms that may replace a lower-case form with this Penn tag, the best first.

    `collocations` are words, two or three, that mean something together ("ice cream") and are better left whole.
    """

    forms: Mapping[str, Mapping[str, tuple[str, ...]]]
    collocations: frozenset[str]

    def of(self, form: str, tag: str) -> tuple[str, ...]:
        """What may replace this lower-case form, the best first; () where nothing may."""
        return self.forms.get(tag, {}).get(form, ())
