"""Statements into which a careful writer puts no "not": it sounds wrong there, or nobody would deny what they tell."""

from core.english.clauses import BE, FINITE, HAVE, MODALS, NOUNS, OPERATORS, Sentence
from core.english.naming import PROPER
from core.english.negation_rests import AMOUNTS, DOUBTS, ORDINALS
from core.english.verb_phrases import AFTER_VERB, subject_start
from core.english.verb_subjects import SAYING

PARTS = frozenset(
    {"one", "most", "many", "much", "more", "half", "both", "other", "others", "countless", "numerous", "various"}
    | {"hundreds", "thousands", "dozens"}
)
POINTS_BACK = frozenset({"he", "she", "it", "they", "this", "that", "these", "those"})
INDEFINITE = frozenset({"a", "an", "some", "several", "many", "most", "more", "any"})
JOINS = frozenset({"and", "or", "&"})
JOINED = frozenset({"DT", "PRP$", "NNP", "NNPS", "PRP", "CD", "NN", "NNS"})  # nouns may go on behind "and"
CLAUSES = frozenset({"WDT", "WP", "WP$", "WRB", "VBN", "VBG"})
SUPERLATIVES = frozenset({"JJS", "RBS"})
QUALIFIED = frozenset({"JJ", "VBN", "RB", "JJR"})
SUBORDINATE = frozenset({"IN", "WRB", "WP", "WDT"})
DASHES = frozenset({"--", "-", "–", "—", "...", ":"})
TIME_CLAUSES = frozenset({"before", "after", "when", "while", "until", "since", "once", "where"})
COPULAS = BE | {"'s"}
MANNER = frozenset({"DT", "JJ", "RB", "VBG"})
REFLEXIVE = frozenset({"itself", "himself", "herself", "themselves"})
MEASURED = frozenset({"ago", "many", "times", "percent", "%", "cents", "quite", "far"})  # how much, how long ago
UNDER = (
    REFLEXIVE
    | MEASURED
    | {"same", "sorts", "everywhere", "any", "whose", "named", "called", "if", "unless", "albeit"}
    | {"helluva"}
)
"""Words that "not" does not go with, or that it leaves without sense."""
NEARLY = frozenset(
    {"around", "about", "over", "nearly", "approximately", "roughly", "almost", "some", "by", "or", "to"}
)
TIMES = frozenset(
    {"yesterday", "today", "tonight", "week", "month", "year", "night", "morning", "afternoon", "evening", "times"}
    | {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "early", "late", "weekend"}
)
LATER = frozenset({"later", "then", "soon", "afterwards", "first", "than"})
LASTING = frozenset({"seconds", "minutes", "hours", "days", "weeks", "months", "years", "decades"})
LONGEST = 22  # tokens of a sentence that is seen through


def doubtful(s: Sentence, i: int, opened: int, closed: int, reported: bool) -> bool:
    """Whether "not" at the verb i makes a statement that a careful writer leaves alone.

    `reported`: whether the verb tells what is said or thought ("she said that he left").
    """
    if closed - opened > LONGEST or _is_misparsed(s, i) or _has_unfit_complement(s, i, closed):
        return True
    subject = subject_start(s, i)
    if s.words[subject] in PARTS or s.words[opened] in PARTS or s.word(s.past_adverbs(i + 1)) in DOUBTS:
        return True  # "one of them will not": which one is not is another matter
    if s.tags[opened] == "TO" or (s.tags[opened] == "IN" and subject == opened + 1 and not reported):
        return True  # "to make it worse, he ran", "in the hall are two men"
    if opened and s.words[subject] in POINTS_BACK:
        return True  # "They keep a cat. It is warm.": what was said of it goes on
    if s.words[opened] in ("a", "an") and s.words[opened + 1] in AMOUNTS:
        return True  # "a lot of them are not"
    if s.word(subject - 1) == "'" or (s.words[i] in ("is", "are") and _is_caption_passive(s, i, subject, closed)):
        return True
    if s.word(subject - 1) in JOINS or _is_aside(s, i, opened, closed, subject) or _repeats_name(s, i, opened, closed):
        return True
    if s.words[i] not in OPERATORS:
        return _narrates_event(s, i, opened, closed, subject, reported)
    if s.words[i] in HAVE and not SUPERLATIVES.isdisjoint(s.tags[opened:closed]):
        return True  # "the best film she has made", "had the oddest feeling"
    if not LATER.isdisjoint(s.words[opened:i]):
        return True  # "six months later he was"
    return _has_new_subject(s, i, opened, subject)


def _is_caption_passive(s: Sentence, i: int, subject: int, closed: int) -> bool:
    """Whether a present passive is that of a caption or headline: "Lee is helped from a plane, Monday"."""
    if s.tag(i + 1) != "VBN":
        return False
    bare = s.tags[subject] in ("NN", "JJ") and s.tags[i - 1] == "NN" and s.tokens[subject].text[0].isupper()
    return bare or any(word[-3:] == "day" for word in s.words[i + 2 : closed])


def _is_misparsed(s: Sentence, i: int) -> bool:
    """Whether the words are no clause as it was understood: "it 's makes", "there happened"."""
    if s.words[i] in OPERATORS and s.starts(i) and s.words[i] not in HAVE:
        return True
    if s.words[i : i + 2] == ["would", "like"] or s.words[i + 1 : i + 3] == ["about", "time"]:
        return True  # a wish, a set phrase
    if s.words[i] in COPULAS:
        return s.tag(i + 1) in ("VBZ", "VBP", "MD", "", ".") or s.word(i + 1) == "i"
    return s.word(i - 1) == "there" and s.words[i] not in MODALS


def _has_unfit_complement(s: Sentence, i: int, closed: int) -> bool:
    """Whether something behind the verb goes with no "not": an amount, an adverb of manner, what "and" joins."""
    placed = False  # whether a preposition stands before, so that "and" may join what it governs
    for at in range(i + 1, closed):
        if s.words[at] in JOINS:
            if not placed or _joins_more(s, at):
                return True
        elif s.words[at] in UNDER or _counts(s, at, i) or _qualifies(s, at, i) or _begins_extent(s, at):
            return True
        placed = placed or s.tags[at] == "IN"
    return closed - i > 2 and s.tags[closed - 1] == "RB" and s.words[closed - 1].endswith("ly")  # "read it carefully"


def _counts(s: Sentence, at: int, i: int) -> bool:
    """Whether the word at `at` is an amount that nobody denies: "around 90", "by 5 points", "a bunch", "has seven"."""
    word = s.words[at]
    if word in ("a", "an"):
        return s.word(at + 1) in AMOUNTS or s.word(at + 2) in AMOUNTS
    if s.tags[at] != "CD":
        return word == "by" and s.word(at + 1) in ("a", "an", "$")  # "by a group", whoever they are
    passive = s.tag(i + 1) == "VBN" and s.tag(at + 1 + (s.tag(at + 1) == "JJ")) == "NNS"
    nearly = s.words[at - 1 - (s.words[at - 1] == "$")] in NEARLY
    return passive or nearly or s.words[i] in HAVE or (s.words[i] not in OPERATORS and at == i + 1)


def _begins_extent(s: Sentence, at: int) -> bool:
    """Whether the word at `at` begins what says how long or how far: "could take weeks", "at most"."""
    lasting = s.words[at] in LASTING and s.tags[at - 1].startswith("VB")
    return lasting or (s.words[at] == "at" and s.word(at + 1) in ("most", "least", "best", "worst"))


def _qualifies(s: Sentence, at: int, i: int) -> bool:
    """Whether the word at `at` says how: "a surprisingly good film", "a bright girl with a good heart"."""
    after = s.tag(at + 1)
    if s.words[at] == "than":
        return s.tags[at - 1] != "JJR"  # "more in jest than in anger"
    if s.words[at] == "with":
        return after in MANNER and not s.tag(i + 1).startswith("JJ")
    very = s.words[at] == "very" and s.tags[at - 1] != "DT"
    return s.tags[at] == "RB" and after in QUALIFIED and at > i + 1 and not very


def _joins_more(s: Sentence, at: int) -> bool:
    """Whether the "and" at `at` joins more than nouns, be it a verb that its tag hides: "and kick Xander"."""
    after, last, following = s.tag(at + 1), s.tags[at - 1], s.tag(at + 2)
    if after not in JOINED or (after in NOUNS and last not in NOUNS) or (after == "DT" and s.word(at + 2) in ORDINALS):
        return True
    return after in ("NN", "NNS") and (following in AFTER_VERB or not PROPER.isdisjoint((last, following)))


def _is_aside(s: Sentence, i: int, opened: int, closed: int, subject: int) -> bool:
    """Whether a comma opens what goes on about something: ", a mediocre tribute", ", which he doubts"."""
    claimed = False  # whether a main clause stands before: "halls collapse, two may be trapped"
    if s.word(subject - 1) == "," and (s.tags[opened] in ("DT", "JJ") or (s.tags[subject] == "PRP" and closed - i < 4)):
        return True  # "a slow film, it is", ", I'm afraid"
    for at in range(opened, i):
        if s.words[at] == ",":
            if claimed or (s.tag(s.past_adverbs(at + 1)) in CLAUSES and "," not in s.words[at + 1 : i]):
                return True
        elif s.tags[at] in FINITE and s.words[at] not in SAYING:
            claimed = s.tags[opened] not in SUBORDINATE
        elif s.words[at] in DASHES or (s.words[at] in TIME_CLAUSES and at > opened and s.words[at - 1] != ","):
            return "," not in s.words[at:i]
    for at in range(i + 1, closed):
        if s.words[at] == ",":
            place = s.tags[at - 1] in PROPER and s.tag(at + 1) in PROPER
            apposition = s.tag(at + 1) != "CC" and _names_speaker(s, at + 1, closed)
            return not (place or apposition)
    return False


def _names_speaker(s: Sentence, first: int, closed: int) -> bool:
    """Whether a verb of saying ends the sentence, with who says it: ", the owner said"."""
    return any(s.words[at] in SAYING and s.tags[at] in FINITE for at in range(first, closed))


def _repeats_name(s: Sentence, i: int, opened: int, closed: int) -> bool:
    """Whether what is denied is in the name: "The Ayalon Cave is a cave"."""
    named = {s.words[at] for at in range(opened, i) if s.tags[at] in NOUNS}
    return any(s.words[at] in named and s.tags[at] in NOUNS for at in range(i + 1, closed))


def _has_new_subject(s: Sentence, i: int, opened: int, subject: int) -> bool:
    """Whether the verb tells something new of what was not known: "a truck had exploded", "two men were killed"."""
    indefinite = "CD" in s.tags[opened:i] or (subject == opened and _bare_plural(s, i, subject))
    if not indefinite and INDEFINITE.isdisjoint((s.words[subject], s.words[opened])):
        return False
    after = s.tag(s.past_adverbs(i + 1))
    return (
        s.words[i] in HAVE
        or (s.words[i] in ("was", "were") and after != "VBG")
        or after in ("DT", "VBN", "VBD", "PRP$")
    )


def _bare_plural(s: Sentence, i: int, subject: int) -> bool:
    """Whether the subject is of things not known before: "alliances", "odd alliances"."""
    return s.tags[i - 1] == "NNS" and s.tags[subject] in ("NNS", "JJ")


def _narrates_event(s: Sentence, i: int, opened: int, closed: int, subject: int, reported: bool) -> bool:
    """Whether the verb, which takes "do", tells what happened once or is seen on a picture, with what belongs to it."""
    if s.starts(i):
        ordered = s.tags[i] in ("VB", "NN", "VBP") and (
            s.tag(i + 1) not in ("DT", "PRP$", "PRP") or i > opened or s.tag(i + 2) in ("RP", "IN")
        )
        return ordered or not SUPERLATIVES.isdisjoint(s.tags[i + 1 : closed])
    if not reported and subject > opened + (not s.tokens[opened].is_word):
        return True  # "last week it offered", "a boy in a shirt runs"
    if s.words[subject] in INDEFINITE or s.tags[subject] in ("CD", "NNS", "JJ") or _is_headline(s, i, subject):
        return True
    for at in range(i + 1, closed):
        tag, word = s.tags[at], s.words[at]
        if tag == "CD" or tag in CLAUSES or word in TIMES or tag in SUPERLATIVES or word == "that":
            return True
        if tag == "TO" and s.tag(at + 1) == "VB" and at > i + 1:
            return True  # "met them to discuss it"
    return False


def _is_headline(s: Sentence, i: int, subject: int) -> bool:
    """Whether the verb may be a noun, or the subject lacks its article: "Teacher wins right", "demands live"."""
    if s.tags[i] in ("VBZ", "VBP") and s.word(i + 1) == "of":
        return True  # "the opening parts of it"
    bare = s.tags[subject] == "NN" and s.tokens[subject].text[0].isupper()
    return bare or (s.tags[i] == "VBP" and s.tag(i - 1) == "NNS" and s.tag(i + 1) == "NN")
