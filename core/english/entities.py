"""Persons, places and organisations that a text names: by lists, and by runs of capitalised words tagged as names."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.english.name_kinds import EntityKind, NameKinds, name_features
from core.english.naming import PROPER, TITLES, names_in
from core.lexicon.gazetteer import OTHER_GENDER, Gazetteer
from core.text.analysed import AnalysedText
from core.text.tokens import Token

_OTHERS = """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
    October November December Christmas Easter Halloween Chanukah Hanukkah Ramadan Thanksgiving
    God Jesus Bible Internet English French German Spanish Italian
    Russian Chinese Japanese Latin Greek Turkish Dutch Swedish Danish Korean Indian American British Irish Jewish Muslim
    Christian Catholic African Asian European Mexican RT TV CD DVD OK LOL LMAO SMH OMG WTF Mr Mrs Ms Dr Sir AM PM
"""
NO_ENTITIES = frozenset(_OTHERS.split())
"""Capitalised words that name neither a person nor a place nor an organisation."""
_ROLES = """
    president senator sen governor gov general gen colonel col captain capt major sergeant sgt lieutenant lt coach judge
    justice minister secretary mayor professor prof congressman congresswoman representative rep chancellor ambassador
    chairman director detective officer agent premier commissioner
"""
ROLES = frozenset(_ROLES.split())
"""What may stand before a person's name and stays: "President Bush"."""
AFTER_PERSONS = frozenset({"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "VI", "VII", "VIII"})


class Entity(NamedTuple):
    """Tokens [first, end) name one of this kind."""

    first: int
    end: int
    kind: EntityKind


def entities(text: AnalysedText, gazetteer: Gazetteer, kinds: NameKinds) -> list[Entity]:
    """Every run of names in reading order, of its likeliest kind, and what is listed; in a text without capitals, or
    of nothing else, listed ones only.
    """
    tokens = text.tokens
    mentions: list[Entity] = []
    if not (text.source.islower() or text.source.isupper()):
        for first, end in name_runs(tokens):
            chances = kinds.probabilities(name_features(tokens, first, end, gazetteer))
            mentions.append(Entity(first, end, max(EntityKind, key=lambda kind: chances[kind])))
    taken = {i for mention in mentions for i in range(mention.first, mention.end)}
    for first, end, name in names_in(text, gazetteer):
        if taken.isdisjoint(range(first, end)):
            mentions.append(Entity(first, end, EntityKind.PERSON if name.kind in OTHER_GENDER else EntityKind.PLACE))
    return sorted(mentions)


def name_runs(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The longest runs of names, with initials between them, less the titles and roles before."""
    first = 0
    while first < len(tokens):
        end = first
        while end < len(tokens) and (is_name(tokens[end]) or (end > first and _is_initial(tokens, end))):
            end += 1 if is_name(tokens[end]) else 1 + (tokens[end + 1].text == ".")
        if end > first:
            yield first, end
        first = end + 1


def is_name(token: Token) -> bool:
    """Whether a token may be a part of a name."""
    word = token.text
    known = word not in NO_ENTITIES and word not in AFTER_PERSONS
    titled = word.lower() in TITLES or (word.lower() in ROLES and len(word) > 1)
    return token.tag in PROPER and word[0].isupper() and len(word) > 1 and known and not titled


def _is_initial(tokens: Sequence[Token], at: int) -> bool:
    """Whether a lone capital stands before more of the name: "Kevin B. Rollins"."""
    if len(tokens[at].text) > 1 or not tokens[at].text.isupper() or at + 1 >= len(tokens):
        return False
    after = at + 1 + (tokens[at + 1].text == ".")
    return after < len(tokens) and is_name(tokens[after])
