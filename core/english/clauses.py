"""Where a sentence's finite verbs stand: operators, subjects put after them, and the clause around each."""

from collections.abc import Sequence

from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.casing import loud, match_case
from core.text.tokens import came_as_tokens

BE = frozenset({"am", "is", "are", "was", "were", "'m", "'re"})
HAVE = frozenset({"have", "has", "had", "'ve"})
DO = frozenset({"do", "does", "did"})
MODALS = frozenset(
    ["can", "could", "will", "would", "shall", "should", "may", "might", "must", "ought", "'ll", "ca", "wo", "sha"]
)
OPERATORS = BE | HAVE | DO | MODALS | {"'s", "'d", "ai"}  # 's is "is" or "has", 'd "had" or "would"
PLURAL_OPERATORS = DO | {"are", "were"}  # before a plural that a tagger takes for a verb ("Where are diamonds mined?")
NOT = frozenset({"not", "n't", "nt"})
NEGATIVE = NOT | frozenset(  # "'t" as in "didn 't", cut by mistake
    {"no", "never", "nobody", "nothing", "none", "nowhere", "neither", "nor", "hardly", "scarcely", "barely"}
    | {"seldom", "rarely", "cannot", "'t"}
)
STOPS = frozenset({".", "?", "!"})
SENTENCE_END = STOPS | {";", ":", "...", "…"}
BOUNDARY = SENTENCE_END | frozenset(
    {",", "-", "--", "---", "–", "—", "(", ")", '"', "``", "''", "“", "”", "and", "but", "that", "which", "who"}
    | {"because", "although", "though", "if", "when", "while", "since", "unless"}
)
OPENING = frozenset({'"', "``", "“", "'", "`", "(", "-", "--", "*"})
ADVERB = frozenset({"RB", "RBR", "RBS"})
FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
VERBAL = FINITE | {"VB"}
PARTICIPLE = frozenset({"VBN", "VBG", "VBD"})
SINGULAR = frozenset({"NN", "NNP"})
PLURAL = frozenset({"NNS", "NNPS"})
NOUNS = SINGULAR | PLURAL
SUBJECT_START = frozenset(
    ["NN", "NNS", "NNP", "NNPS", "DT", "PDT", "PRP", "PRP$", "CD", "JJ", "JJR", "JJS", "EX", "``"]
)
WH_PHRASE = frozenset(["NN", "NNS", "NNP", "NNPS", "DT", "JJ", "JJR", "JJS", "CD", "PRP$", "POS", "VBG"])
WH_INNER = frozenset(
    {"of", "in", "ago", "many", "much", "far", "long", "often", "old", "over", "than"}
    | {"more", "apart", "away", "exactly"}
)
NOT_VERB_AFTER = frozenset({"DT", "PRP$", "JJ", "IN", "TO", "POS", "VB"})
HERE = frozenset({"here", "there", "back", "away", "up", "over"})
YEARS = range(1000, 2030)
NOMINATIVE = frozenset({"i", "he", "she", "we", "they"})
SHORT = frozenset(
    {"st", "mr", "mrs", "ms", "dr", "jr", "sr", "no", "vs", "inc", "corp", "co", "gov", "sen", "rep", "gen"}
)
ASKING = frozenset({"where", "when", "why", "how"})  # never the subject
ENDS = frozenset({"?", ""})
REACH = 100  # tokens either way that are looked at: no clause is longer, and a text of any length ends in linear time


def is_year(word: str) -> bool:
    """Whether these are four digits of a year."""
    return len(word) == 4 and word.isdecimal() and int(word) in YEARS


def all_titled(words: Sequence[str]) -> bool:
    """Whether every word has a capital and some are no names: "It Was So Cool"."""
    for word in words:
        if word[0].isalpha() and not word[0].isupper():
            return False
    letters = [word for word in words if word[0].isalpha()]
    return len(letters) > 2 and any(not word.isupper() for word in letters if len(word) > 1)


class Sentence:
    """A tagged text with its words in lower case and with straight apostrophes."""

    __slots__ = ("cut", "source", "tags", "titled", "tokens", "words")

    def __init__(self, text: AnalysedText) -> None:
        self.source, self.tokens = text.source, text.tokens
        self.words = [token[2].lower() for token in self.tokens]
        if "’" in self.source:
            self.words = [word.replace("’", "'") for word in self.words]
        if self.words.count(".") > 1:
            self._join_abbreviations()
        self.tags = [token[3] for token in self.tokens]
        if ".." in self.source:
            self.words = ["..." if word[:2] == ".." else word for word in self.words]
        self.cut = came_as_tokens(self.source)
        self.titled = all_titled([token[2] for token in self.tokens])

    def _join_abbreviations(self) -> None:
        """The full stop of "St. Louis" ends no sentence; it is read as a part of its word."""
        for i, (word, before) in enumerate(zip(self.words[1:], self.words, strict=False), 1):
            if word == "." and before in SHORT and self.tokens[i].start == self.tokens[i - 1].end:
                self.words[i - 1 : i + 1] = f"{before}.", "·"

    def word(self, i: int) -> str:
        """The lower-case word at i, "" beyond either end."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def tag(self, i: int) -> str:
        """The tag at i, "" beyond either end."""
        return self.tags[i] if 0 <= i < len(self.tags) else ""

    def replaced(self, first: int, last: int, new: str) -> Piece:
        """These tokens replaced by `new`; where they end with it, what stands before is taken out: "Don't 0" to "0"."""
        start, end = self.tokens[first].start, self.tokens[last].end
        stays = end - len(new)
        if new and self.source[start:end].endswith(new) and self.source[stays - 1].isspace():
            return Piece(start, stays, "")
        return Piece(start, end, new)

    def written(self, i: int, form: str) -> Piece:
        """Token i replaced by the form in its case; a full form for a clitic is parted from what it hung on."""
        token = self.tokens[i]
        if token.text[0] not in "'’" or form[0] == "'":
            return Piece(token.start, token.end, match_case(form, token.text))
        touches = i > 0 and self.tokens[i - 1].end == token.start
        return Piece(token.start, token.end, " " * touches + loud(form, token.text[1:]))

    def starts(self, i: int) -> bool:
        """Whether a sentence begins with token i, but for "please", quotes and opening brackets."""
        before = self.word(i - 1)
        if before in OPENING or before == "please":
            before = self.word(i - 2)
        return not before or before in SENTENCE_END

    def asks(self, i: int) -> bool:
        """Whether the sentence that token i belongs to ends in a question mark."""
        return next((word == "?" for word in self.words[i : i + 2 * REACH] if word in STOPS), False)

    def past_adverbs(self, i: int, step: int = 1) -> int:
        """The first position from i on (or back) that holds no adverb; a negative word is none here."""
        for _ in range(REACH):
            if self.tag(i) not in ADVERB or self.word(i) in NEGATIVE:
                break
            i += step
        return i

    def clause(self, i: int) -> tuple[int, int]:
        """[first, end) of the stretch around token i that no comma, conjunction or relative word breaks."""
        words = self.words
        first, end = i, i + 1
        least, most = max(0, i - REACH), min(len(words), i + REACH)
        while first > least and words[first - 1] not in BOUNDARY:
            first -= 1
        while end < most and words[end] not in BOUNDARY:
            end += 1
        return first, end

    def question_word(self, i: int) -> str:
        """The question word whose phrase ends right before token i ("what kind of animal"), "" where there is none."""
        before = self.word(i - 1)
        if before in ("who", "whom", "what", "which", "where", "when", "why", "how"):
            return before
        at = i - 1
        while at > i - REACH and (self.tag(at) in WH_PHRASE or self.word(at) in WH_INNER or self._is_capitalised(at)):
            at -= 1
        if self.tag(at) in ADVERB and self.word(at - 1) == "how":
            at -= 1
        word = self.word(at)
        return word if word in ("what", "which", "whose", "how") or (word, self.word(at + 1)) == ("where", "in") else ""

    def _is_capitalised(self, at: int) -> bool:
        """Whether token `at` is written as a name, whatever its tag: "Super" in "Which Super Bowl"."""
        return at > 0 and self.tokens[at].text.istitle() and not self.starts(at)

    def inverted(self, i: int) -> bool:
        """Whether the operator at i stands before its subject."""
        after = "EX" if self.word(i + 1) == "there" else self.tag(i + 1)
        if self.word(i + 1) in ("that", "this") and self.tag(i + 2) in ("NN", "JJ", "VBN") and self.starts(i):
            after = "DT"  # "Has that directive been sent?"
        named = i + 1 < len(self.tokens) and self.tokens[i + 1].text.istitle()
        mistaken = after == "VBZ" and self.words[i] in PLURAL_OPERATORS
        taken = self.word(i - 1) in ("here", "there", "so", "as", "than")
        named = named or (self.word(i - 1) in ASKING and self.starts(i - 1) and after[:1].isalpha() and after != "VBN")
        taken = taken or (after == "EX" and self.word(i - 1) in ("who", "which", "that") and not self.asks(i))
        if taken or not (after in SUBJECT_START or named or mistaken):
            return False
        if self.words[i] in HAVE and (not self.has_participle(i) or self._is_possessing_have(i)):
            return False
        joined = self.word(i - 1) in ("but", "and", "so") and self.starts(i - 1) and self.asks(i)  # "But do you …?"
        if self.starts(i) or joined:
            return self.asks(i) or (after in ("PRP", "EX") and self.words[i] not in ("do", "have", "'s"))
        if self.word(i - 1) == ",":
            return after == "PRP" and self.asks(i)  # ", is it?"
        return bool(self.question_word(i)) or (self.word(i + 1) in NOMINATIVE and self.asks(i))

    def _is_possessing_have(self, i: int) -> bool:
        """Whether the have at i has what is asked for as its subject: "What state has a lake named for it?"."""
        asker = self.question_word(i)
        return self.word(i + 1) in ("a", "an") and asker in ("what", "which", "whose") and self.word(i - 1) != asker

    def has_participle(self, i: int) -> bool:
        """Whether a participle follows token i in its clause."""
        _, end = self.clause(i + 2 if self.word(i + 1) == "that" and i + 2 < len(self.words) else i)
        return "VBN" in self.tags[i + 1 : end] or "VBD" in self.tags[i + 1 : end]

    def subject_end(self, i: int) -> int | None:
        """Where "not" goes after the inverted operator at i: behind a pronoun or before the verb; None if unclear."""
        if self.tag(i + 1) in ("PRP", "EX") or self.word(i + 1) == "there":
            return i + 2
        helps = self.words[i] in DO | MODALS
        wanted = ("VB", "VBP") if helps else ("VBN", "VBG")
        for at in range(i + 2, min(len(self.words), i + REACH)):
            if self.words[at] in BOUNDARY:
                return None
            ends = self.word(at + 1) in ENDS or (self.tag(at + 1) in ("IN", "TO", "RP") and self.word(at + 2) in ENDS)
            if self._is_verb_tagged_noun(i, at) if helps else (ends and self._may_be_participle(at)):
                return self._before_verb(i, at, ends)
            if self.tags[at] in wanted and self.tags[at - 1] not in NOT_VERB_AFTER:
                return self._before_verb(i, at, ends)
        return None

    def _is_verb_tagged_noun(self, i: int, at: int) -> bool:
        """Whether the noun at the end of the question is the verb that the operator at i helps."""
        if self.word(at + 1) not in ENDS or self.tags[at] != "NN" or self.tokens[at].text[0].isupper():
            return False
        between = self.tags[i + 1 : at]
        return between[-1] in ("NN", "NNS", "NNP") and WH_PHRASE.issuperset(between) and "DT" not in between[1:]

    def _may_be_participle(self, at: int) -> bool:
        """Whether what ends a question may be a participle: "mined" taken for a past tense or an adjective."""
        return self.tags[at] == "VBD" or (self.tags[at] == "JJ" and self.words[at].endswith("ed"))

    def _before_verb(self, i: int, at: int, ends: bool) -> int | None:
        """Before the verb at `at` and its adverbs, unless that verb may be the end of a name or belong to a noun."""
        if (self.tokens[at].text[0].isupper() and not self.source.isupper()) or self.word(at - 1) in ("-", "&"):
            return None
        place = self.past_adverbs(at - 1, -1) + 1
        return place if place > i + 1 and (ends or not self._asks_what_is(i)) else None

    def _asks_what_is(self, i: int) -> bool:
        """Whether the question is "what is …": then a participle inside belongs to a noun."""
        return self.words[i] in BE | {"'s"} and self.question_word(i) in ("what", "who", "which")
