"""Words that may stand in for others, as plain values."""

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field

from core.text.tokens import Token

END = "."  # among the words and tags beside a word: a mark, or the end of the text
SIGNS = {">": "after", "<": "before", ">!": "not_after", "<!": "not_before", ">+": "also_after", "@": "head"}


@dataclass(frozen=True, slots=True)
class WordContext:
    """What must stand beside a word, by words in small letters and by tags, for a certain other to take its place.

    The token after it is one of `after` and none of `not_after`, where these are given; so with the token before. A
    verb that one of `also_after` follows is replaced although it is a preposition; a noun with `head` also where
    another noun stands before it.
    """

    after: Collection[str] = ()
    before: Collection[str] = ()
    not_after: Collection[str] = ()
    not_before: Collection[str] = ()
    also_after: Collection[str] = ()
    head: bool = False

    @classmethod
    def parsed(cls, written: str) -> "WordContext":
        """Of ">CD,a;<!not;@": a sign, then words and tags, parted by ";" from the next sign."""
        fields: dict[str, Collection[str] | bool] = {}
        for part in written.split(";"):
            sign = next(sign for sign in (">!", ">+", "<!", "@", ">", "<") if part.startswith(sign))
            words = frozenset(filter(None, part[len(sign) :].split(",")))
            fields[SIGNS[sign]] = words or True
        return cls(**fields)  # type: ignore[arg-type]

    def holds(self, before: Token, after: Token) -> bool:
        """Whether these tokens may stand there."""
        return _matches(after, self.after, self.not_after) and _matches(before, self.before, self.not_before)


def _matches(token: Token, wanted: Collection[str], unwanted: Collection[str]) -> bool:
    """Whether the token's word or tag, or `END` of one that is no word, is among the wanted, if any, and no other."""
    if not (wanted or unwanted):
        return True
    traits = frozenset((token.text.lower(), token.tag) if token.is_word else (token.text, token.tag, END))
    return not (wanted and traits.isdisjoint(wanted)) and traits.isdisjoint(unwanted)


@dataclass(frozen=True, slots=True)
class Synonyms:
    """`forms[tag][form]` are the inflected forms that may replace a lower-case form with this Penn tag, the best first.

    `collocations` are words, two to four, that mean something together ("ice cream") and are better left whole.
    `takes[tag, form, other]` is what must stand beside the form for the other to fit. `surer` are those that are
    taken first; a person will judge what is made of the others, so that words in compounds and verbs before
    prepositions are replaced too. Those of a `last_resort` are taken only where none of the surer fits the text.
    """

    forms: Mapping[str, Mapping[str, tuple[str, ...]]]
    collocations: Container[str]
    takes: Mapping[tuple[str, str, str], WordContext] = field(default_factory=dict)
    surer: "Synonyms | None" = None
    last_resort: bool = False

    def surest_first(self) -> "Iterator[Synonyms]":
        """All tables that are surer, then this one."""
        if self.surer:
            yield from self.surer.surest_first()
        yield self

    def of(self, form: str, tag: str) -> tuple[str, ...]:
        """What may replace this lower-case form, the best first; () where nothing may."""
        return self.forms.get(tag, {}).get(form, ())
