"""Where a text names a place or a person: the names of a gazetteer that are not parts of other names."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.english.clauses import SENTENCE_END
from core.lexicon.gazetteer import AREAS, OTHER_GENDER, Gazetteer, Name
from core.text.analysed import AnalysedText
from core.text.tokens import Token, token_spans

BEFORE_PLACES = frozenset(
    {"in", "from", "to", "near", "at", "outside", "across", "around", "visited", "visit", "leaving"}
)
TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "sir", "lord", "lady", "king", "queen", "prince", "princess", "st"}
    | {"saint", "pope", "tsar", "czar", "sultan"}
    | {"uncle", "aunt", "father", "sister", "brother", "emperor", "duke", "mr.", "mrs.", "ms.", "dr.", "st."}
)
OWN = {  # words that may be said of a person of this gender, and then tie the name to it
    "man": frozenset(
        {"he", "him", "his", "himself", "man", "boy", "father", "husband", "son", "brother", "king", "guy", "actor"}
        | {"bachelor", "gentleman", "boyfriend", "uncle", "dad", "prince", "widower", "grandfather", "nephew"}
    ),
    "woman": frozenset(
        {"she", "her", "hers", "herself", "woman", "girl", "mother", "wife", "daughter", "sister", "queen", "actress"}
        | {"lady", "girlfriend", "aunt", "mom", "princess", "widow", "grandmother", "niece", "pregnant"}
    ),
}
PROPER = frozenset({"NNP", "NNPS"})
IN_NAMES = PROPER | {"NN", "NNS", "JJ", "VBG", "VBN"}  # tags of capitalised words that make one name with the next
NO_PERSON = frozenset(
    {"county", "street", "avenue", "road", "university", "college", "school", "institute", "museum", "hospital"}
    | {"hills", "island", "islands", "beach", "river", "lake", "bay", "park", "inc", "inc.", "corp", "corp.", "co"}
    | {"co.", "shares", "bank", "associates", "group", "foundation", "trust", "club", "stadium", "center", "centre"}
    | {"airport", "prize", "award", "awards", "cup", "act", "hall", "company", "brothers", "stores", "bridge"}
    | {"theatre", "theater", "fund", "society", "band", "orchestra", "quartet", "trio", "show", "project", "gang"}
    | {"memorial", "scholarship", "library", "church", "syndrome", "disease", "securities", "partners", "industries"}
    | {"ltd", "ltd.", "llc", "plc"}
)
TODAY = frozenset({"today", "yesterday", "tomorrow", "now", "last", "next", "later", "overnight"})
DIRECTIONS = frozenset({"North", "South", "East", "West", "Northern", "Southern", "Eastern", "Western", "Central"})
EVENTS = frozenset(  # a place before one of these names what happened there: "the Normandy landings"
    {"landings", "landing", "tea", "massacre", "accord", "accords", "treaty", "agreement", "protocol", "declaration"}
    | {"uprising", "marathon", "olympics", "convention", "conventions", "games", "summit", "bombing", "crash", "siege"}
    | {"war", "wars", "revolution"}
)
QUOTES = frozenset({'"', "``", "''", "“", "”"})
PLURAL_VERBS = frozenset({"are", "were", "have", "'re"})


class Named(NamedTuple):
    """Tokens [first, end) are this name."""

    first: int
    end: int
    name: Name


def comma_between(tokens: Sequence[Token], end: int, first: int) -> bool:
    """Whether nothing but a comma stands between a name that ends here and one that starts there: "Paris, France"."""
    return first == end + 1 and tokens[end].text == ","


def names_in(text: AnalysedText, gazetteer: Gazetteer) -> list[Named]:
    """The places and first names of the text, in reading order.

    In a text without capitals, or of capitals only, names that are words too are left out, and so are places that may
    be surnames ("sue houston"). Places as poor as those that replace them show no contrast and are left out. A first
    name is left out where the text holds a word that ties it to its gender ("John lost his hat"), a title before it or
    a number behind.
    """
    starting = gazetteer.starting
    cased = not (text.source.islower() or text.source.isupper())
    if not any((word if cased else word.title()) in starting for _, _, word in token_spans(text.source)):
        return []  # before anything is tagged
    tokens = text.tokens
    mentions: list[Named] = []
    at = 0
    words: frozenset[str] | None = None
    for i, token in enumerate(tokens):
        names = starting.get(token.text if cased else token.text.title())
        if not names or i < at:
            continue
        name = next((name for name in names if _spells_name(tokens, i, name, cased)), None)
        if name is None or not _stands_alone(tokens, i, i + len(name.words), name, cased):
            continue
        if name.poor or not (name.plain or _in_place_context(tokens, i, starting)) or in_title(tokens, i):
            continue
        if _in_longer_name(tokens, i, starting, cased) or _in_firm_name(tokens, i, i + len(name.words), name):
            continue
        if cased and of_a_town(tokens, i, name, starting):
            continue
        if name.kind in OTHER_GENDER:
            words = words or frozenset(t.text.lower() for t in tokens)
            if not words.isdisjoint(OWN[name.kind]) or not _first_name(tokens, i, gazetteer):
                continue
        at = i + len(name.words)
        mentions.append(Named(i, at, name))
    return mentions


def _spells_name(tokens: Sequence[Token], i: int, name: Name, cased: bool) -> bool:
    for token, word in zip(tokens[i : i + len(name.words)], name.words, strict=False):
        if token.text != word and (cased or token.text.lower() != word.lower()):
            return False
    return i + len(name.words) <= len(tokens)


def _stands_alone(tokens: Sequence[Token], i: int, end: int, name: Name, cased: bool) -> bool:
    """Whether the name is not another word and not part of a longer name ("New York Times", "Paris Hilton")."""
    before = tokens[i - 1] if i else None
    after = tokens[end] if end < len(tokens) else None
    if not name.sure and (not cased or tokens[i].tag not in PROPER):
        return False
    if before and (
        before.text.lower() in TITLES or (before.text == "." and i > 1 and tokens[i - 2].text.lower() in TITLES)
    ):
        return False
    if (
        cased
        and before
        and before.tag in IN_NAMES
        and before.text[0].isupper()
        and not (i == 1 or tokens[i - 2].text in SENTENCE_END)
    ):
        return False
    if before and before.tag in PROPER and before.text[0].isupper():
        return False
    if after is None:
        return True
    if after.text.lower() in EVENTS:
        return False
    if after.text[0] == "$" and after.start == tokens[end - 1].end:
        return False  # "US$5"
    if name.kind in OTHER_GENDER:
        return not _institution(tokens, end)
    if name.plural and after.text.lower() in PLURAL_VERBS:
        return False
    return after.tag not in IN_NAMES or (not after.text[0].isupper() and (cased or after.tag not in PROPER))


def _in_firm_name(tokens: Sequence[Token], i: int, end: int, name: Name) -> bool:
    """Whether "the" before a name that has none makes it another: "the Portland and Salem" is a railway."""
    if not i or tokens[i - 1].text.lower() != "the" or name.article or name.kind in OTHER_GENDER:
        return False
    return end < len(tokens) and tokens[end].text in ("and", "&") and tokens[i].text.istitle()


def describes(tokens: Sequence[Token], end: int, name: Name) -> bool:
    """Whether a country's letters describe a noun, as an adjective does: "U.S. manufacturers", "UK law"."""
    if end == len(tokens) or not "".join(name.words).replace(".", "").isupper():
        return False
    return tokens[end].tag[:2] in ("NN", "JJ") and tokens[end].text.lower() not in TODAY


def of_a_town(tokens: Sequence[Token], i: int, name: Name, starting: Mapping[str, Sequence[Name]]) -> bool:
    """Whether the area at i belongs to a place before its comma that is not listed: "Sarasota, Florida"."""
    if name.kind not in AREAS or i < 2 or tokens[i - 1].text != "," or tokens[i - 2].tag not in PROPER:
        return False
    words = [token.text for token in tokens[max(0, i - 4) : i - 1]]
    listed = any(list(n.words) == words[-len(n.words) :] for word in words for n in starting.get(word, ()))
    return words[-1][0].isupper() and not listed


def _institution(tokens: Sequence[Token], end: int) -> bool:
    """Whether the capitalised words after a first name end in no surname: "Robert Smith University"."""
    if end < len(tokens) and tokens[end].text in ("der", "the"):
        return True  # "Peter the Great"
    for at, token in enumerate(tokens[end : end + 8]):
        if token.text.lower() in NO_PERSON or "/" in token.text or (at > 2 and token.text[0].isupper()):
            return True  # also "John F. Kennedy Profile in Courage Award"
        if not token.text[0].isupper() and token.text != ".":
            return token.text == "&"
    return False


def _in_longer_name(tokens: Sequence[Token], i: int, starting: Mapping[str, Sequence[Name]], cased: bool) -> bool:
    """Whether the place at i belongs to a longer name ("Bank of Scotland") or, without capitals, to a first name."""
    if not i:
        return False
    before = tokens[i - 1].text
    if not cased:
        return any(name.kind in OTHER_GENDER for name in starting.get(before.title(), ()))
    earlier = tokens[i - 2].text if i > 1 else ""
    if before == "de":
        return True  # "Tour de France"
    if before == "of" and i > 1:
        return earlier.istitle() and (tokens[i - 2].tag in PROPER or i > 2)
    joined = before in ("and", "or") and earlier in DIRECTIONS  # "Central and Eastern Europe"
    numbered = before[:1].isdigit() and before[-2:] in ("th", "st", "nd", "rd")  # a regiment
    return before in ("&", "-") or joined or numbered or (before == "," and earlier == "County")


def in_title(tokens: Sequence[Token], i: int) -> bool:
    """Whether the name at i stands in a short quotation, as in the title of a song: "Letters to Mary"."""
    opened = next((at for at in range(i - 1, max(-1, i - 7), -1) if tokens[at].text in QUOTES), -1)
    closed = next((at for at in range(i + 1, min(len(tokens), i + 7)) if tokens[at].text in QUOTES), -1)
    titled = opened >= 0 and (tokens[opened + 1].text.istitle() or tokens[i].text.islower())
    return titled and closed - opened in range(2, 9)


def _in_place_context(tokens: Sequence[Token], i: int, starting: Mapping[str, Sequence[Name]]) -> bool:
    """Whether a preposition of place, a city ("Atlanta, Georgia") or an area ("Washington, D.C.") stands beside."""
    if i and tokens[i - 1].text.lower() in BEFORE_PLACES:
        return True
    if i > 1 and tokens[i - 1].text == "," and tokens[i - 2].tag in PROPER:
        return True
    areas = starting.get(tokens[i + 2].text, ()) if i + 2 < len(tokens) and tokens[i + 1].text == "," else ()
    return any(area.kind in AREAS for area in areas)


def _first_name(tokens: Sequence[Token], i: int, gazetteer: Gazetteer) -> bool:
    """Not "Mary Jane", "Henry VIII", nor "James '" with its lone apostrophe."""
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is None:
        return True
    if after.text in ("'", "’") and after.start == tokens[i].end:
        return False
    numbered = len(after.text) < 5 and after.text.isupper() and not after.text.strip("IVX")
    named = any(name.kind in OTHER_GENDER for name in gazetteer.starting.get(after.text, ()))
    return not named and not (numbered and after.text != "I")
