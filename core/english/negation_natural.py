"""Whether a verb can be negated, or made positive, without harm to what is said around it.

Grammar lets nearly every finite verb be negated ("the first man who did not land on the Moon"). A careful writer
negates what a sentence claims: the verb of its main clause, or of what is said or thought ("he said that …"), where
nothing else in the sentence rests on it and somebody would say so. Of questions she negates those for a reason, for
what one should do, and for which of several; "What is not the capital of France?" asks nothing, and "Isn't it good?"
asks the same as "Is it good?".
"""

from core.english.clauses import ADVERB, BE, FINITE, MODALS, NOUNS, OPERATORS, PLURAL, STOPS, Sentence
from core.english.finite_signs import UNAIDED
from core.english.naming import QUOTES
from core.english.negation_added import WEAK
from core.english.negation_doubts import doubtful
from core.english.negation_rests import asks_of_fact, rests
from core.english.verb_phrases import subject_start
from core.english.verb_subjects import SAYING
from core.rewrite import Piece
from core.text.casing import loud, match_case

GOES_ON = frozenset({";", ":", "--", "-", "...", "…", "–", "—", "(", "-lrb-"})
OPENS = frozenset(  # a clause in which nothing is claimed
    {"who", "whom", "whose", "which", "what", "when", "while", "where", "why", "how", "whether", "if", "unless", "once"}
    | {"because", "although", "though", "since", "until", "till", "after", "before", "as", "than", "so", "like", "that"}
    | {"whatever", "whenever", "wherever", "whoever", "however", "lest", "whereas", "except"}
)
RESTS = frozenset(  # with one of these the rest of the sentence rests on the verb being positive
    {"but", "yet", "although", "though", "however", "despite", "because", "since", "so", "such", "whereas", "instead"}
    | {"therefore", "thus", "hence", "nevertheless", "nonetheless", "unless", "until", "till", "even", "just", "only"}
    | {"merely", "simply", "indeed", "both", "either", "neither", "nor", "almost", "nearly", "already", "still"}
    | {"again", "finally", "eventually", "suddenly", "another", "without", "least", "rather", "some", "something"}
    | {"someone", "somebody", "somewhere", "several", "all", "every", "everyone", "everybody", "everything", "each"}
    | {"sometimes", "occasionally", "otherwise", "including", "barely", "hardly", "rarely", "seldom", "few", "bit"}
    | {"not", "n't", "never", "no", "nothing", "nobody", "none", "cannot", "also", "pretty", "along", "meanwhile"}
    | {"moreover", "furthermore", "likewise", "else", "once", "while", "whether", "little", "vain", "desired"}
)
UNDONE = frozenset(  # without "not" these can't stay, or say something else
    {"any", "anything", "anyone", "anybody", "anywhere", "ever", "much", "either", "yet", "until", "but", "or", "nor"}
    | {"longer", "least", "bit", "though", "although", "anymore", "exactly", "particularly", "necessarily", "quite"}
    | {"too", "because", "far", "many", "every", "everyone", "everything", "all", "so", "such", "just", "only", "very"}
    | {"mind", "help", "wait", "stand", "afford", "bother", "enough", "single", "slightest", "worry", "imagine"}
    | {"even", "rather", "instead", "unless", "while", "whereas", "however", "yes", "no", "simply", "alone", "if"}
    | {"nothing", "fail", "fails", "failed", "that", "believe", "matter", "care", "think", "know", "hurt"}
    | {"than", "like", "really", "always", "deny", "anytime", "soon", "since", "more", "better", "nearly"}
    | {"reached", "need", "otherwise", "neither", "hardly", "same", "why", "let", "whole", "see", "also"}
)
SAID = SAYING - {"is", "was", "find", "finds", "found", "show", "hear", "heard", "wish", "wishes", "feel", "felt"}
SAID |= {"says", "announced", "reported", "added", "argued", "noted", "confirmed", "estimates", "estimated", "warned"}
SAID |= {"stated", "states", "told"}
SAID -= {"fear", "fears", "feared"}
ANY = {"some": "any", "something": "anything", "someone": "anyone", "somebody": "anybody", "somewhere": "anywhere"}
EITHER = 9  # tokens that "either" may stand behind its verb
SAYS = SAID - {"think", "thinks", "believe", "believes", "know", "knows", "hope", "hopes", "mean", "means", "thought"}
ALLOWS = frozenset({"can", "could", "should", "must"})
GENERIC = frozenset({"i", "you", "we", "one", "people"})
IDLE = frozenset(
    {"tell", "know", "explain", "describe", "give", "name", "please", "define", "help", "list", "say", "see"}
    | {"imagine", "identify", "let", "thank", "think", "agree", "remember", "forget"}
)
ASKED_POSITIVELY = frozenset(
    {"or", "any", "ever", "anyone", "anything", "also", "some", "only", "so", "really", "even", "just", "both", "still"}
    | {"because", "but", "nothing", "without", "too", "yet", "already", "all", "again", "please", "if", "as", "like"}
    | {"finally", "more", "each", "always", "instead", "anybody"}
)
COUNTED = frozenset({"states", "countries", "continents", "planets", "presidents", "nations", "months", "clouds"})
TAKES_NT = frozenset(
    {"is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "could", "will", "would", "should"}
)
LEFT_OUT = MODALS | {"ai"}  # before which no subject is left out but with "not": "won't do", "ain't easy"
ABBREVIATED = frozenset(  # "mrs ." of a text cut into tokens
    {"mr", "mrs", "ms", "dr", "st", "gen", "gov", "sen", "rep", "col", "lt", "capt", "sgt", "maj", "prof"}
)
COMES_FIRST = frozenset(
    {"if", "and", "or", "but", "plus", "well", "yes", "no", "oh", "then", "now", "ok", "okay", "yeah", "rt"}
)


def natural_edit(s: Sentence, i: int, piece: Piece, removes: bool) -> Piece | None:
    """The edit of the verb at i as a careful writer would make it, or None where she would make none."""
    opened, closed = _span(s, i)
    rest = s.words[closed:]
    if "?" in rest[1:] or any(word.isalnum() for word in rest):
        return None  # what follows may rest on it
    if removes and (not UNDONE.isdisjoint(s.words[opened:closed]) or (s.words[i] in LEFT_OUT and s.starts(i))):
        return None
    if s.word(closed) == "?":
        if asks_of_fact(s.words[opened:closed]) or not _question_makes_sense(s, i, opened, closed, removes):
            return None
        return piece if removes else _contract_not(s, i, piece)
    if rests(s, i, opened, closed, removes):
        return None
    if s.words[opened] in IDLE and not s.starts(i):
        return None
    if s.words[i] in SAYS or _resists_negation(s, i, opened) or not _claims(s, i, opened) or not _closes(s, i, closed):
        return None
    if removes:
        return piece
    if doubtful(s, i, opened, closed, _is_reported(s, i)):
        return None
    beside = _find_polarity_item(s, i)
    others = s.words[opened:beside] + s.words[beside + 1 : closed] if beside else s.words[opened:closed]
    return _adjust_polarity(s, i, piece, beside, closed) if _stands_alone(s, i, opened, others) else None


def _find_polarity_item(s: Sentence, i: int) -> int:
    """Where a word stands beside the verb at i that a negation turns into another: "also", "some"; 0 for none."""
    if s.word(i - 1) == "also":
        return i - 1
    return i + 1 if s.word(i + 1) == "also" or s.word(i + 1) in ANY else 0


def _adjust_polarity(s: Sentence, i: int, piece: Piece, beside: int, closed: int) -> Piece | None:
    """The edit made up to what stands beside its verb: "no" for "a", "any" for "some", "either" at the end."""
    if not beside:
        return _no_for_a(s, i, piece)
    token, source = s.tokens[beside], s.source
    if s.words[beside] in ANY:
        text = piece.text + source[piece.end : token.start] + loud(ANY[s.words[beside]], token.text)
        return Piece(piece.start, token.end, text)
    last = next((at for at in range(closed - 1, i, -1) if s.tokens[at].is_word), i)
    if (
        any(mark in QUOTES for mark in s.words[i:closed])
        or last <= i + 1
        or closed - i > EITHER
        or "," in s.words[i:closed]
        or any(_is_finite(s, at) for at in range(i + 1, closed))
    ):
        return None
    start, end = min(token.start, piece.start, s.tokens[i].start), s.tokens[last].end
    new = source[start : piece.start] + piece.text + source[piece.end : end] + " either"
    return Piece(start, end, match_case(new.replace("also ", "", 1).replace(" also", "", 1), source[start]))


def _resists_negation(s: Sentence, i: int, opened: int) -> bool:
    """Whether the verb at i opens a task ("Name a film"), is half of one ("used to"), or stands in a clause of its own
    behind a noun or "and": "the film he made", ", and it works".
    """
    if s.starts(i) and s.words[i] in IDLE:
        return True
    if s.words[i] == "used" and s.word(i + 1) == "to":
        return True
    if s.tags[i] == "VBD" and s.tag(i + 1) == "IN" and s.words[-1] not in STOPS and s.words[i] not in UNAIDED:
        return True  # "Dozens killed in Rome", a participle of a headline
    subject = subject_start(s, i)
    before = subject - 1
    if before < opened:
        return False
    if s.words[before] in ("and", "or"):
        return s.words[before - 1] == "," or s.tags[subject] == "PRP" or before == opened
    return s.tags[before] in NOUNS and s.words[before - 1 : before] != ["told"]


def _span(s: Sentence, i: int) -> tuple[int, int]:
    """[first, end) of the sentence that token i belongs to."""
    words = s.words
    ends = [at for at, word in enumerate(words) if word in STOPS and s.word(at - 1) not in ABBREVIATED]
    opened = next((at + 1 for at in reversed(ends) if at < i), 0)
    return opened, next((at for at in ends if at > i), len(words))


def _claims(s: Sentence, i: int, opened: int) -> bool:
    """Whether the verb at i is that of the main clause, or of what its verb says is said or thought."""
    inside, verbs, joined = False, 0, False  # a clause that claims nothing, its verbs, and "and" behind the last
    for at in range(opened, i):
        word = s.words[at]
        if word == "," or word in GOES_ON:
            inside, verbs = False, 0
        elif word in ("and", "or", "but"):
            joined = True
        elif word in OPENS and not (word == "that" and (at == opened or _is_reporting_verb(s, at - 1))):
            inside, verbs, joined = True, 0, False
        elif _is_finite(s, at):
            if inside and (verbs == 0 or joined):
                verbs, joined = verbs + 1, False
            elif not _is_reporting_verb(s, at):
                return False
            else:
                inside, verbs = False, 0
    return not inside or (verbs > 0 and not joined)


def _is_reported(s: Sentence, i: int) -> bool:
    """Whether the clause of the verb at i is said or thought: "she said that he left"."""
    before = subject_start(s, i) - 1
    return before > 0 and _is_reporting_verb(s, before - (s.words[before] == "that"))


def _is_reporting_verb(s: Sentence, at: int) -> bool:
    """Whether the verb at `at` is one of saying or thinking; "told him that" too."""
    return s.word(at) in SAID or (s.tag(at)[:2] in ("PR", "NN") and s.word(at - 1) == "told")


def _is_finite(s: Sentence, at: int) -> bool:
    word = s.words[at]
    return (s.tags[at] in FINITE or (word in OPERATORS and s.tags[at] != "POS")) and s.tags[at] not in NOUNS


def _stands_alone(s: Sentence, i: int, opened: int, others: list[str]) -> bool:
    """Whether nothing else in the sentence rests on the verb at i, which is positive."""
    if s.words[opened] in COMES_FIRST or s.tags[opened] in ("UH", "VBN", "VBG", "CC", "RB"):
        return False
    if not RESTS.isdisjoint(others) or not GOES_ON.isdisjoint(others[i - opened :]):
        return False
    return not any(s.tag(at) in ADVERB and s.word(at) != "also" for at in (i - 1, i + 1))


def _closes(s: Sentence, i: int, closed: int) -> bool:
    """Whether what follows the verb at i goes with it however it is: no comparison, no clause or act beside it."""
    words = s.words
    joined = s.words[i] in SAID
    for at in range(i + 1, closed):
        if words[at] == ",":
            return _ends_or_names(s, at, closed)
        joined = joined or words[at] in OPENS
        if not joined and _is_finite(s, at) and not (at == i + 1 and s.words[i] in OPERATORS):
            return False  # of a sentence that was not understood
        if words[at] in ("than", "as") and _finite_soon(s, at, closed):
            return False
        if words[at] in ("and", "or") and (_finite_soon(s, at, closed) or s.tag(at + 1) in ("VB", "VBN", "VBG", "RB")):
            return False
    return True


def _ends_or_names(s: Sentence, at: int, closed: int) -> bool:
    """Whether what follows the comma only says who, where or when, or who said so."""
    rest = s.tags[at + 1 : closed]
    saying = next((later for later in range(closed - 1, at, -1) if s.words[later] in SAID), -1)
    if saying >= 0 and FINITE.isdisjoint(s.tags[at + 1 : saying]) and FINITE.isdisjoint(s.tags[saying + 1 : closed]):
        return True
    if rest[:1] in (["CC"], ["RB"], ["JJ"]) or s.word(at + 1) == "with":
        return False
    return FINITE.isdisjoint(rest) and "VBG" not in rest and "VBN" not in rest


def _finite_soon(s: Sentence, at: int, closed: int) -> bool:
    return any(_is_finite(s, later) for later in range(at + 1, closed))


def _no_for_a(s: Sentence, i: int, piece: Piece) -> Piece:
    """ "there is a film" as "there is no film"."""
    after = s.tokens[i + 1] if i + 1 < len(s.tokens) else None
    exists = s.word(i - 1) == "there" and (s.words[i] in BE or s.words[i] == "'s")
    if not exists or after is None or after.text.lower() not in ("a", "an"):
        return piece
    return Piece(after.start, after.end, match_case(loud("no", after.text), after.text))


def _question_makes_sense(s: Sentence, i: int, opened: int, closed: int, removes: bool) -> bool:
    """Whether the question makes sense with the verb at i negative, or without its "not"."""
    words, tags = s.words, s.tags
    if not ASKED_POSITIVELY.isdisjoint(words[opened:closed]) or _is_tagged(s, i, closed):
        return False
    first = next((at for at in range(opened, i + 1) if words[at].isalnum()), i)
    if s.starts(i):
        return False  # one for yes or no asks the same with "not"
    if words[first] == "why":
        return first + 1 == i and words[i] in OPERATORS
    if words[first] not in ("what", "which") or "TO" in tags[i:closed] or "CD" in tags[first:closed]:
        return False
    if words[i] in ALLOWS and s.word(i + 1 + removes) in GENERIC:
        return (removes or words[i] == "should") and IDLE.isdisjoint(words[i:closed])
    if not removes and COUNTED.isdisjoint(words[first:i]):
        return False  # nobody can name all that is not so
    present = tags[i] in ("VBP", "VBZ") or words[i] in ("are", "is", "do", "does")
    if not present or "``" in words[first:closed]:
        return False
    if tags[i - 1] in ("WDT", "WP") or words[i - 1] == "that":
        return tags[i - 2] in PLURAL and words[i - 3] != "the" and "the" not in words[i - 4 : i - 2]
    if s.inverted(i):
        return False
    return tags[i - 1] == "NNS" and i - first < 4 and not {"between", "half", "most"} & {*words[i:closed]}


def _is_tagged(s: Sentence, i: int, closed: int) -> bool:
    """Whether the question is one at the end of a claim: "it is late, isn't it?"."""
    comma = s.words[closed - 4 : closed].count(",") and s.tag(closed - 1) in ("PRP", "EX")
    return bool(comma) or (i > 0 and s.words[i - 1] == ",")


def _contract_not(s: Sentence, i: int, piece: Piece) -> Piece | None:
    """ "Why is he not here?" as "Why isn't he here?"; the same edit where the operator takes no "n't"."""
    word, token = s.words[i], s.tokens[i]
    if s.word(i - 1) != "why":
        return None if s.inverted(i) and piece.start == token.end else piece
    if piece.text.strip().lower() not in ("not", "n't"):
        return piece
    if word not in TAKES_NT:
        return None if piece.start == token.end else piece
    stem = WEAK.get(word, word)
    return Piece(
        token.start, token.end, match_case(loud(stem + " n't" * s.cut + "n't" * (not s.cut), token.text), token.text)
    )
