"""Where a verb may lose its stress and lean on the word before it: "they are coming", but not "that is what they are".

Judged by the tags of the words around it. In doubt the answer is no: a full form is never wrong.
"""

from collections.abc import Sequence

from core.english.clauses import ADVERB, HERE, NOT, OPERATORS, PARTICIPLE
from core.text.tokens import Token

HAVE = frozenset({"have", "has", "had"})
WILL = frozenset({"will", "would"})
SUBORDINATE = frozenset({"that", "if", "because", "since", "while", "although", "though", "unless", "until", "till"})
SUBORDINATE |= {"whether", "before", "after", "once", "whereas", "so", "lest", "when", "whenever", "yet", "'cause"}
DEGREE = frozenset({"how", "as", "so", "too", "however"})  # "how well he is": the sense is not complete after "is"
INSIDE = frozenset(
    {"in", "on", "at", "from", "of", "with", "for", "about", "like", "by", "under", "over", "near", "out"}
)
IDIOMS = frozenset({"at all", "of course", "in fact", "in turn", "by far", "for sure", "for real", "in general"})
NOMINAL = frozenset({"DT", "PDT", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "CD", "PRP$"})
COMPLEMENT = NOMINAL | {"WP", "WRB"}
NOT_FULL = frozenset({"been", "had", "got", "gotten", "become", "made", "seen", "done", "taken", "given"})
LIKE_BASE = frozenset({"come", "become", "overcome", "run", "put", "set", "let", "hit", "cut", "read", "shut", "cost"})
ASKING = frozenset({"what", "where", "how", "when"})
NO_MORE_THAN = frozenset({"only", "but", "alone"})  # "cannot but", "not only": there "not" keeps its stress
CLAUSE = 8  # tokens back that a question word may stand before the clause it asks about


class Words:
    """Lower-case words and tags of a text, "" beyond either end."""

    __slots__ = ("tokens",)

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    def word(self, i: int) -> str:
        return self.tokens[i].text.lower().replace("’", "'") if 0 <= i < len(self.tokens) else ""

    def tag(self, i: int) -> str:
        return self.tokens[i].tag if 0 <= i < len(self.tokens) else ""

    def negates(self, i: int) -> bool:
        """Whether the "not" at i + 1 may lean on the verb at i."""
        if self.tag(i)[:1] not in ("V", "M") or self.tag(i - 1) == "TO" or self.word(i + 2) in NO_MORE_THAN:
            return False
        if self.word(i) == "need" and self.tag(i + 2) != "VB":
            return False
        return self._cases_match(i)

    def contracts(self, i: int) -> bool:
        """Whether the verb at i + 1 may lean on its subject at i."""
        subject, verb = self.word(i), self.word(i + 1)
        if not self._cases_match(i):
            return False
        if subject == "let":
            return self._is_invitation(i)
        if self.word(i - 1) in OPERATORS | NOT or self._part_of_a_phrase(i):
            return False
        at = self._past_adverbs(i + 3 if verb == "am" and self.word(i + 2) == "not" else i + 2)
        if verb in WILL:
            return self.tag(at) in ("VB", "VBP") or self.word(i + 2) == "rather"
        if verb in HAVE:
            return self._is_perfect(i, at)
        if subject in ASKING:
            return self._question_has_complement(i, at)
        if subject in ("there", "here"):
            return self._opens(i) and (self.tag(at) in NOMINAL or (subject == "here" and self.tag(at) in COMPLEMENT))
        return self._complement_follows(i, at)

    def _cases_match(self, i: int) -> bool:
        """Not in "do NOT touch it", said with stress, nor in the title "Who Is Who", nor in "IT has changed"."""
        first, second = self.tokens[i].text, self.tokens[i + 1].text
        if second.islower():
            return len(first) < 2 or not first.isupper()
        return first.isupper() and second.isupper()

    def _past_adverbs(self, i: int) -> int:
        while self.tag(i) in ADVERB and self.word(i) not in NOT:
            i += 1
        return i

    def _is_invitation(self, i: int) -> bool:
        """ "Let us" as an invitation, not as a permission."""
        opens = not self.word(i - 1) or not self.tokens[i - 1].is_word or self.tag(i - 1) == "CC"
        at = i + 3 if self.word(i + 2) == "not" else i + 2
        return opens and self.tag(at) == "VB" and self.word(at) not in ("know", "help")

    def _part_of_a_phrase(self, i: int) -> bool:
        """Whether the subject is only the end of one: "both of you have", "seeing it is fun", "my wife and I have"."""
        before, tag = self.word(i - 1), self.tag(i - 1)
        if self.word(i) in ASKING or self.word(i) == "who":
            return False
        if tag in ("IN", "TO") and before not in SUBORDINATE:
            return self.word(i) not in ("he", "she", "i", "we", "they") or before not in ("as", "than")
        if tag == "VBG" or (tag == "VB" and self.tag(i - 2) == "TO"):
            return True
        if self.word(i) == "i" and tag in ("NNP", "NN", "CD"):
            return True  # World War I
        return before in ("and", "or") and self.word(i - 2) != "" and not self._has_a_verb(i - 2)

    def _has_a_verb(self, i: int) -> bool:
        """Whether the clause that ends at i has a verb: then the subject after "and" stands alone."""
        for at in range(i, max(-1, i - 4 * CLAUSE), -1):
            if self.tag(at) in ("VBZ", "VBP", "VBD", "MD"):
                return True
            if not self.tokens[at].is_word:
                return self.word(at) in (",", "'", '"', "''", ")")
        return False

    def _opens(self, i: int) -> bool:
        """Whether a clause surely begins at i, with nothing taken out of it: not in "the man he is today"."""
        before, tag = self.word(i - 1), self.tag(i - 1)
        if not before or not self.tokens[i - 1].is_word or before in SUBORDINATE or tag == "CC":
            return True
        if tag in ADVERB:
            return before not in DEGREE and self.word(i - 2) not in DEGREE
        if tag in ("VB", "VBP", "VBZ", "VBD"):
            return not any(self.tag(at) in ("WP", "WRB") for at in range(max(0, i - CLAUSE), i))
        return False

    def _is_perfect(self, i: int, at: int) -> bool:
        """ "He has gone", not "he has a car" and not "it has limited appeal"."""
        subject, word, tag = self.word(i), self.word(at), self.tag(at)
        if subject in ("where", "how", "when", "here"):
            return False
        if self.word(i + 1) == "had" and self.word(i + 2) == "better":
            return self.tag(i + 3) == "VB"
        if word == "left" and not self._opens(i):
            return False  # "all he had left"
        if (tag not in ("VBN", "VBD") and word not in LIKE_BASE) or word[-1:] == "s":
            return False
        return word in NOT_FULL or self.tag(at + 1) not in ("NN", "NNS", "JJ")

    def _question_has_complement(self, i: int, at: int) -> bool:
        """ "What is an atom": something must follow, and more than "it"."""
        if self.word(i) == "when" and self.word(i - 1):
            return False
        if self.word(at) == "it" and not self.word(at + 1).isalnum():
            return False
        if self.word(i) == "what" and (self.tag(at) in PARTICIPLE or self.word(at) in INSIDE):
            return True
        return self.tag(at) in NOMINAL | {"PRP", "EX", "VBG"}

    def _complement_follows(self, i: int, at: int) -> bool:
        """Whether what "is" says of its subject follows right after it."""
        subject, word, tag = self.word(i), self.word(at), self.tag(at)
        if tag in PARTICIPLE:
            return True
        if subject not in ("that", "who") and not self._opens(i):
            return False
        if self.word(at - 1) in HERE:
            return True
        if tag in COMPLEMENT:
            return subject != "who" or word != "it" or self.word(at + 1).isalnum()
        if subject in ("that", "it") and word == "because":
            return True
        if tag == "TO":
            return self.tag(at + 1) == "VB" and not (subject == "that" and self.word(at + 1) == "say")
        return word in INSIDE and self.word(at + 1).isalnum() and f"{word} {self.word(at + 1)}" not in IDIOMS
