"""A finite verb in the other tense, or in the other number."""

from core.english.clauses import BE, SENTENCE_END, Sentence, is_year
from core.english.inflection import Inflector
from core.english.verb_finite import Finite
from core.english.verb_phrases import Subject
from core.rewrite import Piece
from core.text.casing import match_case

PAST = {"am": "was", "is": "was", "'s": "was", "'m": "was", "are": "were", "'re": "were", "has": "had", "have": "had"}
PAST |= {"do": "did", "does": "did"}
OTHER_NUMBER = {"is": "are", "are": "is", "was": "were", "were": "was", "has": "have", "have": "has"}
OTHER_NUMBER |= {"do": "does", "does": "do"}
PRESENT = {"had": ("has", "have"), "did": ("does", "do")}
PLAIN = {Subject.ONE: True, Subject.MANY: False, Subject.FIRST: False, Subject.YOU: False}
HOSTS = frozenset({"that", "there", "here", "it", "what", "who", "he", "she", "where", "how", "this", "when", "why"})
WISHES = frozenset({"wish", "wishes", "wished"})
PAST_TIME = frozenset({"yesterday", "ago", "recently"})
LAST = frozenset({"night", "week", "month", "year", "season", "spring", "summer", "fall", "autumn", "winter"})
FUTURE_TIME = frozenset({"tomorrow", "now", "currently", "nowadays"})
CONDITIONS = frozenset({"if", "unless"})
PROSPECTS = frozenset({"if", "unless", "when", "until", "till", "before", "after", "once"})
EARLIER = frozenset({"where", "when", "after", "before", "since", "until"})  # "begins where it left off"
WOULD = frozenset({"would", "could", "might", "'d"})
WILL = frozenset({"will", "'ll", "wo"})
NEAR = 8  # tokens back that the word which opens a verb's clause may stand
FAR = 30  # tokens either way that the verb of the main clause may stand
THIRD_SINGULAR = frozenset({"is", "was", "has", "does"})


def other_tense(s: Sentence, verb: Finite, inflector: Inflector) -> Piece | None:
    """A present verb in the past, or a past one in the present, agreeing with its subject; None if that is unclear."""
    i, tag, subject, _, perfect = verb
    word = s.words[i]
    if perfect or _tense_is_fixed(s, verb):
        return None
    if word in PAST:
        if subject is Subject.DROPPED and word in ("do", "have", "are", "am"):
            return None
        form: str | None = PAST[word] if word != "'s" or _stands_for_is(s, i) else None
    elif word in ("was", "were"):
        form = "am" if subject is Subject.FIRST else "is" if word == "was" else "are"
    elif word in PRESENT:
        form = PRESENT[word][not PLAIN[subject]] if subject in PLAIN else None
    elif tag == "VBD":
        lemma = inflector.lemma(word, "VBD")
        form = inflector.inflect(lemma, "VBZ" if PLAIN[subject] else "VBP") if subject in PLAIN else None
        form = None if s.word(i + 1) == "to" and word == "used" else form
    else:
        form = inflector.inflect(inflector.lemma(word, tag), "VBD")
    return _verb_piece(s, i, form) if form and form != word else None


def other_number(s: Sentence, verb: Finite, inflector: Inflector) -> Piece | None:
    """A verb with a subject of the third person in the other number; None for a past form or a clitic."""
    i, tag, subject, _, _ = verb
    word = s.words[i]
    if subject in (Subject.FIRST, Subject.YOU):
        return None
    if word in OTHER_NUMBER:
        sure = word in THIRD_SINGULAR or subject in (Subject.MANY, Subject.THIRD) or _may_be_third_person(s, i, subject)
        form: str | None = OTHER_NUMBER[word] if sure else None
    elif tag == "VBZ":
        form = inflector.lemma(word, tag)
    else:
        form = inflector.inflect(word, "VBZ") if tag == "VBP" and subject is Subject.MANY else None
    return _verb_piece(s, i, form) if form else None


def _may_be_third_person(s: Sentence, i: int, subject: Subject) -> bool:
    """Whether a plural form whose subject is not plain has one of the third person."""
    if subject is not Subject.UNCLEAR:
        return False
    first, end = s.clause(i)
    return {"i", "we", "you"}.isdisjoint(s.words[first:end]) and s.words[i] not in ("do", "have")


def _tense_is_fixed(s: Sentence, verb: Finite) -> bool:
    """Whether what stands around the verb holds it in its tense.

    "If I were you", "I wish he was here", "I would if I had one" (a past form that is not past), "he went yesterday",
    "you will know it when you see it", and "that is," put between commas.
    """
    i, past = verb.at, verb.tag == "VBD"
    word = s.words[i]
    if (word == "were" and verb.subject in (Subject.ONE, Subject.FIRST)) or (word == "is" and _that_is(s, i)):
        return True
    before = s.words[max(0, i - NEAR) : i]
    if not WISHES.isdisjoint(before[-4:]):
        return True
    first, end = s.clause(i)
    if _has_past_time(s, i, end) if past else not FUTURE_TIME.isdisjoint(s.words[first:end]):
        return True
    around = s.words[max(0, i - FAR) : i + FAR]
    if "whenever" in around or _verb_before_sets_time(s, i, past):
        return True
    if (CONDITIONS if past else PROSPECTS).isdisjoint(before):
        return False
    return not (WOULD if past else WILL).isdisjoint(around)


def _has_past_time(s: Sentence, i: int, end: int) -> bool:
    """Whether a word of the sentence, up to the end of the verb's clause, says when: "ago", "last week", "in 1955"."""
    opened = max((at for at in range(max(0, i - FAR), i) if s.words[at] in SENTENCE_END), default=max(0, i - FAR))
    for at in range(opened, end):
        word, after = s.words[at], s.word(at + 1)
        if word in PAST_TIME or (word == "last" and (after in LAST or after[-3:] == "day")):
            return True
        if s.tags[at] == "CD" and is_year(word) and s.tag(at - 1) in ("IN", "NNP"):
            return True
    return False


def _verb_before_sets_time(s: Sentence, i: int, past: bool) -> bool:
    """Whether a verb before says when the one at i is: "begins where it left off", "what will be the best is"."""
    before = range(max(0, i - FAR), i)
    opened = max((at for at in before if s.words[at] in SENTENCE_END), default=-1) + 1
    if not past:
        return s.words[i] in BE and not WILL.isdisjoint(s.words[max(opened, before.start) : i])
    turn = next((at for at in range(i - 1, max(opened, i - NEAR) - 1, -1) if s.words[at] in EARLIER), 0)
    return not {"VBZ", "VBP"}.isdisjoint(s.tags[max(opened, before.start) : turn])


def _that_is(s: Sentence, i: int) -> bool:
    return s.word(i - 1) == "that" and s.word(i + 1) in (",", ":", ")")


def _stands_for_is(s: Sentence, i: int) -> bool:
    """Whether the "'s" at i is "is": behind a pronoun, or a noun and before what only "is" takes."""
    if s.word(i - 1) == "let":
        return False
    if s.tag(i - 1) in ("PRP", "EX", "WP", "WRB") or s.word(i - 1) in HOSTS:
        return True
    return s.tag(i + 1) in ("DT", "VBG", "PRP$", "PRP") or s.word(i + 1) in ("not", "n't")


def _verb_piece(s: Sentence, i: int, form: str) -> Piece:
    token = s.tokens[i]
    if token.text[0] not in "'’":
        return Piece(token.start, token.end, match_case(form, token.text))
    touches = i > 0 and s.tokens[i - 1].end == token.start
    form = form.upper() if token.text[1:].isupper() and s.source.isupper() else form
    return Piece(token.start, token.end, " " * touches + form)
