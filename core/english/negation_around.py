"""What stands around a verb that is negated: words that can't stay, and clauses that make no sense without it."""

from core.english.clauses import ADVERB, BE, DO, FINITE, HAVE, NOMINATIVE, NOT, OPERATORS, REACH, SENTENCE_END, Sentence
from core.rewrite import Piece
from core.text.casing import loud, match_case

SUBJECTS = frozenset({"DT", "PRP", "PRP$", "NNP", "NNS"})
UNDENIED = frozenset(
    {"almost", "nearly", "virtually", "practically", "kinda", "sorta", "basically"}
    | {"only", "merely", "slightly", "just"}
)
SMALL = frozenset({"bit", "little", "tad"})  # "a bit slow"
CURSES = frozenset({"hell", "heck", "earth", "fuck"})  # "what on earth is he doing"
SUPPOSED = frozenset({"after", "before", "until", "till", "once"})  # what they open is taken for granted
EXCLAIMED = (["what", "a"], ["what", "an"])
IDIOMS = (
    *(("when", "it", "comes", "to"), ("it", "turns", "out"), ("as", "it", "is"), ("so", "to", "speak")),
    *(("you", "know", ","), ("i", "mean", ","), ("that", "is", ","), ("that", "being", "said"), ("let", "'s")),
)
IN_IDIOMS = frozenset(word for idiom in IDIOMS for word in idiom)


def resists_negation(s: Sentence, i: int, first: int) -> bool:
    """Whether a negative verb at i makes no sense: "the longer it goes on", "after he left", "when it comes to"."""
    return _in_idiom(s, i) or _has_polarity_item(s, i) or _is_comparative(s, i, first) or _leans_on_clause(s, i, first)


def _in_idiom(s: Sentence, i: int) -> bool:
    if s.words[i] not in IN_IDIOMS:
        return False
    for idiom in IDIOMS:
        for k, word in enumerate(idiom):
            if word == s.words[i] and tuple(s.words[max(0, i - k) : i - k + len(idiom)]) == idiom:
                return True
    return False


def _has_polarity_item(s: Sentence, i: int) -> bool:
    """Whether the verb at i has a word that no negation goes with: "was almost there", "is a bit slow"."""
    if not UNDENIED.isdisjoint(s.words[i + 1 : s.past_adverbs(i + 1)]) or s.word(i + 1) in UNDENIED:
        return True
    if s.word(i - 1) in ("just", "only", "merely") and s.tag(i - 1) in ADVERB:
        return True
    if s.words[i + 1 : i + 3] == ["well", "worth"]:
        return True
    if s.word(i + 1) in ("little", "few") or (s.words[i] in HAVE | DO and s.word(i + 2) in ("little", "few")):
        return s.word(i + 1) not in ("a", "the", "very")  # "has little hope" is negative already
    if s.words[i] == "'s" and s.word(i - 2) in ("at", "on", "of", "in") and s.tag(i + 1) in ("JJS", "NN", "JJ"):
        return True  # "at it's best"
    return s.word(i + 1) == "a" and s.word(i + 2) in SMALL and s.tag(i + 3) in ("JJ", "JJR", "RB", "RBR")


def _leans_on_clause(s: Sentence, i: int, first: int) -> bool:
    """Whether the verb at i leans on another clause: "so may the state", "had, and have, followings"."""
    if s.words[i] in HAVE and s.word(i + 1) == ",":
        return True
    if s.word(i - 1) in ("so", "as") and s.words[i] in OPERATORS and s.tag(i + 1) in SUBJECTS:
        return True
    if s.word(i + 1) in ("and", "or") and not NOT.isdisjoint(s.words[i + 2 : i + 4]):
        return True  # "who does and doesn't make it"
    if not CURSES.isdisjoint(s.words[first:i]) and s.asks(i):
        return True
    return s.words[first] == "as" and s.starts(first) and s.word(i + 1) == ","  # "As one witness recalled, …"


def _is_comparative(s: Sentence, i: int, first: int) -> bool:
    """Whether the clause at i opens with a comparison, a time or the most of all: "the longer it goes on", "after he
    left", "the worst I have seen".
    """
    if s.words[first] in ("whether", "even") or "both" in s.words[first:i] or s.words[first : first + 2] in EXCLAIMED:
        return not s.asks(i)
    later = s.words.index(",", i) if "," in s.words[i : i + REACH] else len(s.words)
    if s.word(later + 1) == "the" and s.tag(later + 2) in ("JJR", "RBR"):
        return True  # "is more ashamed, the more of it is known"
    for at in range(first, i - 1):
        if s.tags[at] in ("JJS", "RBS") and s.word(i - 1) in NOMINATIVE and FINITE.isdisjoint(s.tags[at:i]):
            return True
        if s.words[at] == "the" and s.tags[at + 1] in ("JJR", "RBR") and s.tags[at + 2] in ("DT", "PRP", "PRP$", "NNS"):
            return True
        opens = at == first or not FINITE.isdisjoint(s.tags[first:at])
        if opens and s.words[at] in SUPPOSED and s.tags[at] == "IN" and FINITE.isdisjoint(s.tags[at + 1 : i]):
            return not s.asks(i)
    return False


def adverb_turned(s: Sentence, i: int, asked: bool) -> Piece | None:
    """ "is still open" as "is no longer open", "already knows" as "does not yet know"; only of what lasts."""
    if s.tags[i] == "VBD" and s.words[i] not in OPERATORS:
        return None
    at = i - 1 if s.words[i] not in OPERATORS else s.subject_end(i) if asked else i + 1
    if at and s.word(at) == "still" and s.tag(at) in ADVERB and s.tag(at + 1) not in ("JJR", "RBR"):
        token = s.tokens[at]
        return Piece(token.start, token.end, match_case(loud("no longer", token.text), token.text[:1]))
    if s.words[i] in BE | HAVE and s.word(i + 1) == "already":
        token = s.tokens[i + 1]
        return Piece(token.start, token.end, loud("not yet", token.text))
    return None


def with_either(s: Sentence, i: int, piece: Piece) -> Piece:
    """The edit made up to the "too" or "as well" that ends the clause, which becomes "either"."""
    last = next((at for at in range(i + 1, min(len(s.words), i + REACH)) if s.words[at] in SENTENCE_END), len(s.words))
    if s.word(last - 1) == "too":
        first = last - 1
    elif s.words[last - 2 : last] == ["as", "well"]:
        first = last - 2
    else:
        return piece
    between = s.words[i + 1 : first - (s.word(first - 1) == ",")]
    if "," in between or not FINITE.isdisjoint(s.tags[i + 1 : first]) or s.asks(i):
        return piece
    text = piece.text + s.source[piece.end : s.tokens[first].start] + loud("either", s.tokens[first].text)
    return Piece(piece.start, s.tokens[last - 1].end, text)
