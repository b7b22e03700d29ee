"""What the words around a verb say about it: whether it is a full verb, asked about, doubted, or no verb at all."""

from core.english.clauses import BE, DO, HAVE, NEGATIVE, NOT, OPERATORS, PARTICIPLE, SENTENCE_END, SINGULAR, Sentence

FINITE = frozenset({"VBZ", "VBP", "VBD"})
GAPS = frozenset(
    {"what", "where", "how", "than", "as", "whatever", "wherever", "however", "who", "whoever", "which", "all"}
)
DOUBTS = frozenset({"if", "whether", "unless", "may", "might", "'d", "maybe", "perhaps", "probably", "possibly"})
HOSTS = frozenset({"that", "there", "here", "it", "what", "who", "he", "she", "where"})
PHRASE = frozenset({"PRP", "PRP$", "DT", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "CD", "EX", "POS"})
FIXED = frozenset({"better", "rather", "best"})  # "had better go" takes nothing in between
TURNING = NEGATIVE | {"only"}
REACH = 12


def fronted(sentence: Sentence, i: int) -> bool:
    """Whether the sentence opens with a negative that turns its verb around: "not since then has an actor done so"."""
    near = range(max(0, i - REACH), i)
    return any(sentence.words[at] in TURNING and sentence.starts(at) for at in near)


def after_question_word(sentence: Sentence, i: int) -> bool:
    """Not in "what year a star was born", where a subject of its own follows the question word."""
    if sentence.word(i - 2) == "how":
        return True
    if not sentence.question_word(i):
        return False
    at = i - 1
    while sentence.tag(at) not in ("WP", "WDT", "WRB", "WP$", "") and at > i - REACH:
        if sentence.tag(at) in ("DT", "PRP") and sentence.tag(at - 1) != "IN":
            return False
        at -= 1
    return True


def after_pronoun_asked(sentence: Sentence, i: int) -> bool:
    """Whether the verb at i stands where only a name can: "how long was i love lucy", with "was" before its subject."""
    asked = sentence.tag(i - 1) == "PRP" and sentence.word(i - 2) in BE and sentence.tag(i) in FINITE
    return asked and sentence.inverted(i - 2)


def is_full_verb(sentence: Sentence, i: int) -> bool:
    """Whether "have" or "do" is not an auxiliary here: "he has a car", "she does her work"."""
    word = sentence.words[i]
    at = sentence.past_adverbs(i + 1)
    if sentence.word(at) in NOT or sentence.inverted(i):
        return False
    if word in HAVE - {"'ve"}:
        return sentence.tag(at) not in PARTICIPLE and sentence.word(at) != "better"
    return word in DO and sentence.tag(at) not in ("VB", "VBP")


def has_gap(sentence: Sentence, i: int) -> bool:
    """Whether what the verb at i says was taken to the front of its clause: "how good it is to see you"."""
    if sentence.word(i - 1) in ("who", "which", "what"):
        return False  # its subject
    at = i - 1
    while sentence.tag(at) in PHRASE and at > i - REACH:
        at -= 1
    return sentence.word(at) in GAPS


def no_verb(sentence: Sentence, i: int) -> bool:
    """Whether the tagger took a noun or an adjective for the verb at i: "what card suit represented the church"."""
    after = sentence.tag(sentence.past_adverbs(i + 1))
    takes_verb = after in ("VBP", "VB") and sentence.words[i][:4] in ("help", "make", "made")
    if sentence.words[i] not in OPERATORS and (
        (after in FINITE | {"VB"} and not takes_verb) or after == "MD" or "-" in sentence.words[i]
    ):
        return True
    if sentence.tags[i] == "VBZ" and sentence.tag(i - 1) in ("NNS", "NNPS"):
        return sentence.words[i] not in OPERATORS and "of" not in sentence.words[max(0, i - 6) : i]
    if sentence.tags[i] != "VBP" or sentence.tag(i - 1) not in SINGULAR:
        return False
    return not any(sentence.tag(at) in ("NNS", "NNPS", "CC") for at in range(max(0, i - 6), i))


def joins(sentence: Sentence, i: int) -> bool:
    """Whether a full verb of the same tense stands before the "and" at i - 1."""
    tag = sentence.tags[i]
    if tag not in ("VBZ", "VBD"):
        return False
    return any(sentence.tag(at) == tag and sentence.words[at] not in OPERATORS for at in range(max(0, i - REACH), i))


def hosted(sentence: Sentence, i: int) -> bool:
    """Whether a clitic leans on a pronoun: after a noun, "'s" may be a possessive that the tagger mistook."""
    return sentence.tag(i - 1) in ("PRP", "EX", "WP") or sentence.word(i - 1) in HOSTS


def doubted(sentence: Sentence, i: int) -> bool:
    """Whether a condition or a negative stands before the verb at i, or a modal of doubt there."""
    if sentence.words[i] in DOUBTS:
        return True
    for at in range(i - 1, max(-1, i - REACH), -1):
        word = sentence.words[at]
        if word in DOUBTS or word in NEGATIVE:
            return True
        if word in SENTENCE_END:
            return False
    return False
