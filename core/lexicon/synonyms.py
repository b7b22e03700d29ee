"""Words that may stand in for others, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Synonyms:
    """`forms[tag][form]` are the inflected forms that may replace a lower-case form with this Penn tag.

    `collocations` are pairs of words that mean something together ("ice cream") and are better left whole.
    """

    forms: Mapping[str, Mapping[str, tuple[str, ...]]]
    collocations: frozenset[str]

    def of(self, form: str, tag: str) -> tuple[str, ...]:
        """What may replace this lower-case form, the most usual first; () where nothing may."""
        return self.forms.get(tag, {}).get(form, ())
