"""Statements whose verbs a careful writer leaves in their tense: a subject or another verb may not have been seen."""

from collections.abc import Sequence

from core.english.clauses import BE, FINITE, NOUNS, OPERATORS, Sentence
from core.english.finite_signs import PASSIVE, UNAIDED
from core.english.naming import QUOTES
from core.english.negation_rests import BRACKETS
from core.english.verb_phrases import AFTER_VERB, subject_start

AGREES = frozenset({"NN", "NNP", "PRP", "NNS", "EX", "WDT", "WP", ")", "-RRB-"})  # whose number is plain
ONCE = frozenset({"because", "due", "immediately"})  # with these a past tells what happened once
CONJUNCTIONS = frozenset({"while", "whereas", "although", "though", "because"})  # each of which has a verb
LONGEST = 26  # tokens of a sentence that is seen through


def doubtful(s: Sentence, group: Sequence[int], past: bool, opened: int, closed: int) -> bool:
    """Whether the verbs at `group`, all those seen in a statement, would better stay as they are."""
    first = group[0]
    if closed - opened > LONGEST or _has_imperative(s) or _unseen_verb(s, group, opened, closed):
        return True
    before = s.past_adverbs(first - 1, -1)
    if before < opened or s.tags[before] == "CC" or not (s.tokens[before].is_word or s.tag(before) in AGREES):
        return True  # "Feels like a film": "felt" would be a participle
    if s.words[first] in OPERATORS and s.tag(first + 1) in (".", ""):
        return True  # "but it does."
    if s.words[before] in BRACKETS or (s.tags[opened] in FINITE and opened not in group):
        return True  # "Proves that they need none"
    if len(group) == 1 and not CONJUNCTIONS.isdisjoint(s.words[opened:closed]):
        return True  # "while it judders to a halt, he is safe", where "judders" may be taken for a noun
    subject = subject_start(s, first)
    if (
        s.words[opened] == "to"
        or (s.words[first] in BE and s.tag(first + 1) == "TO")
        or (s.tags[opened] == "VBG" and subject <= opened + 1)
    ):
        return True  # "to die is no fun"
    if len(group) == 1 and (
        (s.tag(subject - 1) in NOUNS and s.tags[before] != "WDT")
        or (s.tags[before - 1] == "NNS" and s.tags[before] == "NN" and before > opened)
    ):
        return True  # "the stories we tell", "the knots life ties"
    if s.word(subject - 2) == "," and s.word(subject - 1) in ("and", "but", "so"):
        return True  # the clause before has a verb too
    return past and _may_narrate_event(s, first, before, subject, opened, closed)


def _has_imperative(s: Sentence) -> bool:
    """Whether a sentence of the text is an order, which is of no time."""
    return any(tag == "VB" and s.starts(at) for at, tag in enumerate(s.tags))


def _unseen_verb(s: Sentence, group: Sequence[int], opened: int, closed: int) -> bool:
    """Whether another verb that would have to change may not have been seen: "is skilled and practices a lot"."""
    last = group[-1]
    for at in range(opened + 1, closed - 1):
        if at > last and s.tags[at] in ("WRB", "WP"):
            return True  # "is spooky how he channels her"
        if s.tags[at] in ("NNS", "NN", "VBP") and at not in group and s.tags[at + 1] in AFTER_VERB:
            if s.words[at - 1] in ("and", "or", "but") and (s.tags[at - 2] not in NOUNS or s.tags[at + 1] != "TO"):
                return True
            if s.tags[at - 1] in ("PRP", "WDT") and s.words[at - 1] not in ("her", "it", "you"):
                return True
    return s.tag(group[0] + 1) in ("VBD", "VBZ", "VBP") and s.words[group[0]] not in OPERATORS


def _may_narrate_event(s: Sentence, first: int, before: int, subject: int, opened: int, closed: int) -> bool:
    """Whether the past may tell what happened once, or what it would agree with is not plain."""
    if "CD" in s.tags[opened:closed] or not QUOTES.isdisjoint(s.words[opened:closed]):
        return True
    named = s.tokens[before].text[0].isupper() and s.tags[before] != "PRP"
    if s.words[first] == "did":
        return True  # "she did not answer at once"
    if s.words[first] in BE:
        return named and s.tag(first + 1) in ("DT", "JJ", "NN")  # "Cleopatra was a queen"
    if s.tags[before] not in AGREES or (named and s.words[before].endswith("s")) or s.tags[opened] == "IN":
        return True
    if s.tags[subject] in ("NN", "JJ", "VBG", "VBN"):
        return True  # a headline's: "Swedish minister murdered."
    form = s.words[first]
    described = (form.endswith("ed") and form not in UNAIDED) or form in PASSIVE
    if described and s.tag(first + 1) in ("IN", "TO") and s.tags[subject] not in ("DT", "PRP", "PRP$"):
        return True  # "licences granted to drivers"
    return not ONCE.isdisjoint(s.words[opened:closed])
