"""Negation taken out of one finite verb."""

from core.english.clauses import DO, NEGATIVE, NOT, OPERATORS, REACH, SENTENCE_END, Sentence
from core.english.inflection import Inflector
from core.rewrite import Piece
from core.text.casing import match_case

WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
TENSE = {"do": "VBP", "does": "VBZ", "did": "VBD"}
STAYS_BEFORE = frozenset(
    {"only", "just", "merely", "so", "necessarily", "until", "either", "yet", "even", "to", "anymore"}
)
LEFT_OVER = frozenset({"yet", "anymore", "either", "wait"})  # "can't wait", "doesn't know yet"
SUBJECT = frozenset({"PRP", "DT", "PRP$", "NNP", "EX"})


def removed(s: Sentence, i: int, inflector: Inflector) -> Piece | None:
    """The edit that makes the operator at i, or the verb that "never" at i goes with, positive; None where none can."""
    if s.words[i] == "never":
        return _remove_never(s, i)
    at = _negation(s, i)
    if at is None or (s.starts(i) and s.word(at + 1) == ","):  # "Do not, under any circumstances, …"
        return None
    if s.words[i][0] in "'’" and (at + 1 >= len(s.tokens) or not s.tokens[at + 1].is_word):
        return None  # "a comedy it's not": no clause ends on a clitic
    if s.words[i] in DO and at == s.past_adverbs(i + 1) and not _keeps_do(s, i, at):
        return _remove_do(s, i, at, inflector)
    token = s.tokens[i]
    if s.words[i] not in WHOLE:
        return Piece(s.tokens[at - 1].end, s.tokens[at].end, "")
    if at != i + 1:
        return None
    whole = _form_of_be(s, i) if s.words[i] == "ai" else WHOLE[s.words[i]]
    return Piece(token.start, s.tokens[at].end, match_case(whole, token.text))


def _negation(s: Sentence, i: int) -> int | None:
    """Where the "not" of the operator at i stands: after it and its adverbs, or after an inverted subject."""
    if s.words[i] not in OPERATORS or s.tags[i] == "POS":
        return None
    at = s.past_adverbs(i + 1)
    if s.word(at) not in NOT and s.inverted(i):
        at = s.subject_end(i) or at
    first, end = s.clause(i)
    others = sum(word in NEGATIVE for word in s.words[first:end])
    return (
        at
        if s.word(at) in NOT
        and others == 1
        and s.word(at + 1) not in STAYS_BEFORE
        and LEFT_OVER.isdisjoint(s.words[at:end])
        and not _negation_continues(s, end)
        else None
    )


def _negation_continues(s: Sentence, end: int) -> bool:
    """Whether the negation goes on after the clause: "is not a comedy, nor a drama"."""
    words = s.words[end : end + REACH]
    return "nor" in words and words.index("nor") < next((i for i, w in enumerate(words) if w in SENTENCE_END), REACH)


def _keeps_do(s: Sentence, i: int, at: int) -> bool:
    """Whether do stays: in questions, without a verb, and before a subject ("don't you think")."""
    nothing = at + 1 >= len(s.tokens) or not s.tokens[at + 1].is_word  # "Don't!"
    if nothing or s.tag(at + 1) in SUBJECT or s.word(i - 1) in ("why", "how", "where", "when"):
        return True
    return s.starts(i) and s.asks(i)


def _remove_do(s: Sentence, i: int, at: int, inflector: Inflector) -> Piece:
    """ "does not really measure" as "really measures"."""
    verb = s.past_adverbs(at + 1)
    base = s.word(verb)
    form = base if base == "be" or (s.starts(i) and s.words[i] == "do") else inflector.inflect(base, TENSE[s.words[i]])
    if not form:
        return Piece(s.tokens[at - 1].end, s.tokens[at].end, "")
    token = s.tokens[verb]
    before = s.source[s.tokens[i + 1].start : s.tokens[at].start]
    between = s.source[s.tokens[at + 1].start : token.start]
    form = form.upper() if len(base) > 1 and token.text.isupper() else form
    return s.replaced(i, verb, match_case(before + between + form, s.tokens[i].text[:1]))


def _form_of_be(s: Sentence, i: int) -> str:
    """The form of be that the subject of "ain't" asks for."""
    word, tag = s.word(i - 1), s.tag(i - 1)
    if word == "i":
        return "am"
    singular = word in ("he", "she", "it", "this", "that", "there") or tag in ("NN", "NNP", "DT", "")
    return "is" if singular else "are"


def _remove_never(s: Sentence, i: int) -> Piece | None:
    """ "never" goes when it stands before a verb or after an operator, or begins an order."""
    verb = s.past_adverbs(i + 1)
    after, operator = s.word(i + 1), s.word(s.past_adverbs(i - 1, -1))
    first, end = s.clause(i)
    if sum(word in NEGATIVE for word in s.words[first:end]) > 1 or after in ("", "mind", "before", "again", "ever"):
        return None
    if s.starts(i):
        if s.tag(i + 1) not in ("VB", "VBP") or after in OPERATORS - {"do", "have"}:
            return None
        return s.replaced(i, i + 1, match_case(s.tokens[i + 1].text, s.tokens[i].text))
    finite = s.tag(verb) in ("VBZ", "VBD", "VBP") and operator not in ("to", "or", "and", ",")
    if not finite and operator not in OPERATORS:
        return None
    return Piece(s.tokens[i - 1].end, s.tokens[i].end, "")
