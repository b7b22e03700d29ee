"""Where an adverb goes with a verb: before a full verb, after the first auxiliary, and in a question after its word."""

from enum import Enum, auto
from typing import NamedTuple

from core.english.clause_signs import (
    FINITE,
    FIXED,
    GAPS,
    HOSTS,
    PHRASE,
    after_pronoun_asked,
    after_question_word,
    doubted,
    fronted,
    has_gap,
    hosted,
    is_full_verb,
    joins,
    no_verb,
)
from core.english.clauses import (
    ADVERB,
    BE,
    BOUNDARY,
    DO,
    HAVE,
    HERE,
    MODALS,
    NEGATIVE,
    NOT,
    OPERATORS,
    PARTICIPLE,
    SINGULAR,
    VERBAL,
    Sentence,
)

SUBJECT = SINGULAR | {"PRP", "NNS", "NNPS", "WDT", "WP", "EX", "DT"}
ODD_SUBJECT = frozenset({"JJ", "CD", "VBG", "FW"})  # as names and numbers are tagged, before a verb with an object
OBJECTS = frozenset({"me", "him", "them", "us", "myself", "himself", "themselves", "let", "both", "either", "neither"})
PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they"})
SAID = frozenset({"DT", "PDT", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "CD", "PRP$", "WP", "WRB", "``"})
OFTEN = frozenset(
    {"always", "never", "ever", "often", "soon", "also", "still", "sometimes", "rarely", "usually", "almost"}
)
NO_ROOM = frozenset(
    {"probably", "perhaps", "maybe", "possibly", "likely", "only", "just", "yet", "well", "really", "clearly", "truly"}
    | {"certainly", "definitely", "actually", "obviously", "undoubtedly", "indeed", "simply", "surely", "merely"}
)  # beside these another adverb is one too many
DEGREES = frozenset({"very", "too", "so", "quite", "rather", "extremely", "pretty"})
FLAT = frozenset({"long", "early", "late", "fast", "hard", "far", "close", "alone"})  # adjectives too, after "is"


class Kind(Enum):
    """What an adverb must suit at its place."""

    STATED = auto()
    DOUBTED = auto()  # in a question or a condition: nothing that vouches for the statement
    ASKED = auto()  # right after a question word
    ORDERED = auto()


class Place(NamedTuple):
    """Before token `at`. `verb` is the position of the full verb that the adverb goes with, -1 for none."""

    at: int
    kind: Kind
    verb: int


def adverb_places(sentence: Sentence) -> list[Place]:
    """A place for every finite verb, auxiliaries and all, that can take an adverb, in reading order."""
    places: list[Place] = []
    bare = False  # whether "do" or a modal stands before its subject: then no finite verb follows in its clause
    for i, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        if word in BOUNDARY:
            bare = False
        elif not bare and (
            tag in VERBAL
            or (word in OPERATORS and tag not in ("POS", "VBG"))
            or (tag in SINGULAR and _is_imperative(sentence, i))
        ):
            place = _place(sentence, i)
            if place and not (places and place.at <= places[-1].at) and _stands_free(sentence, place.at):
                places.append(place)
            bare = word in DO | MODALS and sentence.inverted(i)
    return places or _nonfinite_places(sentence)


def _nonfinite_places(sentence: Sentence) -> list[Place]:
    """The first infinitive or the first participle behind a noun ("a film directed by …"), in a text of no more."""
    for i, tag in enumerate(sentence.tags):
        infinitive = tag == "VB" and sentence.tag(i - 1) == "TO"
        behind = tag == "VBN" and sentence.tag(i - 1) in SUBJECT and sentence.word(i + 1) == "by"
        if (infinitive or behind) and _stands_free(sentence, i):
            return [Place(i, Kind.DOUBTED if infinitive else Kind.STATED, -1)]
    return []


def _place(sentence: Sentence, i: int) -> Place | None:
    word, after = sentence.words[i], sentence.word(i + 1)
    asks, clitic = sentence.asks(i), word[0] == "'"
    kind = Kind.DOUBTED if asks or doubted(sentence, i) else Kind.STATED
    if sentence.tags[i] == "VB" or _is_imperative(sentence, i):
        return _order(sentence, i)
    if (word == "ai" and after not in NOT) or after_pronoun_asked(sentence, i):
        return None
    if word in OPERATORS and asks and not clitic and after_question_word(sentence, i):
        return Place(i, Kind.ASKED, -1)
    if word in ("had", "were", "should") and after in PRONOUNS and not asks:
        return None  # "had it rained", "were it true"
    if word not in OPERATORS or (is_full_verb(sentence, i) and not fronted(sentence, i)):
        return _place_before_verb(sentence, i, kind, i)
    if (sentence.tag(i - 1) in ADVERB and sentence.word(i - 1) not in HERE) or (clitic and not hosted(sentence, i)):
        return None
    if sentence.tag(i + 1) in ("DT", "PRP", "NNP") and fronted(sentence, i):
        return None
    if sentence.inverted(i) and not (clitic and sentence.word(i - 1) in ("what", "who")):
        end = sentence.subject_end(i)
        return Place(end, kind, end) if end and asks and sentence.tag(end) not in ADVERB | {"", "."} else None
    if after in NOT:
        between = word in BE | {"'s", "'ll"} and after == "not" and sentence.word(i + 2) not in NEGATIVE
        return Place(i + 1, kind, -1) if between else _place_before_verb(sentence, i, kind, -1)
    if sentence.tag(i + 1) in ADVERB:
        return _before_adverb(sentence, i, kind)
    return None if after in FIXED else _place_after_operator(sentence, i, kind)


def _is_imperative(sentence: Sentence, i: int) -> bool:
    """Whether token i, tagged as a noun, opens an order: "Name the organization"."""
    return sentence.tag(i + 1) in ("DT", "PRP$") and sentence.tags[i] in SINGULAR and sentence.starts(i)


def _order(sentence: Sentence, i: int) -> Place | None:
    """Before a verb that opens an order: "simply name the capital"."""
    followed = sentence.tag(i + 1) in PHRASE | {"IN", "RP"} and sentence.words[i] not in OPERATORS | {"let", "be"}
    shouted = sentence.tokens[i].text.isupper() and not sentence.source.isupper()
    return Place(i, Kind.ORDERED, -1) if sentence.starts(i) and followed and not shouted else None


def _before_adverb(sentence: Sentence, i: int, kind: Kind) -> Place | None:
    """Between the operator at i and the adverb after it: "is clearly too long", "has really never seen it"."""
    word, adverb = sentence.words[i], sentence.word(i + 1)
    at = sentence.past_adverbs(i + 1)
    tag = sentence.tag(at)
    if adverb in NO_ROOM | FIXED or (adverb == "ever" and word in HAVE | {"'s", "'d"}):
        return None
    if word in MODALS | {"'d", "'ll"}:
        return Place(i + 1, kind, -1) if adverb in OFTEN and tag == "VB" else None
    is_so = adverb in DEGREES and sentence.word(i + 2).isalnum()
    if tag in PARTICIPLE:
        return Place(i + 1, kind, -1)
    if word in BE | {"'s"} and (is_so or tag in SAID | {"IN", "TO"} or sentence.word(at - 1) in HERE | FLAT):
        return Place(i + 1, kind, -1)
    return None


def _place_after_operator(sentence: Sentence, i: int, kind: Kind) -> Place | None:
    """After the operator at i, when what it goes with follows; else before it: "what they really are"."""
    word, tag = sentence.words[i], sentence.tag(i + 1)
    if word in MODALS or word in ("'d", "'ll"):
        if tag in ("VB", "VBP"):
            return Place(i + 1, kind, i + 1)
        return Place(i + 1, kind, i + 1) if tag in PARTICIPLE and word == "'d" else None
    if tag in PARTICIPLE:
        return Place(i + 1, kind, i + 1)
    if word in DO:
        return _place_before_verb(sentence, i, kind, i + 1)
    if word in HAVE:
        return None
    if sentence.word(i - 1) in ("as", "than", "so", "here", "such", "nor"):
        return None
    gap = has_gap(sentence, i)
    if tag in SAID and not gap:
        return Place(i + 1, kind, -1)
    if tag in ("JJ", "DT") and sentence.word(i - 1) in GAPS | HOSTS:
        return Place(i + 1, kind, -1)
    if tag in ("IN", "TO") and not gap:
        return Place(i + 1, kind, -1)
    return _place_before_verb(sentence, i, kind, -1) if word[0] != "'" else None


def _place_before_verb(sentence: Sentence, i: int, kind: Kind, verb: int) -> Place | None:
    """Before the verb at i when its subject stands there, or an "and" that gives it the subject of another verb."""
    before, tag = sentence.word(i - 1), sentence.tag(i - 1)
    if sentence.words[i][0] == "'" or before in OBJECTS or before in OPERATORS:
        return None
    if no_verb(sentence, i):
        return None
    if before in OFTEN and sentence.tag(i - 2) in SUBJECT:
        return Place(i - 1, kind, -1)
    mistaken = tag in ("VBZ", "VBP") and sentence.tags[i] in FINITE  # for a noun
    asked = tag not in ADVERB and sentence.word(i - 2) in ("what", "which", "whose")  # a word between is a noun
    closed = before in ("''", '"', "”", ")") and tag != sentence.tags[i] and sentence.tag(i - 2) in SUBJECT
    odd = tag in ODD_SUBJECT and sentence.tags[i] in ("VBZ", "VBD") and sentence.tag(i + 1) in ("DT", "PRP$", "PRP")
    named = tag in SUBJECT or odd or mistaken or asked or closed or before in ("that", "who", "which", "one")
    if named or (before in ("and", "or", "but") and joins(sentence, i)):
        return Place(i, kind, verb)
    if sentence.tags[i] == "VBZ" and sentence.starts(i) and not sentence.asks(i):
        return Place(i, kind, verb)
    return None


def _stands_free(sentence: Sentence, at: int) -> bool:
    """Whether there is white space before the place, and a word or a quotation after it."""
    token = sentence.tokens[at] if at < len(sentence.tokens) else None
    if token is None or not (token.text[0].isalnum() or token.text in ("``", '"', "“")):
        return False
    if token.tag[:1] == "V" and token.text.istitle() and at and not sentence.starts(at):
        return False  # inside a title: "We 'll Meet Again"
    return token.start == 0 or sentence.source[token.start - 1].isspace()
