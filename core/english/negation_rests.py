"""What else a sentence says that no longer holds once its verb is negated."""

from collections.abc import Sequence

from core.english.clauses import BE, NOUNS, OPERATORS, Sentence
from core.english.naming import QUOTES

AFTERWARDS = frozenset(  # what these open tells of what the verb says
    {"when", "where", "while", "as", "after", "before", "thanks", "thus", "causing", "making", "killing", "enraging"}
    | {"calling", "saying", "citing", "adding", "leaving", "bringing", "fail", "fails", "failed", "hundreds"}
    | {"thousands", "following"}
)
HAPPENS = frozenset(
    {"dies", "died", "die", "wonder", "guess", "bet", "swear", "promise", "hope", "arrive", "arrived", "kill"}
)
HARMS = frozenset({"kills", "killed", "injures", "injured", "wounds", "wounded", "hurts"})
AMOUNTS = frozenset(
    {"lot", "few", "couple", "number", "bit", "handful", "dozen", "little", "host", "variety", "wealth"}
    | {"bunch", "load", "loads", "total", "majority", "minority", "range", "series", "deal", "pair"}
)
OPENS_SO = frozenset(
    {"with", "given", "due", "thanks", "despite", "following", ")", "-rrb-", "]", "having", "being", "whatever"}
    | {"sadly", "unfortunately", "fortunately", "luckily", "happily", "regrettably", "thankfully", "alas"}
    | {"like", "unlike"}
)
FORMAL = frozenset({"-lsb-", "-rsb-", "[", "]", "&lt;", "&gt;"})
ASKED_SO = frozenset(  # with these a question is about what is so
    {"first", "second", "last", "then", "&", "when", "while", "after", "before", "where", "called", "named", "mind"}
    | {"``", "''", '"', "sometimes", "highest", "lowest", "largest", "best", "most", "worst", "biggest", "twice"}
    | {"that", "without"}
)
BRACKETS = frozenset({"(", "-lrb-", ")", "-rrb-"})
ANY_OF = frozenset({"any", "anyone", "anybody", "anything"})
FOREIGN = frozenset(
    {"de", "het", "een", "ik", "niet", "el", "que", "und", "der", "die", "ist", "voor", "je", "na", "yo"}
    | {"le", "les", "et", "une", "du"}
)
CHANGES = frozenset(  # of amounts: nobody denies an exact one
    {"rose", "fell", "dipped", "dropped", "gained", "climbed", "increased", "decreased", "edged", "slipped", "surged"}
    | {"settled", "closed", "ended", "earned", "jumped", "slid", "lost", "added", "totaled", "ranged"}
    | {"tumbled", "grew"}
    | {"rises", "falls", "drops", "gains", "climbs", "increases", "won", "finished", "posted", "eased", "declined"}
)
DOUBTS = frozenset(
    {"declined", "declines", "refused", "refuses", "failed", "fails", "denied", "denies", "got", "avoided"}
)
DOUBTS |= {"lacks", "lack", "lacked", "refuse", "stopped", "stops", "missed"}  # negative already, or a slang "have"
TIMED = frozenset({"at", "for", "on", "by", "within", "after", "before", "since", "until", "other", "fortunately"})
HOW = frozenset({"how", "why", "what", "where", "when", "because"})
ENDS = frozenset({".", "?", "!", "...", "''", '"', "”", ")"})
ORDINALS = frozenset({"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"})
LONGEST = 16  # tokens behind a verb that are seen through
FARTHEST = 14  # tokens before it
LISTED = 2  # commas behind it


def rests(s: Sentence, i: int, opened: int, closed: int, removes: bool) -> bool:
    """Whether something in the statement rests on the verb at i: what came of it, a list, an amount, its event."""
    behind = s.words[i + 1 : closed]
    if len(behind) > LONGEST or i - opened > FARTHEST or not FORMAL.isdisjoint(s.words[opened:closed]):
        return True
    if s.words[opened] in OPENS_SO or s.word(opened + 2) in OPENS_SO or behind.count(",") > LISTED:
        return True
    if not BRACKETS.isdisjoint(s.words[opened:i]) or not ANY_OF.isdisjoint(s.words[opened:i]) or is_foreign(s.words):
        return True
    if removes:
        return "immediately" in behind or _is_gapped(s, i, closed)
    if _negation_is_unnatural(s, i, opened, closed):
        return True
    if _is_noun(s, i, opened) or any(
        s.words[at] == "," and s.word(at + 1) in ("up", "down") for at in range(i, closed)
    ):
        return True
    if s.words[i] in HAPPENS or (s.words[i] in HARMS and "CD" in s.tags[i + 1 : i + 4]):
        return True
    if s.word(i - 1) == "there":
        return s.word(i + 1) not in ("a", "an") or s.word(i + 2) in AMOUNTS or s.word(i + 3) in AMOUNTS
    if s.word(i + 1) == "by" and s.words[i] not in BE and s.tags[i - 1] in NOUNS:
        return True  # "websites run by him"
    if any(word == "by" and s.tag(at) == "VBG" for at, word in enumerate(behind, i + 2)):
        return True
    return not AFTERWARDS.isdisjoint(behind) or behind[:1] == ["to"] * (s.words[i] in BE) or _is_gapped(s, i, closed)


def _negation_is_unnatural(s: Sentence, i: int, opened: int, closed: int) -> bool:
    """Whether nobody would say that it is not so: of an exact amount, a headline's event, what is negative already."""
    word, after, lexical = s.words[i], s.word(i + 1), s.words[i] not in OPERATORS
    if lexical and (s.words[-1] not in ENDS or (s.starts(i) and s.tags[i] == "VBD") or s.word(i - 1) in QUOTES):
        return True
    if word in DOUBTS or (word in CHANGES and "CD" in s.tags[i:closed]) or s.words[opened] in TIMED:
        return True
    if (
        after in ("got", "that")
        or "%" in s.words[opened:i]
        or s.tag(i + 1) == "JJS"
        or after in HOW
        or s.tag(i + 1) in ("JJR", "RBR")
        or (after.startswith("un") and s.tag(i + 1) == "JJ")
    ):
        return True
    if lexical and s.tags[i] in ("VBZ", "VBP") and not {"VBD", "VBN"}.isdisjoint(s.tags[i + 1 : closed]):
        return True  # a noun, maybe: "bench seats at one end provided room"
    quotes = sum(mark in QUOTES for mark in s.words[opened:i])
    return quotes % 2 == 1 or any(s.words[at : at + 2] == ["not", "only"] for at in range(i))


def is_foreign(words: Sequence[str]) -> bool:
    """Whether the words are hardly English."""
    return sum(word in FOREIGN for word in words) > 1


def _is_noun(s: Sentence, i: int, opened: int) -> bool:
    """Whether the verb at i may be a noun or a participle: another verb stands before it in the same breath."""
    if s.words[i] in OPERATORS:
        return False
    if s.tags[i] in ("VBZ", "VBP"):
        last = max((at for at in range(opened, i) if s.words[at] in (",", "that", "who", "which")), default=opened - 1)
        return any(tag in ("VBD", "VBN") for tag in s.tags[last + 1 : i])
    return is_participle(s, i)


def is_participle(s: Sentence, i: int) -> bool:
    """Whether the past at i may be a participle, in a text without capitals: "a film filled with holes"."""
    behind = s.tag(i + 1) in ("IN", "TO") and s.words[i].endswith("ed")
    return behind and s.source.islower() and s.tags[i - 1] in NOUNS


def _is_gapped(s: Sentence, i: int, closed: int) -> bool:
    """Whether the verb is understood again behind "and": "is the best here and Chambers the best there"."""
    for at in range(i + 1, closed - 2):
        if s.words[at] != "and" and s.words[at : at + 2] != ["in", "order"]:
            continue
        if s.words[at] == "in" or (s.tags[at + 1] in NOUNS and s.tags[at + 2] == "DT") or s.words[at + 1] in ORDINALS:
            return True
    return False


def asks_of_fact(words: Sequence[str]) -> bool:
    """Whether the words of a question tell that it is about what is so: "first", "called", "``"."""
    return not ASKED_SO.isdisjoint(words) or len(words) > LONGEST or words[2:3] == ["there"]
