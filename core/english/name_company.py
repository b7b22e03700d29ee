"""Which places and first names of a text can be exchanged so that what stands around them still goes with them."""

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from core.english.naming import PROPER, Named, describes
from core.lexicon.gazetteer import AREAS, OTHER_GENDER, Gazetteer
from core.text.analysed import AnalysedText
from core.text.tokens import Token

SAILING = frozenset(  # with these a place is a harbour, or a ship is named for it
    {"ship", "ships", "submarine", "boat", "vessel", "voyage", "sailed", "sailing", "sank", "aboard", "yacht", "port"}
    | {"shipwreck", "passengers", "ferry", "coast", "coastal", "seaside", "harbor", "harbour", "beach"}
    | {"beaches", "fleet", "navy", "cruise"}
)
PEOPLES = frozenset(  # beside these a place elsewhere would not fit; their plurals without the s
    {"american", "british", "french", "german", "italian", "spanish", "russian", "japanese", "chinese", "canadian"}
    | {"australian", "israeli", "palestinian", "egyptian", "greek", "turkish", "polish", "swedish", "dutch", "irish"}
    | {"scottish", "welsh", "english", "european", "korean", "indian", "mexican", "brazilian", "cuban", "soviet"}
    | {"roman", "jewish", "arab", "african", "asian", "belgian", "swiss", "austrian", "danish", "norwegian", "finnish"}
    | {"hungarian", "czech", "portuguese", "argentine", "chilean", "colombian", "lebanese", "libyan", "saudi"}
    | {"serbian"}
    | {"taiwanese", "thai", "filipino", "vietnamese", "iraqi", "iranian", "syrian", "afghan", "pakistani", "ukrainian"}
    | {"electoral", "democrat", "democratic", "republican", "senate", "senator", "congres", "gop", "primarie", "caucu"}
    | {"turnover", "down", "yard", "quarterback", "game", "touchdown", "uniform", "sail", "gaza", "plo", "dem"}
    | {"nfl", "nfc", "afc", "nba", "mlb", "ncaa", "hurricane", "nascar", "wall", "series", "college"}
    | {"touchdown", "playoff"}
    | {"quarterback", "league", "yuan", "yen", "euro", "ruble", "rupee", "peso", "francs", "sterling"}
    | {"muslim", "islamic", "catholic", "nazi", "shiite", "sunni", "kurdish", "basque", "western", "nato", "mubarak"}
)
SEXED = re.compile(  # words that say whether somebody is a man or a woman
    r"\w*(?:wom[ae]n|(?<!hu)m[ae]n|boys?|girls?|lad(?:y|ies)|guys?|gentlem[ae]n|actress(?:es)?|male|female|mothers?"
    r"|fathers?|wife|husband|daughters?|sons?|brothers?|sisters?|kings?|queens?|princes?|princess|uncle|aunt|kingpin"
    r"|heroine|hero|mistress|bride|groom|widow|beauty|babe|hunk|playboy|handsome|dashing|pretty|beautiful|gorgeous|nun"
    r"|monk|priest|bishop|cardinal|rabbi|imam|pastor|bishop|monsignor|chairm[ae]n|mrs?|ms|sir|dad|mom|mum|lesbian|gay"
    r"|niece|nephew|starlet|blonde|macho|bitch|hoe|hoes|bitches|dude|bro|businessm[ae]n|batsm[ae]n|waitress|duke"
    r"|duchess|lord|baron|emperor|empress|goddess|testicular|prostate|pregnant|pregnancy|beard|rape|raped)"
)
NO_SEX = frozenset({"person", "persons", "lesson", "lessons", "reason", "reasons", "season", "seasons", "prison"})
NO_SEX |= {"common", "human", "humans", "german", "germans", "romans", "roman", "ottoman", "women's", "milkman"}
PAIRED = frozenset({"married", "marry", "marries", "couple", "parents", "husbands", "wedding", "engaged", "dated"})
TRAVELS = frozenset({"travel", "travels", "traveled", "go", "goes", "went", "move", "moved", "fly", "flew", "flown"})
SURNAMES = frozenset(  # first names that news give as surnames, and the like
    {"Clark", "Thomas", "James", "Martin", "Lewis", "Craig", "Bruce", "Howard", "Russell", "Douglas"}
    | {"Graham", "Sharon"}
    | {"Lawrence", "Leonard", "Scott", "Stanley", "Vincent", "Warren", "Dennis", "Harvey", "Nelson", "Franklin"}
    | {"Allen"}
)
PARTS = frozenset({"state", "city", "county", "stock", "president", "vice-president", "senator", "congress", "supreme"})
EARLY = re.compile(r"1[0-8]\d\d|19[0-5]\d")  # a year of another world map
SIDES = frozenset({"southern", "northern", "eastern", "western", "central", "corporate", "north", "south", "greater"})
HELD = frozenset(
    {"hollywood", "broadway", "america", "manhattan", "brooklyn", "cannes", "vienna"}
)  # a trade, a stage, an idea
WIDE = frozenset({"country", "continent"})  # seldom titles, also without capitals
MONTHS = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"}
    | {"december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "christmas", "jan."}
    | {"feb.", "mar.", "apr.", "jun.", "jul.", "aug.", "sept.", "oct.", "nov.", "dec.", "easter", "english"}
)
LIES = frozenset({"in", "near", "outside", "across", "inside", "throughout", "at"})
JOINS = frozenset({"and", "&", "or", ",", "/", "-", "–"})
OF_PLACES = frozenset({"city", "town", "village", "province", "capital", "region", "state", "island", "county"})
SUBSTITUTED = frozenset({"(", "-lrb-", "[", "as", "played", "plays", "aka"})


def in_company(text: AnalysedText, found: Sequence[Named], gazetteer: Gazetteer) -> list[Named]:
    """Those of the names that nothing around holds as they are.

    A place stays where another place or people of the text stays, where a city and an area are named apart, at sea, and
    where it does not stand as a noun does ("US and British"). A person stays where a word tells a sex, where the
    name is known, and where capitals don't tell names.
    """
    tokens = text.tokens
    words = [token.text.lower() for token in tokens]
    cased = not (text.source.islower() or text.source.isupper())
    persons = [one for one in found if one.name.kind in OTHER_GENDER]
    if persons and (not cased or not PAIRED.isdisjoint(words) or any(_says_sex(word) for word in words)):
        persons = []
    kept = [one for one in persons if _unknown(tokens, one, gazetteer)]
    spoiled = {one.name.words for one in persons} - {one.name.words for one in kept}
    kept = [one for one in kept if one.name.words not in spoiled]
    places = [one for one in found if one.name.kind not in OTHER_GENDER]
    if places and not _held(tokens, words, places, gazetteer, cased):
        kept += places
    return sorted(kept)


@lru_cache(maxsize=8_192)
def _says_sex(word: str) -> bool:
    return word not in NO_SEX and SEXED.fullmatch(word) is not None


def _unknown(tokens: Sequence[Token], one: Named, gazetteer: Gazetteer) -> bool:
    """Whether the first name is one, and that of nobody whom readers know."""
    before = tokens[one.first - 1] if one.first else None
    after = tokens[one.end] if one.end < len(tokens) else None
    if before and before.text == "." and one.first > 1 and len(tokens[one.first - 2].text) == 1:
        return False  # "Susan B. Anthony"
    if before and before.text[-1] == "." and before.text[0].isupper() and len(before.text) == 2:
        return False  # "Gerald A. Daniel"
    if before and before.end == tokens[one.first].start and before.text not in ('"', "'", "“", "``", "/"):
        return False  # "K.Michelle", "(Stuart Townsend)"
    if (after and (after.text.lower() in SUBSTITUTED or after.text == "-")) or (before and before.text == "("):
        return False
    later = tokens[one.end : one.end + 4]
    if any(token.text.title() in gazetteer.known and token.text[0].isupper() for token in (tokens[one.first], *later)):
        return False
    if len(later) > 2 and all(token.text[0].isupper() and len(token.text) > 2 for token in later[:2]):
        return False  # "Maria Eugenia Ochoa": the second name tells a sex too
    if any("-" in token.text for token in later[:2]):
        return False  # "Tony Hawk-style"
    owner = next((at for at, token in enumerate(later[:2]) if token.text in ("'s", "’s")), None)
    if owner is not None and later[owner + 1 :] and later[owner + 1].text[0].isupper():
        return False  # a title: "Bridget Jones's Diary"
    return (after is not None and after.text[0].isalpha() and after.text[0].isupper()) or _alone(tokens, one, gazetteer)


def _alone(tokens: Sequence[Token], one: Named, gazetteer: Gazetteer) -> bool:
    """Whether a first name without a surname is one: "Thomas and Tauzin" have none, "to Lawrence" leads to a town."""
    before = tokens[one.first - 1].text.lower() if one.first else ""
    earlier = tokens[one.first - 2] if one.first > 1 else None
    if (
        tokens[one.first].text in SURNAMES
        or before in LIES | {"from", "like"}
        or (before == "to" and earlier and earlier.text.lower() in TRAVELS)
    ):
        return False
    if before in JOINS and earlier and not _given(earlier, gazetteer):
        return False
    joined = one.end + 1 < len(tokens) and tokens[one.end].text in JOINS
    return not joined or _given(tokens[one.end + 1], gazetteer)


def _given(token: Token, gazetteer: Gazetteer) -> bool:
    """Whether the word is no other capital than that of a first name: "Thomas and Tauzin" are surnames."""
    if not token.text[0].isupper() or token.text == "I":
        return True
    return any(name.kind in OTHER_GENDER for name in gazetteer.starting.get(token.text, ()))


def _held(
    tokens: Sequence[Token], words: Sequence[str], places: Sequence[Named], gazetteer: Gazetteer, cased: bool
) -> bool:
    """Whether something of the text tells where it is, so that no place of it can be another."""
    if not SAILING.isdisjoint(words) or not PEOPLES.isdisjoint(words) or not PEOPLES.isdisjoint(w[:-1] for w in words):
        return True
    if any(word in HELD for one in places for word in (tokens[one.first].text.lower(),)):
        return True
    kinds = {one.name.kind for one in places}
    ends = {one.end for one in places}
    apart = [one for one in places if not _after_comma(tokens, one, ends)]
    if len({one.name.kind for one in apart}) > 1 and kinds:
        return True
    if any(EARLY.fullmatch(word[:4]) for word in words) or sum(one.name.kind == "region" for one in apart) > 1:
        return True
    if ("@" in words or "#" in words or any(w[0] in "@#" for w in words)) and "region" in kinds:
        return True
    inside = {i for one in places for i in range(one.first, one.end)}
    for i, token in enumerate(tokens):
        if i in inside or (cased and (not token.text[0].isupper() or token.tag not in PROPER)):
            continue
        listed = gazetteer.starting.get(token.text if cased else token.text.title(), ())
        if any(name.kind not in OTHER_GENDER and (cased or name.sure) for name in listed):
            return True
        if (token.text if cased else token.text.title()) in gazetteer.known:
            return True
        if not cased:
            continue
        lies = i and words[i - 1] in LIES and words[i] not in MONTHS
        city = i > 1 and words[i - 1] == "of" and words[i - 2] in OF_PLACES
        if lies or city:
            return True
    return any(not _as_noun(tokens, one, cased) for one in places)


def _after_comma(tokens: Sequence[Token], one: Named, ends: Set[int]) -> bool:
    """Whether the area stands behind its city and a comma; `ends` are those of all places."""
    return one.name.kind in AREAS and one.first - 1 in ends and tokens[one.first - 1].text == ","


def _as_noun(tokens: Sequence[Token], one: Named, cased: bool) -> bool:
    """Whether the place stands as a noun, or as letters that an adjective can replace: not "US and British", "-led".

    Without capitals only what a preposition puts there is surely no title.
    """
    after = tokens[one.end] if one.end < len(tokens) else None
    before = tokens[one.first - 1].text.lower() if one.first else ""
    if before in SIDES or not (cased or one.name.kind in WIDE or before in LIES | {"from", "to", "the"}):
        return False
    if before in ("and", "&") and one.first > 1 and not _place(tokens[one.first - 2], one):
        return False
    if after is None:
        return True
    if after.text[0] in "-–/&" and after.start == tokens[one.end - 1].end:
        return False
    if after.text.lower() in PARTS or (after.tag == "JJ" and describes(tokens, one.end, one.name)):
        return False
    beside = tokens[one.end + 1] if one.end + 1 < len(tokens) else None
    if beside and beside.text[0].isupper() and after.text in ("'s", "’s", "&", "and"):
        return False  # "China's Sichuan", "Latin America & Caribbean"
    if beside and after.text == "," and _abbreviated(beside.text):
        return False  # "Scotland, PA", "Tampa, Fla."
    letters = "".join(one.name.words).replace(".", "").isupper()
    return not (letters and not describes(tokens, one.end, one.name) and after.text in ("and", ",", "or", "/"))


def _abbreviated(area: str) -> bool:
    return (area.isupper() and len(area.replace(".", "")) == 2) or (area[0].isupper() and area[-1] == ".")


def _place(token: Token, like: Named) -> bool:
    """Whether the word before "and" may be no other kind of name: "Duke and North Carolina" are universities."""
    return not token.text[0].isupper() or token.text == "I" or len(like.name.words) == 1
