"""Negation put into one finite verb."""

from core.english.clause_signs import after_pronoun_asked
from core.english.clauses import (
    ADVERB,
    BE,
    BOUNDARY,
    DO,
    FINITE,
    HAVE,
    MODALS,
    NEGATIVE,
    NOT,
    OPERATORS,
    PARTICIPLE,
    REACH,
    SENTENCE_END,
    Sentence,
)
from core.english.finite_signs import (
    SUPPORT,
    base_form,
    ends_quotation,
    has_subject,
    is_no_finite_verb,
    may_agree,
    tense,
)
from core.english.inflection import Inflector
from core.english.negation_around import adverb_turned, resists_negation, with_either
from core.rewrite import Piece
from core.text.casing import loud, match_case

FULL = {"'ll": "will not", "'ve": "have not"}
WEAK = {"will": "wo", "can": "ca", "shall": "sha"}
NEVER_WITH_NT = frozenset({"am", "may", "might", "ought", "'m", "'re", "'ve", "'ll", "'d"})
UNDER_NOT = frozenset(  # adverbs that "not" goes before: "does not always work"; the others stay in front of it
    {"always", "often", "ever", "only", "really", "just", "merely", "quite", "fully", "entirely", "completely"}
    | {"truly", "even", "usually", "exactly", "very"}
)
BEFORE_NOT = frozenset(  # "will probably not": adverbs that judge the whole clause
    {"probably", "certainly", "surely", "definitely", "also", "undoubtedly", "sometimes", "clearly", "obviously"}
    | {"simply", "perhaps"}
)
ARTICLES = frozenset({"the", "a", "an", "no", "my", "your", "his", "her", "its", "our", "their"})
FIXED = frozenset({"rather", "better", "sooner"})  # "would rather", "had better"
NOT_AFTER = frozenset(  # "so much did he eat", "there are few", "can 't" of text cut by mistake
    ["he", "she", "i", "we", "they", "few", "several", "plenty", "'t", "’t"]
)
DEGREES = frozenset({"pretty", "fairly", "rather", "somewhat"})  # "not very good"
ORDERED = frozenset({"name", "define", "describe", "list", "give", "tell"})  # may end in a question mark
NO_ORDER = frozenset({"", "NN", "VBZ", "VBD", "VBP", "MD", "POS", "."})  # what follows a noun that looks like a verb


def injected(s: Sentence, i: int, inflector: Inflector) -> Piece | None:
    """The edit that negates the finite verb at i, or None where there is none or its clause is negative already."""
    first, end = s.clause(i)
    if _is_negative_clause(s, first, end) or _has_negative_subject(s, i):
        return None
    turns = "still" in s.words or "already" in s.words
    piece = (adverb_turned(s, i, _is_question_operator(s, i)) if turns else None) or _negate_verb(s, i, inflector)
    return with_either(s, i, piece) if piece and not resists_negation(s, i, first) else None


def _negate_verb(s: Sentence, i: int, inflector: Inflector) -> Piece | None:
    """ "not", with the do that it needs, where the verb at i has it."""
    _, end = s.clause(i)
    if s.words[end : end + 2] == ["but", "not"] or s.words[end + 1 : end + 3] == ["but", "not"]:
        return None  # "has caused it in apes, but not in people"
    if after_pronoun_asked(s, i) or (s.word(i + 1) == "i" and s.words[i] in BE and after_pronoun_asked(s, i + 2)):
        return None
    if s.words[i] not in OPERATORS:
        ordered = s.tags[i] == "VB" or (s.starts(i) and s.tags[i] not in SUPPORT)
        return _negate_imperative(s, i, inflector) if ordered else _negate_with_do(s, i, inflector)
    if s.tags[i] in ("POS", "NN", "NNP", "VB", "VBN", "PRP") and not (s.tags[i] == "VB" and s.starts(i)):
        return None
    if _is_noun(s, i) or _in_title(s, i) or _is_false_operator(s, i):
        return None
    if _in_fixed_phrase(s, i) or s.words[i] in ("ai", "ca", "wo", "sha"):
        return None
    if _is_question_operator(s, i):
        return _negate_question(s, i)
    if s.word(i + 1) in NOT_AFTER:
        return None
    if s.words[i] in DO | HAVE and not _is_auxiliary(s, i):
        order = s.starts(i) and s.words[i] in ("do", "have")
        return _negate_imperative(s, i, inflector) if order else _negate_with_do(s, i, inflector)
    return _negate_operator(s, i)


def _is_false_operator(s: Sentence, i: int) -> bool:
    """Whether the operator at i is a possessive ("the world's No. 5"), part of a name or left without its verb."""
    if s.words[i] == "am":
        return "i" not in (s.word(i + 1), s.word(s.past_adverbs(i - 1, -1)))  # "Frankfurt am Main"
    if s.words[i] in DO and s.word(i - 2) == "what" and not s.word(i + 1).isalnum():
        return True  # "this is what I do"
    if s.words[i] in HAVE and s.word(i - 1) in ("long", "often", "why", "when", "where") and s.asks(i):
        return not s.inverted(i)  # whose participle is not seen
    if s.words[i] != "'s":
        return False
    in_title = s.tokens[i - 1].text.istitle() and not s.starts(i - 1) and i + 1 < len(s.tokens)
    return s.word(i + 1) == "no." or s.tag(i - 1) == "CD" or (in_title and s.tokens[i + 1].text.istitle())


def _in_fixed_phrase(s: Sentence, i: int) -> bool:
    """Whether the operator at i is one with what follows: "would rather", "had better", "may as well"."""
    after, helped = s.word(i + 1), s.words[i] in MODALS | {"had", "'d", "'ll"}
    if s.words[max(0, i - 4) : i - 1] == ["as", "far", "as"]:
        return True  # "as far as I can tell"
    return helped and (after in FIXED or (s.word(i + 2) == "well" and after == "as"))


def _is_noun(s: Sentence, i: int) -> bool:
    """Whether what looks like a modal verb is a noun: "against his will", "the might of Rome"."""
    if s.words[i] not in ("will", "might", "can", "must", "may"):
        return False
    return s.word(i - 1) in ARTICLES or s.tag(i - 1) in ("PRP$", "POS")


def _in_title(s: Sentence, i: int) -> bool:
    """Whether the verb at i is written as a part of a name: "The Man Who Would Be King"."""
    titled = s.tokens[i].text.istitle() and len(s.words[i]) > 1 and not s.titled
    return titled and not s.starts(i) and s.tokens[i - 1].text[0].isupper() and not s.source.isupper()


def _is_question_operator(s: Sentence, i: int) -> bool:
    """Whether the operator at i stands before its subject in a question, and helps a verb that comes later."""
    if s.words[i] not in DO:
        return s.inverted(i)
    asker = s.word(i - 1)
    if asker == "who":
        return s.words[i] == "do" or (s.inverted(i) and s.subject_end(i) is not None)
    subject = asker in ("how", "why", "when", "where") or (i + 1 < len(s.tokens) and s.tokens[i + 1].text.istitle())
    verb_next = s.tag(i + 1) == "VB" and not subject
    if s.inverted(i) or not s.asks(i) or verb_next:
        return s.inverted(i)
    return "VB" in s.tags[i + 1 : i + REACH] or bool(s.question_word(i))


def _is_negative_clause(s: Sentence, first: int, end: int) -> bool:
    """Whether a word of the clause makes it negative; "No. 1" does not."""
    return any(s.words[at] in NEGATIVE and not _negates_no_clause(s, at) for at in range(first, end))


def _negates_no_clause(s: Sentence, i: int) -> bool:
    """Whether the negative word at i is of a gerund ("by not giving"), a name ("Gake No Ue") or a number ("No. 1")."""
    if s.words[i] == "no" and s.word(i + 1) == "." and s.tag(i + 2) == "CD":
        return True
    if s.words[i] in NOT and s.tag(i + 1) == "VBG":
        return s.tag(i - 1) == "IN"
    named = s.tokens[i].text[0].isupper() and not s.starts(i) and s.tokens[i - 1].text[0].isupper()
    return named and not s.source.isupper() and not s.titled


def _has_negative_subject(s: Sentence, i: int) -> bool:
    """Whether the subject of the verb at i is negative, however long it is: "no amount of shooting, … can"."""
    at = i - 1
    while at >= max(0, i - REACH) and s.tags[at] not in ("VBZ", "VBP", "VBD", "MD") and s.words[at] not in SENTENCE_END:
        if s.words[at] in ("no", "none", "nobody", "nothing", "neither") and not _negates_no_clause(s, at):
            return True
        at -= 1
    return False


def _is_auxiliary(s: Sentence, i: int) -> bool:
    """Whether the do or have at i helps another verb: "has often gone", "does work"."""
    at = s.past_adverbs(i + 1)
    if s.words[i] in DO:
        return s.tag(at) == "VB" or at >= len(s.tokens) or not s.tokens[at].is_word
    at += s.word(at) in ("all", "both", "each", '"', "``", "“", "''")
    return s.words[i] == "'ve" or s.tag(at) in ("VBN", "VBD") or s.word(at) in ("been", "had")


def _negate_operator(s: Sentence, i: int) -> Piece | None:
    """ "not" right after the operator: "is not", "they will not", "cannot" ("can not" in text cut into tokens)."""
    token, word = s.tokens[i], s.words[i]
    if word == "'d":
        helped = s.tag(s.past_adverbs(i + 1))
        return s.written(i, "would not" if helped == "VB" else "had not") if helped in ("VB", "VBN") else None
    if word in FULL:
        return s.written(i, FULL[word])
    if s.word(i + 1) in BEFORE_NOT:
        token = s.tokens[i + 1]
        return Piece(token.end, token.end, " not")
    if degree := _degree(s, i):
        return Piece(s.tokens[degree].start, s.tokens[degree].end, loud("not very", token.text))
    gap = "" if word == "can" and not s.cut else " "
    return Piece(token.end, token.end, gap + _title_cased(s, loud("not", token.text)))


def _degree(s: Sentence, i: int) -> int:
    """Where "pretty" stands that belongs to what follows the verb at i: "is pretty good"; 0 where none does."""
    named = s.word(i + 1) in DEGREES and s.tag(i + 1) in ADVERB
    return i + 1 if named and s.tag(i + 2) in ("JJ", "RB", "VBN") else 0


def _negate_question(s: Sentence, i: int) -> Piece | None:
    """ "not" where a question has it: after the subject, or on the operator when the subject's end is not plain."""
    word, token = s.words[i], s.tokens[i]
    end = s.subject_end(i)
    if end is not None:
        at = s.tokens[end - 1].end
        return Piece(at, at, " " + loud("not", token.text))
    if (word in BE or word == "'s") and _not_follows_verb(s, i):
        return Piece(token.end, token.end, " " + loud("not", token.text))
    if word in NEVER_WITH_NT or (word == "'s" and s.word(i - 1) == "how"):  # "How's that for …"
        return None
    contraction = " n't" if s.cut else "n't"
    if word == "'s":
        return s.written(i, "is" + contraction)
    if word in WEAK:
        return Piece(token.start, token.end, match_case(WEAK[word] + contraction, token.text))
    return Piece(token.end, token.end, loud(contraction, token.text))


def _not_follows_verb(s: Sentence, i: int) -> bool:
    """Whether "not" goes right after the verb: "which is little" as a clause, "what is the capital of France"."""
    if s.word(i - 1) not in ("what", "which", "who"):
        return False
    if not (s.asks(i) or s.starts(i - 1)):
        return True
    if s.tag(i + 1) not in ("DT", "PRP$", "JJS"):
        return False
    words = range(i + 2, len(s.words))
    end = next((at for at in words if s.words[at] in BOUNDARY), len(s.words))
    last = next((at for at in words if s.words[at] in SENTENCE_END), len(s.words)) - 1
    return s.tag(last) not in ("IN", "TO", "RP", "DT") and PARTICIPLE.isdisjoint(s.tags[i + 2 : end])


def _negate_with_do(s: Sentence, i: int, inflector: Inflector) -> Piece | None:
    """ "measures" as "does not measure", "always works" as "does not always work"."""
    tag = tense(s, i, inflector)
    lemma = base_form(s.words[i], tag, inflector)
    if not lemma or tag not in SUPPORT or not has_subject(s, i) or s.tag(i - 1) == "TO":
        return None
    if is_no_finite_verb(s, i) or not may_agree(s, i, tag) or ends_quotation(s, i):
        return None
    first = i - 1 if s.word(i - 1) in UNDER_NOT and s.tag(i - 1) in ADVERB else i
    start = s.tokens[first]
    adverb = s.words[first] + s.source[start.end : s.tokens[i].start] if first < i else ""
    degree = _degree(s, i)
    very = s.source[s.tokens[i].end : s.tokens[degree].start] + "very" if degree else ""
    text = loud(f"{SUPPORT[tag]} {adverb}{lemma}{very}", s.tokens[i].text)
    return Piece(start.start, s.tokens[degree or i].end, _title_cased(s, match_case(text, start.text[:1])))


def _negate_imperative(s: Sentence, i: int, inflector: Inflector) -> Piece | None:
    """ "Name a film" as "Do not name a film"."""
    token = s.tokens[i]
    asks = s.asks(i) and s.words[i] not in ORDERED
    follows = s.tag(i + 1) in NO_ORDER and not (s.word(i - 1) == "please" and s.tag(i + 1) == "NN")
    if not s.starts(i) or asks or follows or not inflector.lemma(s.words[i], "VB"):
        return None
    _, end = s.clause(i)
    if "PRP" not in s.tags[i:end] and not FINITE.isdisjoint(s.tags[i + 1 : end]):
        return None  # "State support is likely"
    text = match_case(f"do not {s.words[i]}", token.text[:1])
    return Piece(token.start, token.end, loud(text, token.text))


def _title_cased(s: Sentence, text: str) -> str:
    return text.title() if s.titled and not text.isupper() else text
