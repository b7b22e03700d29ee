"""The subject of a finite verb, as far as the verb agrees with it: read off the tags before it, or behind it."""

from core.english.clauses import ADVERB, BE, FINITE, REACH, SENTENCE_END, Sentence
from core.english.verb_phrases import INNER, NOMINAL, NOUN, OPENS, Subject, number, phrase_start

ONE, MANY, THIRD, UNCLEAR = Subject.ONE, Subject.MANY, Subject.THIRD, Subject.UNCLEAR
PRONOUNS = {"i": Subject.FIRST, "you": Subject.YOU, "we": Subject.YOU, "they": MANY, "he": ONE, "she": ONE, "it": ONE}
RELATIVE = frozenset({"who", "which", "that", "what", "whoever", "whatever"})
SUBORDINATE = frozenset(
    {"that", "because", "if", "since", "while", "although", "though", "unless", "whether", "before", "after", "until"}
    | {"till", "as", "than", "once", "so", "lest", "whereas"}
)
COUNTED = frozenset(  # "a lot of films are": the verb agrees with what is counted
    {"lot", "lots", "number", "majority", "couple", "plenty", "rest", "half", "most", "some", "all", "none", "percent"}
    | {"variety", "handful", "series", "bunch", "any", "more", "host", "kind", "kinds", "type", "%", "part", "pair"}
)
FLOATING = frozenset({"all", "both", "each", "never", "not", "n't"})
CLOSING = frozenset({"''", '"', "”", "'", ")", "-rrb-", "’"})
CAUSING = frozenset(  # "makes it look", "saw the man fall": no finite verb follows
    {"make", "makes", "made", "making", "let", "lets", "letting", "help", "helps", "helped", "helping", "have", "has"}
    | {"had", "having", "see", "sees", "saw", "seen", "seeing", "watch", "watches", "watched", "watching", "hear"}
    | {"hears", "heard", "hearing", "feel", "feels", "felt", "bid"}
)
SAYING = frozenset(  # what takes a clause without "that": "he said the man left"
    f"{verb}{end}"
    for verb in (
        *("say", "think", "feel", "hope", "claim", "guess", "suppose", "suspect", "find", "imagine", "swear", "know"),
        *("mean", "show", "prove", "suggest", "believ", "assum", "realiz", "hear", "learn", "fear", "bet", "ensur"),
    )
    for end in ("", "s", "ed", "e", "es", "ing")
) | {"said", "thought", "felt", "knew", "meant", "found", "heard", "learnt", "told", "is", "was", "wish", "wishes"}


def subject_before(s: Sentence, i: int) -> Subject:
    """The subject that stands before the verb at i."""
    at = before_adverbs(s, i)
    word, tag = s.word(at), s.tag(at)
    if at < 0 or s.starts(at + 1):
        return Subject.DROPPED
    if tag == "PRP" or word in PRONOUNS:
        return _pronoun(s, at)
    if tag == "EX" or word == "there":
        return THIRD
    if word in RELATIVE and tag in ("WP", "WDT", "IN", "DT"):
        return _relative_subject(s, at)
    if word in (")", "-rrb-"):
        at = _before_brackets(s, at)
    elif word in CLOSING:
        at -= 1
    elif word == ",":
        at = _before_aside(s, at)
    return _phrases(s, at) if s.tag(at) in NOMINAL | {"JJ", "VBG"} else UNCLEAR


def subject_after(s: Sentence, i: int) -> Subject:
    """The subject that stands behind the operator at i, in a question: "does a barometer"."""
    at = i + 1
    while s.tag(at) in ADVERB or s.word(at) in FLOATING:
        at += 1
    if s.tag(at) == "PRP" or s.word(at) in PRONOUNS:
        named = s.words[i] in BE and s.tag(at + 1) in FINITE - {"MD"}  # "how long was i love lucy"
        return UNCLEAR if named else PRONOUNS.get(s.word(at), UNCLEAR)
    if s.tag(at) == "EX" or s.word(at) == "there":
        return THIRD
    last = head = at
    seen = False
    while last < i + REACH:
        tag = s.tag(last)
        if (tag in OPENS or tag in ("JJ", "VBN", "VBG", "RB", "``")) and seen:
            break
        if tag not in INNER and tag not in OPENS and tag not in ("VBN", "VBG", "RB", "``", "''"):
            break
        seen = tag in NOUN
        head = last if seen or last == at else head
        last += 1
    if last == at:
        named = at < len(s.tokens) and s.tokens[at].text.istitle() and not s.words[at].endswith("s")
        return ONE if named and s.tag(at)[:2] == "VB" else UNCLEAR  # a name that the tagger takes for a verb
    if s.word(last) in ("and", "&") and (s.tag(last + 1) in NOMINAL or s.tag(last + 1) in OPENS):
        return MANY
    if s.word(last) == "of" and s.words[head] in COUNTED:
        return THIRD
    return number(s, at, head)


def before_adverbs(s: Sentence, i: int) -> int:
    """The last position before i that holds no adverb and no "never", "not" or floating "all"."""
    at = i - 1
    while at >= max(0, i - REACH) and (s.tags[at] in ADVERB or s.words[at] in FLOATING):
        if s.words[at] in ("all", "both", "each") and s.tag(at - 1) not in ("PRP", "NNS"):
            break
        at -= 1
    return at


def _pronoun(s: Sentence, at: int) -> Subject:
    if s.word(at - 1) in CAUSING:
        return UNCLEAR
    subject = PRONOUNS.get(s.words[at], UNCLEAR)
    if s.word(at - 1) == "and" and s.tag(at - 2) in NOUN | {"PRP"} and _opens_clause(s, phrase_start(s, at - 2) - 1):
        return UNCLEAR if subject is UNCLEAR else Subject.YOU if subject in (Subject.FIRST, Subject.YOU) else MANY
    return subject


def _opens_clause(s: Sentence, i: int) -> bool:
    """Whether a clause begins behind token i."""
    return i < 0 or s.words[i] in SENTENCE_END or s.words[i] in SUBORDINATE or s.tags[i] in ("WRB", "CC", "``")


def _relative_subject(s: Sentence, at: int) -> Subject:
    """The subject behind "who", "which" or "that": what it refers to; one, where it asks."""
    word, before = s.words[at], at - 1
    if s.starts(at) or word in ("what", "whatever", "whoever"):
        return ONE
    if s.word(before) in (",", "--", "-") or s.word(before) in CLOSING:
        before -= 1
    tag = s.tag(before)
    if tag in ("IN", "TO", "CC") or tag[:2] == "VB":
        asks = word == "who" or (word == "that" and s.tags[at] == "DT")
        return ONE if asks else UNCLEAR if word == "that" else THIRD
    if tag == "PRP":
        return MANY if s.words[before] == "they" else THIRD
    if tag not in NOMINAL:
        return THIRD if word != "that" else UNCLEAR
    if s.words[at] == "that" and s.tags[at] == "IN" and s.tag(at + 1) not in FINITE | ADVERB:
        return UNCLEAR
    near, whole = number(s, phrase_start(s, before), before), _phrases(s, before)
    return near if whole in (near, UNCLEAR, Subject.NONE) else THIRD


def _before_aside(s: Sentence, comma: int) -> int:
    """What stands before ", my brother," or ", who is here," when that ends with this comma; -1 where none does."""
    at = comma - 1
    while at > max(0, comma - 15) and s.words[at] != "," and s.words[at] not in SENTENCE_END:
        at -= 1
    if s.words[at] != "," or (not s.tags[at + 1].startswith("W") and any(tag in FINITE for tag in s.tags[at:comma])):
        return -1
    return at - 1


def _before_brackets(s: Sentence, closing: int) -> int:
    """What stands before "(born 1950)", or inside the brackets where no noun does: "( Smith ) writes"."""
    at = closing - 1
    while at > max(0, closing - REACH) and s.words[at] not in ("(", "-lrb-"):
        at -= 1
    return at - 1 if s.words[at] in ("(", "-lrb-") and s.tag(at - 1) in NOMINAL else closing - 1


def _phrases(s: Sentence, at: int) -> Subject:
    """The number of the noun phrase that governs the one which ends at `at`: "the owner of the cars" is one."""
    counted = UNCLEAR
    for _ in range(12):
        first = phrase_start(s, at)
        subject = number(s, first, at)
        if counted is not UNCLEAR and s.words[at] in COUNTED:
            subject = counted
        before = _governor(s, first)
        word, tag = s.word(before), s.tag(before)
        if tag in ("IN", "TO") and word not in SUBORDINATE:
            counted = subject if word == "of" else UNCLEAR
            at = _governed_by(s, before)
        elif tag in ("VBG", "VBN"):
            if s.tag(before - 1) not in NOMINAL:
                return ONE if tag == "VBG" and s.tag(before - 1) not in ("IN", "CC", ",") else UNCLEAR
            at, counted = before - 1, UNCLEAR
        elif tag == "VB":
            if s.tag(before - 1) != "TO":
                return UNCLEAR
            at, counted = before - 2, UNCLEAR
            if at < 0:
                return ONE
        elif tag in FINITE or word in CAUSING:
            return subject if s.tags[first] in ("WDT", "WP$") else _behind_verb(s, before, subject)
        elif word in ("and", "or", "&"):
            return _coordinated_subject(s, before, subject)
        else:
            return subject
        if s.tag(at) not in NOMINAL:
            return UNCLEAR
    return UNCLEAR


def _governor(s: Sentence, first: int) -> int:
    """What stands before the noun phrase that begins at `first`, adverbs left out."""
    before = first - 1
    while s.tag(before) in ADVERB and s.word(before) not in SUBORDINATE:
        before -= 1
    return before


def _governed_by(s: Sentence, preposition: int) -> int:
    """The last word of the phrase that this preposition hangs on: "owner" in "owner known for" and "owner of"."""
    at = preposition - 1
    while s.tag(at) in ("VBN", "VBG", "RB", "IN", "TO", "JJ") and at > preposition - 5:
        at -= 1
    return at


def _behind_verb(s: Sentence, verb: int, subject: Subject) -> Subject:
    """The subject after another verb: "he said the man left"; not plain in "the man who sold the cars left"."""
    if s.words[verb] in CAUSING:
        return Subject.NONE
    relative = before_adverbs(s, verb)
    while s.tag(relative) in FINITE or s.tag(relative) in ("VB", "VBN"):
        relative = before_adverbs(s, relative)
    if s.word(relative) in RELATIVE and s.tag(relative - 1) in NOMINAL:
        outer = number(s, phrase_start(s, relative - 1), relative - 1)
        return subject if subject is outer else UNCLEAR
    return subject if s.words[verb] in SAYING else Subject.NONE


def _coordinated_subject(s: Sentence, joint: int, subject: Subject) -> Subject:
    """Two phrases joined by "and" are many; where "and" joins two clauses, the second phrase stands alone."""
    if s.tag(joint - 1) not in NOMINAL and s.tag(joint - 1) != "PRP":
        return subject
    before = phrase_start(s, joint - 1) - 1
    if _opens_clause(s, before) or s.word(before) == "," or s.word(before) in SAYING:
        return MANY if s.words[joint] != "or" else subject
    if s.tag(before) in FINITE or s.tags[last_verb(s, before)] in FINITE:
        return subject  # "he met John and Mary left"
    return MANY if subject is MANY and s.words[joint] != "or" else UNCLEAR


def last_verb(s: Sentence, i: int) -> int:
    """The last verb of any kind before i in its sentence, else where the sentence or our sight begins."""
    at = max(0, i - 1)
    while at > max(0, i - REACH) and s.tags[at][:2] != "VB" and s.tags[at] != "MD" and s.words[at] not in SENTENCE_END:
        at -= 1
    return at
