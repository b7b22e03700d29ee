"""Names whose kind is sure: of persons, of listed places and organisations, and of places that only a place can be."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.english.clauses import SENTENCE_END
from core.english.entities import AFTER_PERSONS, NO_ENTITIES, ROLES, name_runs
from core.english.name_kinds import EntityKind, NameKinds, name_features
from core.english.naming import EVENTS, NO_PERSON, PROPER, TITLES, describes, in_title, names_in, of_a_town
from core.lexicon.gazetteer import OTHER_GENDER, PLACES, Gazetteer, Name
from core.lexicon.organisations import FIRM, Organisation, Organisations
from core.text.analysed import AnalysedText
from core.text.tokens import Token

PERSON, FIRM_NAME, CITY = "person", "firm", "city"
SURE = 0.9
SURE_PLACE = 0.96  # of one that is not listed
FIRST_WORD = 0.97  # of a single word that may have its capital from the sentence
LISTED = 0.4
LONG_NAME = 0.6  # of three words, the first of them a listed first name
INSIDE_NAMES = str.maketrans("", "", "-.'’")
BEFORE_NAMES = frozenset({"mr", "mrs", "ms", "miss", "dr"})
JOINS = frozenset({"&", "/", "+"})
_LANDMARKS = """
    river lake county street avenue road island islands mountain mountains mount valley park bay beach square bridge
    center centre airport station hall tower building stadium arena field sea ocean gulf cape fort camp hotel palace
    castle church cathedral temple museum school college university court house room hospital theatre theater club
    district province peninsula desert canyon creek falls forest garden gardens highway hill hills jail prison lane
    library line market north south east west pass plaza point port row strip tunnel universe village ward way world
"""
LANDMARKS = frozenset(_LANDMARKS.split())


class SureName(NamedTuple):
    """Tokens [first, end) are a name of this kind: a person, a place of a gazetteer's kinds, or an organisation."""

    first: int
    end: int
    kind: str
    organisation: Organisation | None = None


def sure_names(
    text: AnalysedText, gazetteer: Gazetteer, organisations: Organisations, kinds: NameKinds
) -> list[SureName]:
    """The names in reading order, less those that also stand where they are no name of that kind for sure."""
    if text.source.islower() or text.source.isupper():
        listed = names_in(text, gazetteer)
        return [SureName(f, end, name.kind) for f, end, name in listed if not describes(text.tokens, end, name)]
    tokens = text.tokens
    names = list(_organisations(tokens, organisations))
    taken = {i for name in names for i in range(name.first, name.end)}
    unsure: list[tuple[int, int]] = []
    for first, end in name_runs(tokens):
        if not taken.isdisjoint(range(first, end)) or not _is_whole_name(tokens, first, end):
            continue
        if kind := _kind(tokens, first, end, gazetteer, kinds):
            names.append(SureName(first, end, kind))
        else:
            unsure.append((first, end))
    persons = {tokens[i].text for name in names if name.kind == PERSON for i in range(name.first, name.end)}
    for first, end in unsure:
        if persons.issuperset(token.text for token in tokens[first:end]):
            names.append(SureName(first, end, PERSON))
    return _unambiguous_names(tokens, sorted(names))


def _organisations(tokens: Sequence[Token], organisations: Organisations) -> Iterator[SureName]:
    at = 0
    matches: list[tuple[int, int, list[Organisation]]] = []
    for i, token in enumerate(tokens):
        if i < at:
            continue
        names = organisations.starting.get(token.text)
        if names is None:
            continue
        words = next((w for w, _ in names if [t.text for t in tokens[i : i + len(w)]] == list(w)), ())
        if words and _is_whole_name(tokens, i, i + len(words)):
            at = i + len(words)
            matches.append((i, at, [organisation for w, organisation in names if w == words]))
    whole = {options[0] for _, _, options in matches if len(options) == 1}
    for first, end, options in matches:
        meant = [option for option in options if option in whole]
        meant = meant or [option for option in options if any(option.kind == other.kind for other in whole)] or options
        if len(meant) == 1 and _article_agrees(tokens, first, end, meant[0]):
            yield SureName(first, end, meant[0].kind, meant[0])


def _article_agrees(tokens: Sequence[Token], first: int, end: int, organisation: Organisation) -> bool:
    """Whether the article agrees: a part of a club's name has one, and what is said without one has none."""
    before = tokens[first - 1].text.lower() if first else ""
    if not organisation.article:
        follows = end < len(tokens) and tokens[end].tag[:2] in ("NN", "JJ")
        return before not in ("the", "a", "an", "this") or follows
    is_part = organisation.part and end - first < len(organisation.whole.split())
    return before == "the" or not is_part


def _event_follows(tokens: Sequence[Token], end: int) -> bool:
    return end < len(tokens) and tokens[end].text.lower() in EVENTS


def _kind(tokens: Sequence[Token], first: int, end: int, gazetteer: Gazetteer, kinds: NameKinds) -> str:
    """The kind of a run of names, "" where it is not sure."""
    words = [token.text for token in tokens[first:end] if token.text != "."]
    before = tokens[first - 1].text.lower() if first else ""
    opens = first == 0 or tokens[first - 1].text in SENTENCE_END
    if words[-1] in FIRM and len(words) == 2:
        return FIRM_NAME
    place = listed_place(words, gazetteer) if before not in ROLES else None
    inside = place and first > 1 and words[0] == "United" and before == "," and tokens[first - 2].tag in PROPER
    if inside or _event_follows(tokens, end) or (place and _owns_or_lies_in(tokens, end)):
        return ""
    if place and (describes(tokens, end, place) or of_a_town(tokens, first, place, gazetteer.starting)):
        return ""
    if place and _is_acronym(place) and first and tokens[first - 1].tag == "CD":
        return ""  # "two U.S."
    if all(word.isupper() for word in words):
        line = first == 0 and end < len(tokens) and tokens[end].text in ("(", ",", "-", "--", "-LRB-")
        return place.kind if place and ((line and place.sure and place.plain) or _is_acronym(place)) else ""
    if not all(word.translate(INSIDE_NAMES).isalpha() for word in words):
        return ""
    chances = kinds.probabilities(name_features(tokens, first, end, gazetteer))
    if before == "." and first > 1 and tokens[first - 2].text.lower() in BEFORE_NAMES | ROLES:
        before, opens = tokens[first - 2].text.lower(), False
    if place and before not in BEFORE_NAMES:
        near = before in ("in", "near", "at")
        plain = place.plain and words != ["Hollywood"]  # which is also what is made there
        sure = chances[EntityKind.PLACE] >= (LISTED if plain else SURE) and (plain or near)
        return place.kind if sure and not (opens and end == first + 1 and not place.sure) else ""
    given = any(name.kind in OTHER_GENDER and name.sure for name in gazetteer.starting.get(words[0], ()))
    if before in BEFORE_NAMES and end - first < 3:
        return PERSON
    least = (LISTED if len(words) < 3 else LONG_NAME) if given else FIRST_WORD if opens and end == first + 1 else SURE
    if chances[EntityKind.PERSON] >= least and before not in ("the", "this", "that"):
        return PERSON if len(words) < 4 and not _institution(tokens, first, end) else ""
    if (
        place is None
        and chances[EntityKind.PLACE] >= SURE_PLACE
        and not _area_follows(tokens, end)
        and before in ("in", "from", "at", "near", "to")
        and end - first < 3
    ):
        return CITY if LANDMARKS.isdisjoint(map(str.lower, words)) else ""
    return ""


def _area_follows(tokens: Sequence[Token], end: int) -> bool:
    """Whether a comma and another name follow: "Bellmore, Long Island"."""
    return end + 1 < len(tokens) and tokens[end].text == "," and tokens[end + 1].tag in PROPER


def _owns_or_lies_in(tokens: Sequence[Token], end: int) -> bool:
    """Whether what is named next belongs to the place, or it to that: "China's Sichuan", "Ohio, United States"."""
    if end + 1 == len(tokens) or end == len(tokens) or tokens[end + 1].tag not in PROPER:
        return False
    return tokens[end].text in ("'s", "’s") or (tokens[end].text == "," and tokens[end + 1].text == "United")


def _institution(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a word of the name, or the one behind it, is one of a house or a firm."""
    return not NO_PERSON.isdisjoint(token.text.lower() for token in tokens[first : end + 1])


def _is_acronym(place: Name) -> bool:
    return "".join(place.words).isupper()


def listed_place(words: Sequence[str], gazetteer: Gazetteer) -> Name | None:
    """The place that these words are as a whole; in capitals too."""
    spelled = list(words)
    for form in (spelled, [word.title() for word in spelled] if all(map(str.isupper, spelled)) else spelled):
        for name in gazetteer.starting.get(form[0], ()):
            if name.kind in PLACES and list(name.words) == form:
                return name
    return None


def _is_whole_name(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether the name is no part of a longer one: of a title, of "University of Texas", of "Smith & Sons"."""
    before = tokens[first - 1] if first else None
    after = tokens[end] if end < len(tokens) else None
    if before and not _is_name_boundary(tokens, first - 1):
        return False
    if in_title(tokens, first):
        return False
    if after is None:
        return True
    touches = after.start == tokens[end - 1].end
    if after.text in JOINS or (touches and after.text in ("'", "’", "-", "$", "@")) or after.text[0].isdigit():
        return False
    if after.text in AFTER_PERSONS or (after.text[0].isupper() and after.text[-1].isalnum()):
        return after.text in NO_ENTITIES and after.text.endswith("day")
    later = tokens[end + 1] if end + 1 < len(tokens) else None
    return not (after.text == "of" and later and later.text[0].isupper())


def _is_name_boundary(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands at this place, before a name, is no part of it."""
    token = tokens[at]
    word = token.text.lower()
    earlier = tokens[at - 1] if at else None
    opens = earlier is None or earlier.text in SENTENCE_END or earlier.text in ('"', "``", "“", "-", "--", ")")
    if word in BEFORE_NAMES or word in ROLES:
        return True
    if token.text == "." and earlier and earlier.text.lower() in TITLES | ROLES:
        return earlier.text.lower() in BEFORE_NAMES | ROLES
    if word in TITLES or token.text in JOINS or token.text in ("#", "@") or token.text[0].isdigit():
        return False
    if token.text == "-" and token.end > token.start and earlier and earlier.end == token.start:
        return False
    if word == "of":
        return not (earlier and earlier.text[0].isupper() and (earlier.tag in PROPER or at > 1))
    if token.text[0].isupper() and token.text.isalpha():
        if token.text.isupper() and len(token.text) > 1:
            return False  # "AS Monaco"
        return opens and token.tag not in PROPER and token.tag not in ("NN", "NNS", "JJ", "VBG", "VBN")
    return True


def _unambiguous_names(tokens: Sequence[Token], names: Iterable[SureName]) -> list[SureName]:
    """Those whose words are in no other word with a capital: "Denver" stays beside "Denver-based" and "#Denver"."""
    kept = list(names)
    while True:
        inside = {i for name in kept for i in range(name.first, name.end)}
        beside = {token.text for i, token in enumerate(tokens) if i not in inside}
        others = [word for word in beside if word[0].isupper() or word[0] in "#@"]
        left = [name for name in kept if not any(_reveals_name(other, tokens, name) for other in others)]
        left = _names_of_one_kind(tokens, left)
        if len(left) == len(kept):
            return kept
        kept = left


def _reveals_name(other: str, tokens: Sequence[Token], name: SureName) -> bool:
    for token in tokens[name.first : name.end]:
        word = token.text
        if other == word or (len(word) > 3 and word.lower() in other.lower()):
            return word not in FIRM
        if name.kind in PLACES and len(word) > 4 and len(other) > 4 and other[:4] == word[:4]:
            return True  # "China" beside "Chinese"
    return False


def _names_of_one_kind(tokens: Sequence[Token], names: Sequence[SureName]) -> list[SureName]:
    """Without the names a word of which is also a word of a name of another kind."""
    kinds: dict[str, set[str]] = {}
    for name in names:
        for token in tokens[name.first : name.end]:
            kinds.setdefault(token.text, set()).add(name.kind if name.organisation is None else "organisation")
    return [name for name in names if all(len(kinds[t.text]) == 1 for t in tokens[name.first : name.end])]
