"""The finite verbs of a text in the simple present and past, with their subjects: what tense and number can change."""

from typing import NamedTuple

from core.english.clause_signs import FIXED, after_pronoun_asked
from core.english.clauses import ADVERB, BE, BOUNDARY, DO, FINITE, HAVE, MODALS, NOMINATIVE, NOT, SENTENCE_END, Sentence
from core.english.inflection import Inflector
from core.english.verb_phrases import Subject
from core.english.verb_subjects import CAUSING, before_adverbs, last_verb, subject_after, subject_before

AUXILIARY = (BE - {"'m", "'re"}) | (HAVE - {"'ve"}) | DO
CLITIC = frozenset({"'s", "'re", "'m"})
NO_VERB = frozenset({"POS", "VB", "VBN", "VBG", "NN", "NNS", "NNP", "PRP", "JJ"})
TAKES_BASE = MODALS | DO | {"to", "'d", "'ll"}
HELPS = BE | HAVE | {"'s", "'d"}
OBJECT_STARTS = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD", "JJ", "WP", "WRB", "EX", "``", "PDT"})
OF = frozenset({"consist", "think", "dream", "speak", "talk", "tell", "smack", "reek", "know", "hear", "die", "beware"})
STANDS_ALONE = frozenset({"former", "latter", "other", "first", "second", "third", "last", "best", "worst", "latest"})
PURPOSE = frozenset({"meant", "designed", "intended", "made", "used", "set", "said", "known", "built", "needed"})
LETTING = CAUSING - HAVE - {"having", "feel", "feels", "felt", "hear", "hears", "heard", "see", "saw", "sees"}
CLAUSE = frozenset(
    {"who", "which", "that", "when", "where", "why", "how", "what", "whose"}
    | {"if", "because", "and", "as", "than", "but"}
)
JOINS = frozenset({"and", "or", "but", ",", "then", "&", "yet"})


class Finite(NamedTuple):
    """A finite verb at token `at`: VBZ, VBP or VBD. Coordinated verbs share their group; perfect is "has gone"."""

    at: int
    tag: str
    subject: Subject
    group: int
    perfect: bool = False


def finite_verbs(s: Sentence, inflector: Inflector) -> list[Finite]:
    """The finite verbs in reading order; modals and what may be no verb at all are left out."""
    verbs: list[Finite] = []
    bare = False  # whether a do or a modal stands before its subject: its verb, still to come, is not finite
    for i, (word, tag) in enumerate(zip(s.words, s.tags, strict=True)):
        if word in BOUNDARY:
            bare = False
        elif word in AUXILIARY or word in CLITIC:
            waited_for = bare and word in ("do", "have") and s.word(i + 1) not in NOMINATIVE
            if tag in NO_VERB or waited_for or _in_title(s, i):
                continue
            inverted = s.inverted(i) or (word in DO and s.tag(i + 1) == "PRP" and s.asks(i))
            verb = _auxiliary(s, i, inverted, verbs)
            verbs.append(verb._replace(perfect=True) if _is_perfect(s, i, inverted) else verb)
            bare = bare or (inverted and word in DO)
        elif tag == "MD":
            bare = bare or s.inverted(i)
        elif (tag in FINITE or _is_hidden_past(s, i)) and not (bare and (tag == "VBP" or inflector.lemma(word, "VB"))):
            if lexical := _lexical(s, i, inflector, verbs):
                verbs.append(lexical)
        elif tag in FINITE:
            bare = False
    return verbs


def _in_title(s: Sentence, i: int) -> bool:
    """Whether the verb is written as part of a name: "Gone With the Wind", "Who Framed Roger Rabbit"."""
    text = s.tokens[i].text
    return text.istitle() and not s.starts(i)


def _is_perfect(s: Sentence, i: int, inverted: bool) -> bool:
    """Whether the have at i helps another verb; also "had better"."""
    word = s.words[i]
    if word not in HAVE and word != "'s":
        return False
    if word in HAVE and (inverted or (s.tag(i + 1) == "PRP" and s.asks(i))):
        return True
    at = i + 1
    while s.tag(at) in ADVERB or s.word(at) in NOT:
        if s.word(at) in FIXED:
            return True
        at += 1
    if word == "'s":
        return s.word(at) in ("been", "had", "got", "become", "gone", "come", "gotten") or (
            s.tag(at) in ("VBN", "VBD") and s.tag(at + 1) in OBJECT_STARTS
        )
    return s.tag(at) == "VBN" or s.word(at) in ("been", "had", "got", "gotten", "become", "come")


def _auxiliary(s: Sentence, i: int, inverted: bool, verbs: list[Finite]) -> Finite:
    group = len(verbs)
    if inverted:
        return Finite(i, s.tags[i], subject_after(s, i), group)
    joined = _coordinated_verb(s, i, s.tags[i], verbs)
    return joined or Finite(i, s.tags[i], subject_before(s, i), group)


def _is_hidden_past(s: Sentence, i: int) -> bool:
    """Whether the tagger took the past for a participle: "the owner of the car bought a boat"."""
    if s.tags[i] != "VBN" or s.tag(i + 1) not in ("DT", "PRP$", "PRP") or s.tag(i - 1) not in ("NN", "NNS", "NNP"):
        return False
    first, end = s.clause(i)
    rest = s.tags[first:i] + s.tags[i + 1 : end]
    return FINITE.isdisjoint(rest) and HELPS.isdisjoint(s.words[first:i])


def _lexical(s: Sentence, i: int, inflector: Inflector, verbs: list[Finite]) -> Finite | None:
    word = s.words[i]
    tag = _tag(word, s.tags[i], inflector)
    lemma = inflector.lemma(word, tag)
    if not lemma or _in_title(s, i) or _is_mistagged(s, i, tag, lemma):
        return None
    doubtful = tag == "VBD" and inflector.inflect(lemma, "VBN") == word
    if doubtful and _participle(s, i):
        return None
    verb = _coordinated_verb(s, i, tag, verbs)
    if verb is None:
        at = before_adverbs(s, i)
        subject = subject_before(s, i)
        if s.word(at) in JOINS - {","} and (tag != "VBZ" or not verbs):
            return None
        if tag != "VBZ" and subject in (Subject.UNCLEAR, Subject.DROPPED):
            return None
        if tag == "VBP" and s.tag(at) != "PRP" and s.words[last_verb(s, i)] in LETTING:
            return None  # "makes the jokes about men and women seem fun"
        verb = Finite(i, tag, subject, len(verbs))
    return verb if _agrees(tag, verb.subject) else None


def _tag(word: str, tag: str, inflector: Inflector) -> str:
    """The tag, or another that the form can have where it can't have this one: "buys" is not past."""
    tags = ("VBD" if tag == "VBN" else tag, "VBZ", "VBD", "VBP")
    return next((t for t in tags if inflector.lemma(word, t)), tag)


def _agrees(tag: str, subject: Subject) -> bool:
    if tag == "VBZ":
        return subject not in (Subject.FIRST, Subject.YOU, Subject.MANY, Subject.NONE)
    return (tag == "VBD" and subject is not Subject.NONE) or subject in (Subject.FIRST, Subject.YOU, Subject.MANY)


def _is_mistagged(s: Sentence, i: int, as_tag: str, lemma: str) -> bool:
    """Whether the tagger took a noun, an adjective or an infinitive for a finite verb."""
    before = before_adverbs(s, i)
    word, tag, after = s.word(before), s.tag(before), s.tag(i + 1)
    if after_pronoun_asked(s, i):
        return True
    if word in TAKES_BASE or tag in ("MD", "TO", "VB", "VBD") or s.word(i + 1) in NOT:
        return True
    if "-" in s.words[i] or after in ("VBZ", "MD", "POS") or (after == "VBD" and as_tag in ("VBZ", "VBP")):
        return True
    if tag in ("IN", "PRP$", "POS") and word != "that":
        return True
    if word in ("the", "a", "an", "no", "every") or s.word(i + 1) == "been":
        return True
    named = s.tag(before - 1) in ("WP", "WDT") or word in STANDS_ALONE or s.tokens[before].text.istitle()
    if as_tag == "VBZ" and tag[:2] == "JJ" and not named:
        return True  # "the little green houses"
    if s.word(i + 1) == "'t" or s.words[i + 1 : i + 3] == ["'", "t"]:
        return True  # "don 't"
    return as_tag == "VBZ" and ((s.word(i + 1) == "of" and lemma not in OF) or _plural_noun(s, i, before))


def _plural_noun(s: Sentence, i: int, before: int) -> bool:
    """Whether a form in s is more likely a noun: "which books about it does he want", "where are the bus stops?"."""
    if s.word(before) in ("which", "what") and s.tag(i + 1) == "IN":
        _, end = s.clause(i)
        return any(tag in FINITE for tag in s.tags[i + 1 : end])
    helper = last_verb(s, i)
    ends = s.word(i + 1) == "?" and s.tag(before) in ("NN", "NNP")
    return ends and s.words[helper] in BE and s.inverted(helper) and CLAUSE.isdisjoint(s.words[helper + 1 : before])


def _participle(s: Sentence, i: int) -> bool:
    """Whether a form that may be a participle is one: "a film directed by", "was often called", "the man killed is"."""
    if s.word(i + 1) == "by" or s.word(i - 1) == "ever":
        return True
    before = before_adverbs(s, i)
    if s.word(before) in HELPS:
        return True
    helper = last_verb(s, i)
    helped = s.words[helper] in HELPS and CLAUSE.isdisjoint(s.words[helper + 1 : i])
    if helped and s.inverted(helper):
        return True  # "what is the letter I called"
    if s.tag(before) == "PRP" or s.word(before) in ("who", "which", "that"):
        return False
    if helped or (s.words[i] in PURPOSE and s.tag(i + 1) == "TO"):
        return True
    _, end = s.clause(i)
    asked = s.word(before) == "what"  # "what knighted actor plays"
    return (asked or s.tag(i + 1) not in OBJECT_STARTS) and any(tag in FINITE for tag in s.tags[i + 1 : end])


def _coordinated_verb(s: Sentence, i: int, tag: str, verbs: list[Finite]) -> Finite | None:
    """The verb at i with the subject of the finite verb before it, when "and" or a comma joins the two."""
    at = before_adverbs(s, i)
    if s.word(at) == "then":
        at -= 1
    joint = s.word(at)
    if joint not in JOINS or not verbs:
        return None
    if s.word(at - 1) == ",":
        at -= 1
    last, previous = last_verb(s, at), verbs[-1]
    if s.words[last] in SENTENCE_END:
        return None
    sure = last == previous.at or (s.tags[last] in ("VBG", "VBN") and tag == "VBZ")
    if not sure or (joint == "," and tag != previous.tag):
        return None
    return Finite(i, tag, previous.subject, previous.group)
