"""Persons, places and organisations that a text names: by lists, and by runs of capitalised words tagged as names."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.english.clauses import SENTENCE_END
from core.english.naming import BEFORE_PLACES, PROPER, TITLES, names_in
from core.lexicon.gazetteer import OTHER_GENDER, Gazetteer
from core.lexicon.organisations import OF_ORGANISATIONS
from core.text.analysed import AnalysedText
from core.text.tokens import Token

LONGEST_ACRONYM = 6
AFTER_NAMES = frozenset({"VBZ", "VBD", "MD", "POS", "CC", ","})
_OTHERS = """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
    October November December Christmas Easter Halloween God Jesus Bible Internet English French German Spanish Italian
    Russian Chinese Japanese Latin Greek Turkish Dutch Swedish Danish Korean Indian American British Irish Jewish Muslim
    Christian Catholic African Asian European Mexican RT TV CD DVD OK LOL LMAO SMH OMG WTF Mr Mrs Ms Dr Sir AM PM
"""
NO_ENTITIES = frozenset(_OTHERS.split())
"""Capitalised words that name neither a person nor a place nor an organisation."""


class EntityKind(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"


class Entity(NamedTuple):
    """Tokens [first, end) name one of this kind."""

    first: int
    end: int
    kind: EntityKind


def entities(text: AnalysedText, gazetteer: Gazetteer, sure: bool = True) -> list[Entity]:
    """The entities of a tagged text in reading order; in one without capitals, or of nothing else, listed ones only.

    A run of names is of the kind of the name it begins with, where that is listed; of an organisation where a word of
    it says so or it is an acronym; a place after a word like "in"; and else a person. Where the entities should be
    `sure`, a single word that begins a sentence and is not listed counts only before a verb, a comma, "and" or "'s".
    """
    tokens = text.tokens
    found: list[Entity] = []
    if not (text.source.islower() or text.source.isupper()):
        runs = [run for run in _runs(tokens) if not (sure and _may_be_a_word(tokens, *run, gazetteer))]
        found = [Entity(first, end, _kind(tokens, first, end, gazetteer)) for first, end in runs]
    taken = {i for one in found for i in range(one.first, one.end)}
    for first, end, name in names_in(text, gazetteer):
        if taken.isdisjoint(range(first, end)):
            found.append(Entity(first, end, EntityKind.PERSON if name.kind in OTHER_GENDER else EntityKind.PLACE))
    return sorted(found)


def _runs(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The longest runs of names, less the titles before them."""
    first = 0
    while first < len(tokens):
        end = first
        while end < len(tokens) and _is_name(tokens[end]):
            end += 1
        if end > first:
            yield first, end
        first = end + 1


def _is_name(token: Token) -> bool:
    word = token.text
    known = word not in NO_ENTITIES and word.lower() not in TITLES
    return token.tag in PROPER and word[0].isupper() and len(word) > 1 and known


def _may_be_a_word(tokens: Sequence[Token], first: int, end: int, gazetteer: Gazetteer) -> bool:
    """Whether it has its capital from the sentence it begins, and nothing behind it says that it is a name."""
    titled = first > 1 and tokens[first - 2].text.lower() in TITLES  # "Mr." and its full stop
    if end > first + 1 or titled or (first and tokens[first - 1].text not in SENTENCE_END):
        return False
    listed = any(name.sure and len(name.words) == 1 for name in gazetteer.starting.get(tokens[first].text, ()))
    return not listed and (end == len(tokens) or tokens[end].tag not in AFTER_NAMES)


def _kind(tokens: Sequence[Token], first: int, end: int, gazetteer: Gazetteer) -> EntityKind:
    words = [token.text for token in tokens[first:end]]
    if not OF_ORGANISATIONS.isdisjoint(words) or (
        len(words) == 1 and words[0].isupper() and len(words[0]) < LONGEST_ACRONYM
    ):
        return EntityKind.ORGANISATION
    kinds = {name.kind for name in gazetteer.starting.get(words[0], ()) if list(name.words) == words[: len(name.words)]}
    if kinds:
        return EntityKind.PLACE if kinds.isdisjoint(OTHER_GENDER) else EntityKind.PERSON
    return EntityKind.PLACE if first and tokens[first - 1].text.lower() in BEFORE_PLACES else EntityKind.PERSON
