"""Noun phrases as a verb sees them: where one begins, and whether it is one or many."""

from enum import Enum, auto

from core.english.clauses import REACH, Sentence


class Subject(Enum):
    """What a verb agrees with."""

    FIRST = auto()  # I
    YOU = auto()  # or we
    ONE = auto()  # third person singular
    MANY = auto()  # third person plural
    THIRD = auto()  # third person, its number not plain
    DROPPED = auto()  # the sentence begins with its verb
    UNCLEAR = auto()
    NONE = auto()  # what stands before is the object of another verb: "removed her ballet shoes"


NOUN = frozenset({"NN", "NNS", "NNP", "NNPS", "CD", "FW", "SYM"})
INNER = NOUN | {"JJ", "JJR", "JJS", "POS", "$", "#", "AFX", "HYPH"}
OPENS = frozenset({"DT", "PDT", "PRP$", "WDT", "WP$"})
NOMINAL = NOUN | {"DT"}
AFTER_VERB = frozenset({"DT", "PRP", "PRP$", "RB", "RP", "TO"})  # "and plans to", whatever the tag of "plans"
PLURAL_WORDS = frozenset({"people", "men", "women", "children", "police", "mice", "teeth", "feet", "geese", "folks"})
SINGULAR_WORDS = frozenset({"news", "physics", "politics", "mathematics", "economics", "measles", "everyone"})
EITHER = frozenset({"series", "species", "means", "headquarters", "crossroads", "data"})
PLURAL_DT = frozenset({"these", "those", "both", "many", "few", "several"})
SINGULAR_DT = frozenset({"each", "every", "either", "neither", "this", "that", "another"})
BY_TAG = {"NN": Subject.ONE, "NNP": Subject.ONE, "VBG": Subject.ONE, "NNS": Subject.MANY}
BY_TAG |= dict.fromkeys(("NNPS", "JJ", "DT", "FW"), Subject.THIRD)


def number(s: Sentence, first: int, last: int) -> Subject:
    """Whether the noun phrase [first, last] is one or many."""
    word, tag, opening = s.words[last], s.tags[last], s.words[first]
    if word in PLURAL_WORDS or (opening in PLURAL_DT and tag != "NN"):
        return Subject.MANY
    states = word == "states" and s.word(last - 1) == "united"
    if states or word in SINGULAR_WORDS or (opening in SINGULAR_DT and tag != "NNS"):
        return Subject.ONE
    if tag == "CD":
        return Subject.ONE if word == "one" or len(word) == 4 else Subject.MANY
    if tag == "NNP" and word.endswith("s") and s.tags[first] == "DT":
        return Subject.THIRD
    if tag == "NN" and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return Subject.THIRD  # "films", which the tagger takes for one
    return Subject.THIRD if word in EITHER else BY_TAG.get(tag, Subject.UNCLEAR)


def phrase_start(s: Sentence, last: int) -> int:
    """Where the noun phrase that ends with token `last` begins."""
    at = last
    while at > max(0, last - REACH):
        tag, before = s.tags[at], s.tags[at - 1]
        if tag in OPENS:
            if before != "PDT" and s.words[at - 1] not in ("all", "both"):
                break
        elif before in ("VBN", "VBG", "RB", "RBR", "RBS", "VBD"):
            if s.tag(at - 2) not in OPENS or tag == "NNP":
                break
        elif before == "CC":
            if tag[:2] != "JJ" or s.tag(at - 2)[:2] != "JJ":
                break
        elif before not in INNER and before not in OPENS:
            break
        at -= 1
    return at


def subject_start(s: Sentence, i: int) -> int:
    """Where the noun phrase before the verb at i begins."""
    last = s.past_adverbs(i - 1, -1)
    return last if s.tag(last) == "PRP" else phrase_start(s, last)
