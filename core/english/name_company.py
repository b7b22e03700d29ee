"""Which places and first names of a text can be exchanged so that what stands around them still goes with them."""

from collections.abc import Sequence, Set
from functools import lru_cache

from core.english.clauses import BE
from core.english.company_words import (
    ARTS,
    CREDITED,
    FINITE,
    HELD,
    LIES,
    NO_SEX,
    PAIRED,
    PARTS,
    PEOPLES,
    POSTS,
    RENOWN,
    SAILING,
    SEXED,
    SIDES,
    SPORTS,
    WIDE,
    YEAR,
)
from core.english.naming import TODAY, Named, describes
from core.english.other_names import other_name
from core.english.unknown_persons import is_unlisted_name, lone, unknown
from core.lexicon.gazetteer import AREAS, OTHER_GENDER, Gazetteer
from core.text.analysed import AnalysedText
from core.text.tokens import Token


def in_company(text: AnalysedText, mentions: Sequence[Named], gazetteer: Gazetteer) -> list[Named]:
    """Those of the names that nothing around holds as they are.

    Names in posts and in news of sports stay. A place stays where another name of the text stays, where a city and an
    area are named apart, at sea, where a city acts, and where it does not stand as a noun does ("US and British"). A
    person stays where a word tells a sex, among works of art, where readers may know the name, and where capitals don't
    tell names.
    """
    tokens = text.tokens
    words = [token.text.lower() for token in tokens]
    if not SPORTS.isdisjoint(words) or POSTS.search(text.source):
        return []
    cased = not (text.source.islower() or text.source.isupper())
    persons = [mention for mention in mentions if mention.name.kind in OTHER_GENDER]
    tied = not cased or not (PAIRED | ARTS).isdisjoint(words)
    if persons and (tied or any(_says_sex(word) for word in words)):
        persons = []
    crowd = persons and any(is_unlisted_name(tokens, i, gazetteer) for i in range(len(tokens)))
    kept = [person for person in persons if unknown(tokens, person, gazetteer) and not (crowd and lone(tokens, person))]
    spoiled = {person.name.words for person in persons} - {person.name.words for person in kept}
    kept = [person for person in kept if person.name.words not in spoiled]
    places = [mention for mention in mentions if mention.name.kind not in OTHER_GENDER]
    if places and not _location_is_fixed(tokens, words, places, gazetteer, cased):
        kept += places
    return sorted(kept)


@lru_cache(maxsize=8_192)
def _says_sex(word: str) -> bool:
    return word not in NO_SEX and SEXED.fullmatch(word) is not None


def _location_is_fixed(
    tokens: Sequence[Token], words: Sequence[str], places: Sequence[Named], gazetteer: Gazetteer, cased: bool
) -> bool:
    """Whether something of the text tells where it is, so that no place of it can be another."""
    bound = SAILING | PEOPLES | RENOWN
    if not bound.isdisjoint(words) or not PEOPLES.isdisjoint(word.removesuffix("s") for word in words):
        return True
    if any(tokens[place.first].text.lower() in HELD for place in places):
        return True
    ends = {place.end for place in places}
    apart = [place for place in places if not _after_comma(tokens, place, ends)]
    kinds = {place.name.kind for place in apart}
    if len(kinds) > 1 or (not cased and not CREDITED.isdisjoint(words)):
        return True
    if any(YEAR.fullmatch(word[:4]) for word in words) or sum(place.name.kind == "region" for place in apart) > 1:
        return True
    inside = {i for place in places for i in range(place.first, place.end)}
    others = (i for i in range(len(tokens)) if i not in inside)
    if any(other_name(tokens, i, kinds, gazetteer) if cased else _is_known_name(tokens[i], gazetteer) for i in others):
        return True
    if not ARTS.isdisjoint(words) and any(_before_noun(tokens, place) for place in places):
        return True
    lasts = {tokens[place.end - 1].text for place in places}
    if any(token.text in lasts for i, token in enumerate(tokens) if i not in inside):
        return True  # "christine york lives in new york"
    return any(_city_acts(tokens, place) or not _stands_as_noun(tokens, place, cased) for place in places)


def _before_noun(tokens: Sequence[Token], place: Named) -> bool:
    """Whether the place says of which kind what follows it is: "Hong Kong cinema", "Spain's star"."""
    if place.end == len(tokens) or tokens[place.end].text.lower() in TODAY:
        return False
    return tokens[place.end].tag[:2] in ("NN", "JJ", "PO")


def _is_known_name(token: Token, gazetteer: Gazetteer) -> bool:
    """Whether the word of a text without capitals, or of capitals only, is a place or a surname for sure."""
    word = token.text.title()
    listed = gazetteer.starting.get(word, ())
    return word in gazetteer.known or any(name.kind not in OTHER_GENDER and name.sure for name in listed)


def _city_acts(tokens: Sequence[Token], place: Named) -> bool:
    """Whether a city does something, as its team or its government does: "Jakarta has sent troops"."""
    if place.name.kind != "city" or (place.first and tokens[place.first - 1].tag in ("IN", "TO")):
        return False
    after = tokens[place.end : place.end + 1]
    return any(token.tag in FINITE | {"VB", "MD"} and token.text.lower() not in BE for token in after)


def _after_comma(tokens: Sequence[Token], place: Named, ends: Set[int]) -> bool:
    """Whether the area stands behind its city and a comma; `ends` are those of all places."""
    return place.name.kind in AREAS and place.first - 1 in ends and tokens[place.first - 1].text == ","


def _stands_as_noun(tokens: Sequence[Token], place: Named, cased: bool) -> bool:
    """Whether the place stands as a noun, or as letters that an adjective can replace: not "US and British", "-led"."""
    after = tokens[place.end] if place.end < len(tokens) else None
    before = tokens[place.first - 1].text.lower() if place.first else ""
    if before in SIDES or not (cased or _is_used_as_place(tokens, place)):
        return False
    if place.first and not _fits_before(tokens, place):
        return False
    if before in ("and", "&") and place.first > 1 and not _place(tokens[place.first - 2], place):
        return False
    if after is None:
        return True
    if after.text[0] in "-–/&" and after.start == tokens[place.end - 1].end:
        return False
    if (
        after.text[0].isdigit()
        or after.text.lower() in PARTS
        or (after.tag == "JJ" and describes(tokens, place.end, place.name))
    ):
        return False
    beside = tokens[place.end + 1] if place.end + 1 < len(tokens) else None
    if beside and beside.text[0].isupper() and after.text in ("'s", "’s", "&", "and"):
        return False  # "China's Sichuan", "Latin America & Caribbean"
    if beside and after.text == "," and _is_abbreviated(beside.text):
        return False  # "Scotland, PA", "Tampa, Fla."
    letters = "".join(place.name.words).replace(".", "").isupper()
    return not (letters and not describes(tokens, place.end, place.name) and after.text in ("and", ",", "or", "/"))


def _fits_before(tokens: Sequence[Token], place: Named) -> bool:
    """Whether the place goes with the word before: not "war-torn Croatia", "two U.S.", "the United States case"."""
    before = tokens[place.first - 1]
    if describes(tokens, place.end, place.name):
        return before.tag != "CD"
    if before.text.lower() == "the":
        return place.name.article != _before_noun(tokens, place)
    return before.tag not in ("JJ", "CD") and before.text.lower() not in ("(", "-lrb-")


def _is_used_as_place(tokens: Sequence[Token], place: Named) -> bool:
    """Whether a verb, and a preposition, lead to the place, or it is the subject: without capitals all else may be a
    title ("sleepless in seattle") or go with a name that nobody sees.
    """
    at = place.first - 1
    if at >= 0 and tokens[at].text.lower() == "the":
        at -= 1
    if at < 0:
        return place.name.kind in WIDE and place.end < len(tokens) and tokens[place.end].tag in FINITE | {"MD"}
    if place.end < len(tokens) and tokens[place.end].tag[:2] in ("NN", "PO"):
        return False
    if tokens[at].text.lower() in LIES | {"from", "to"}:
        at -= 1
    elif place.name.kind not in WIDE:
        return False
    return at >= 0 and tokens[at].tag in FINITE


def _is_abbreviated(area: str) -> bool:
    return (area.isupper() and len(area.replace(".", "")) == 2) or (area[0].isupper() and area[-1] == ".")


def _place(token: Token, like: Named) -> bool:
    """Whether the word before "and" may be no other kind of name: "Duke and North Carolina" are universities."""
    return not token.text[0].isupper() or token.text == "I" or len(like.name.words) == 1
