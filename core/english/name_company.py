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
from core.english.unknown_persons import lone, stranger, unknown
from core.lexicon.gazetteer import AREAS, OTHER_GENDER, Gazetteer
from core.text.analysed import AnalysedText
from core.text.tokens import Token


def in_company(text: AnalysedText, found: Sequence[Named], gazetteer: Gazetteer) -> list[Named]:
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
    persons = [one for one in found if one.name.kind in OTHER_GENDER]
    tied = not cased or not (PAIRED | ARTS).isdisjoint(words)
    if persons and (tied or any(_says_sex(word) for word in words)):
        persons = []
    others = [i for i in range(len(tokens)) if persons and stranger(tokens, i, gazetteer)]
    kept = [one for one in persons if unknown(tokens, one, gazetteer) and not (others and lone(tokens, one))]
    spoiled = {one.name.words for one in persons} - {one.name.words for one in kept}
    kept = [one for one in kept if one.name.words not in spoiled]
    places = [one for one in found if one.name.kind not in OTHER_GENDER]
    if places and not _held(tokens, words, places, gazetteer, cased):
        kept += places
    return sorted(kept)


@lru_cache(maxsize=8_192)
def _says_sex(word: str) -> bool:
    return word not in NO_SEX and SEXED.fullmatch(word) is not None


def _held(
    tokens: Sequence[Token], words: Sequence[str], places: Sequence[Named], gazetteer: Gazetteer, cased: bool
) -> bool:
    """Whether something of the text tells where it is, so that no place of it can be another."""
    bound = SAILING | PEOPLES | RENOWN
    if not bound.isdisjoint(words) or not PEOPLES.isdisjoint(word.removesuffix("s") for word in words):
        return True
    if any(tokens[one.first].text.lower() in HELD for one in places):
        return True
    ends = {one.end for one in places}
    apart = [one for one in places if not _after_comma(tokens, one, ends)]
    kinds = {one.name.kind for one in apart}
    if len(kinds) > 1 or (not cased and not CREDITED.isdisjoint(words)):
        return True
    if any(YEAR.fullmatch(word[:4]) for word in words) or sum(one.name.kind == "region" for one in apart) > 1:
        return True
    inside = {i for one in places for i in range(one.first, one.end)}
    others = (i for i in range(len(tokens)) if i not in inside)
    if any(other_name(tokens, i, kinds, gazetteer) if cased else _listed(tokens[i], gazetteer) for i in others):
        return True
    if not ARTS.isdisjoint(words) and any(_before_noun(tokens, one) for one in places):
        return True
    lasts = {tokens[one.end - 1].text for one in places}
    if any(token.text in lasts for i, token in enumerate(tokens) if i not in inside):
        return True  # "christine york lives in new york"
    return any(_acts(tokens, one) or not _as_noun(tokens, one, cased) for one in places)


def _before_noun(tokens: Sequence[Token], one: Named) -> bool:
    """Whether the place says of which kind what follows it is: "Hong Kong cinema", "Spain's star"."""
    if one.end == len(tokens) or tokens[one.end].text.lower() in TODAY:
        return False
    return tokens[one.end].tag[:2] in ("NN", "JJ", "PO")


def _listed(token: Token, gazetteer: Gazetteer) -> bool:
    """Whether the word of a text without capitals, or of capitals only, is a place or a surname for sure."""
    word = token.text.title()
    listed = gazetteer.starting.get(word, ())
    return word in gazetteer.known or any(name.kind not in OTHER_GENDER and name.sure for name in listed)


def _acts(tokens: Sequence[Token], one: Named) -> bool:
    """Whether a city does something, as its team or its government does: "Jakarta has sent troops"."""
    if one.name.kind != "city" or one.end == len(tokens) or (one.first and tokens[one.first - 1].tag in ("IN", "TO")):
        return False
    return tokens[one.end].tag in FINITE | {"VB", "MD"} and tokens[one.end].text.lower() not in BE


def _after_comma(tokens: Sequence[Token], one: Named, ends: Set[int]) -> bool:
    """Whether the area stands behind its city and a comma; `ends` are those of all places."""
    return one.name.kind in AREAS and one.first - 1 in ends and tokens[one.first - 1].text == ","


def _as_noun(tokens: Sequence[Token], one: Named, cased: bool) -> bool:
    """Whether the place stands as a noun, or as letters that an adjective can replace: not "US and British", "-led"."""
    after = tokens[one.end] if one.end < len(tokens) else None
    before = tokens[one.first - 1].text.lower() if one.first else ""
    if before in SIDES or not (cased or _in_its_place(tokens, one)):
        return False
    if one.first and not _fits_before(tokens, one):
        return False
    if before in ("and", "&") and one.first > 1 and not _place(tokens[one.first - 2], one):
        return False
    if after is None:
        return True
    if after.text[0] in "-–/&" and after.start == tokens[one.end - 1].end:
        return False
    if (
        after.text[0].isdigit()
        or after.text.lower() in PARTS
        or (after.tag == "JJ" and describes(tokens, one.end, one.name))
    ):
        return False
    beside = tokens[one.end + 1] if one.end + 1 < len(tokens) else None
    if beside and beside.text[0].isupper() and after.text in ("'s", "’s", "&", "and"):
        return False  # "China's Sichuan", "Latin America & Caribbean"
    if beside and after.text == "," and _abbreviated(beside.text):
        return False  # "Scotland, PA", "Tampa, Fla."
    letters = "".join(one.name.words).replace(".", "").isupper()
    return not (letters and not describes(tokens, one.end, one.name) and after.text in ("and", ",", "or", "/"))


def _fits_before(tokens: Sequence[Token], one: Named) -> bool:
    """Whether the place goes with the word before: not "war-torn Croatia", "two U.S.", "the United States case"."""
    before = tokens[one.first - 1]
    if describes(tokens, one.end, one.name):
        return before.tag != "CD"
    if before.text.lower() == "the":
        return one.name.article != _before_noun(tokens, one)
    return before.tag not in ("JJ", "CD") and before.text.lower() not in ("(", "-lrb-")


def _in_its_place(tokens: Sequence[Token], one: Named) -> bool:
    """Whether a verb, and a preposition, lead to the place, or it is the subject: without capitals all else may be a
    title ("sleepless in seattle") or go with a name that nobody sees.
    """
    at = one.first - 1
    if at >= 0 and tokens[at].text.lower() == "the":
        at -= 1
    if at < 0:
        return one.name.kind in WIDE and one.end < len(tokens) and tokens[one.end].tag in FINITE | {"MD"}
    if one.end < len(tokens) and tokens[one.end].tag[:2] in ("NN", "PO"):
        return False
    if tokens[at].text.lower() in LIES | {"from", "to"}:
        at -= 1
    elif one.name.kind not in WIDE:
        return False
    return at >= 0 and tokens[at].tag in FINITE


def _abbreviated(area: str) -> bool:
    return (area.isupper() and len(area.replace(".", "")) == 2) or (area[0].isupper() and area[-1] == ".")


def _place(token: Token, like: Named) -> bool:
    """Whether the word before "and" may be no other kind of name: "Duke and North Carolina" are universities."""
    return not token.text[0].isupper() or token.text == "I" or len(like.name.words) == 1
