"""Whether what is tagged as a finite verb is one: its subject, its tense, and the phrases that only look like it."""

from core.english.clauses import ADVERB, BE, DO, FINITE, HAVE, MODALS, OPERATORS, REACH, SENTENCE_END, Sentence
from core.english.inflection import Inflector
from core.english.verb_phrases import Subject, phrase_start
from core.english.verb_subjects import SAYING, SUBORDINATE, last_verb, subject_before

SUPPORT = {"VBZ": "does not", "VBP": "do not", "VBD": "did not"}
BARE_INFINITIVE_AFTER = frozenset(
    ["watch", "watching", "see", "seeing", "make", "makes", "made", "making", "let", "lets", "help", "helps", "hear"]
)
NO_SUBJECT = frozenset(["IN", "TO", "MD", "VB", "VBD", "VBZ", "VBP", "VBN", "VBG", "PRP$", "POS", "PDT", "JJ"])
SUBJECT_AGAIN = frozenset({"PRP", "WDT", "WP", "WRB", "EX", "TO", "CC"})
PURPOSE = frozenset({"meant", "designed", "intended", "made", "used", "set", "built", "needed", "thought", "believed"})
PASSIVE = frozenset(
    {"asked", "told", "forced", "allowed", "expected", "born", "found", "held", "shot", "made", "built", "brought"}
)
UNAIDED = frozenset(  # pasts of verbs without an object, which are no participles of a passive
    {"surged", "inched", "fell", "rose", "consisted", "fought", "belonged", "occurred", "happened", "died", "arrived"}
    | {"emerged", "remained", "collapsed", "vanished", "appeared", "climbed", "soared", "plunged", "tumbled", "agreed"}
    | {"scrambled", "cruised", "jumped", "slipped", "slumped", "expired", "erupted", "resigned", "retired", "disagreed"}
    | {"differed", "existed", "lasted", "lived", "stayed", "worked", "talked", "walked", "slept", "waited", "reacted"}
)
DONE_TO = frozenset(  # without an object, participles: "licenses granted to immigrants"
    {"granted", "given", "awarded", "handed", "sentenced", "injured", "arrested", "accused", "wounded", "convicted"}
)
SEEING = frozenset({"see", "sees", "saw", "watch", "keeps", "kept", "finds", "gets"})  # and what is done to its object


def base_form(word: str, tag: str, inflector: Inflector) -> str:
    """The verb of a form, also of "co-wrote", and of a past like its base that the table lacks ("broadcast")."""
    lemma = inflector.lemma(word, tag) or (inflector.lemma(word, "VB") if tag == "VBD" else "")
    if not lemma and word.endswith("lled"):
        lemma = inflector.lemma(word[:-3], "VB")  # "labelled", as the British write
    prefix, hyphen, rest = word.partition("-")
    if lemma or prefix not in ("co", "re", "pre", "out", "over", "un"):
        return lemma
    part = inflector.lemma(rest, tag)
    return prefix + hyphen + part if part else ""


def tense(s: Sentence, i: int, inflector: Inflector) -> str:
    """The tag of the verb at i, or the one that its form must have: "tore" is past, and so is "beat" among pasts."""
    word, tag = s.words[i], s.tags[i]
    if tag in SUPPORT and not base_form(word, tag, inflector):
        return next((other for other in SUPPORT if inflector.lemma(word, other)), tag)
    if tag == "VBP" and s.tag(i - 1) != "PRP" and inflector.lemma(word, "VBD") == word:
        others = {s.tags[at] for at in range(max(0, i - REACH), min(len(s.tags), i + REACH)) if at != i}
        return "VBD" if "VBD" in others and others.isdisjoint(("VBZ", "VBP")) else tag
    return tag


def reports(s: Sentence, i: int) -> bool:
    """Whether the verb at i stands before its subject, behind what was said: ' "So it is," said the owner'."""
    if s.word(i - 1) not in (",", '"', "''", "”", "'", "?", "!"):
        return False
    saying = s.words[i] in SAYING | {"asked", "added", "wrote"} and s.tag(i + 1) in ("NNP", "DT", "NN", "NNS", "PRP$")
    return saying or s.words[i] == "compared"


def ends_quotation(s: Sentence, i: int) -> bool:
    """Whether the verb at i ends a line that begins with what was said: "It was late, officials said on Friday."."""
    at = i + 1 + (s.word(i + 1) in ("on", "late", "early"))
    at += s.word(at)[-3:] == "day"
    if s.words[i] not in SAYING | {"said"} or s.word(at) not in SENTENCE_END | {""}:
        return False
    return "," in s.words[_sentence_start(s, i) : i]


def _sentence_start(s: Sentence, i: int) -> int:
    """Where the sentence of the word at i begins."""
    return next((at + 1 for at in range(i - 1, -1, -1) if s.words[at] in SENTENCE_END), 0)


def may_agree(s: Sentence, i: int, tag: str) -> bool:
    """Whether a present is no noun: the object of another verb, or before a name ("the car ace John Smith")."""
    if s.tags[i] == "VBD":
        return True
    if tag == "VBP" and s.tag(i - 1) == "NN" and s.tag(i + 1) in ("NNP", "NN"):
        _, end = s.clause(i)
        return FINITE.isdisjoint(s.tags[i + 1 : end])
    if tag == "VBZ" and s.tag(i - 1) in ("NN", "NNP", "CD") and _ends_dependent_phrase(s, i):
        return False
    before = last_verb(s, i)
    described = s.word(before - 1) in ("what", "which", "whose") and s.tags[before] in ("VBD", "VBN")
    return described or subject_before(s, i) is not Subject.NONE


def _ends_dependent_phrase(s: Sentence, i: int) -> bool:
    """Whether a form in s ends a phrase that hangs on a verb before: "and 20 assists", "focused on agency reports"."""
    before = phrase_start(s, i - 1) - 1
    if s.tag(i - 1) == "CD":
        return s.tag(i - 2) in ("CC", "IN", ",") and s.words[i - 1] != "one" and len(s.words[i - 1]) != 4
    if s.tag(before) == "VBG" and s.tag(before - 1) in FINITE:
        return True  # "stopped showing home matches"
    governed = s.tag(before) == "IN" and s.tag(before - 1) in ("VBD", "VBZ", "VBP")
    return governed and s.words[before] not in SUBORDINATE and s.words[before - 1] not in SAYING


def is_no_finite_verb(s: Sentence, i: int) -> bool:
    """Whether the verb at i is more likely a participle ("directed by"), an infinitive ("makes men drink"), a name."""
    if (s.tokens[i].text.istitle() and not s.starts(i) and not s.titled) or reports(s, i):
        return True
    if s.tags[i] == "VBP":
        first, _ = s.clause(i)
        noun = s.tag(i + 1) == "VBN" and s.tag(i - 1) not in ("NNS", "PRP", "WDT")
        if noun or s.tag(i + 1) in ("VBD", "VBZ", "MD"):
            return True  # "what play featured Shylock"
        if not s.tokens[i - 1].is_word and s.word(i - 1) not in (",", "'", "''", '"', ")", "-rrb-", "·"):
            return True
        return not BARE_INFINITIVE_AFTER.isdisjoint(s.words[first:i])
    if s.tags[i] == "VBZ":
        return s.tag(i + 1) in FINITE or _is_subjectless_noun(s, i)
    if s.tags[i] == "VBD":
        alone = s.starts(i) and s.tag(i + 1) not in ("DT", "PRP", "PRP$", "TO", "CD") and not _only_past(s.words[i])
        odd = s.word(i - 1) in ("and", "or", ",") and "VBD" not in s.tags[max(0, i - REACH) : i]
        odd = odd and s.words[:i].count(",") < 2  # "the council, on Friday, ordered the sale"
        first, _ = s.clause(i)
        helped = not (BE | HAVE).isdisjoint(s.words[first:i])
        given = s.words[i] in DONE_TO and s.tag(i + 1) in ("TO", "IN") and s.tag(i - 1) in ("NN", "NNS", "NNP")
        if (
            given
            or _headline(s, i)
            or (s.starts(i) and s.words[i] in PASSIVE)
            or _is_absolute_construction(s, i, first)
            or _inside_phrase(s, i)
            or _describes_purpose(s, i)
        ):
            return True
        return (
            (s.word(i + 1) == "by" and s.tag(i + 2) != "CD" and not _only_past(s.words[i]))
            or s.word(i - 1) == "ever"
            or alone
            or odd
            or helped
            or _is_reduced_relative(s, i)
        )
    return False


def _inside_phrase(s: Sentence, i: int) -> bool:
    """Whether a past form only describes: "what knighted actor plays", "sees the winner awarded a prize"."""
    if s.word(i - 1) in ("what", "which", "whose") and s.tag(i + 1) in ("NN", "NNS", "NNP", "JJ"):
        _, end = s.clause(i)
        return not FINITE.isdisjoint(s.tags[i + 1 : end])
    if s.words[last_verb(s, i)] in SEEING:
        return s.tag(i - 1) != "PRP"
    return s.tag(i + 1) == "IN" and s.word(i + 1) == "as" and subject_before(s, i) is Subject.NONE  # "the man named as"


def _headline(s: Sentence, i: int) -> bool:
    """Whether a form without an object is a passive of a line that ends in no mark: "Two rescued off the coast"."""
    if (
        s.words[i] in UNAIDED
        or s.tag(i - 1) in ("PRP", "WP", "WDT", "RB")
        or not (s.words[i].endswith("ed") or s.words[i] in PASSIVE)
    ):
        return False
    opened = s.tag(i + 1) in ("IN", "TO", "NN", "") or s.word(i + 1) == "home"
    return opened and SENTENCE_END.isdisjoint(s.words[i + 1 : i + REACH])


def _describes_purpose(s: Sentence, i: int) -> bool:
    """Whether the form at i describes what it is for: "opened a conference meant to last"."""
    if s.words[i] not in PURPOSE or s.tag(i + 1) != "TO":
        return False
    _, end = s.clause(i)
    return not FINITE.isdisjoint(s.tags[max(0, i - REACH) : i] + s.tags[i + 1 : end])


def _is_absolute_construction(s: Sentence, i: int, first: int) -> bool:
    """Whether "with" gives the form at i its subject: "won, with half of the votes counted"."""
    if "with" not in s.words[first:i]:
        return False
    at = s.words.index("with", first)
    last = i + 1 == len(s.tokens) or not s.tokens[i + 1].is_word
    return at == first or (last and not FINITE.isdisjoint(s.tags[first:at]))


def _is_subjectless_noun(s: Sentence, i: int) -> bool:
    """Whether a form in s without a subject is a noun: "Clashes with police erupt"."""
    _, end = s.clause(i)
    if s.word(i - 1) == "," and s.tag(i + 1) == "VBN" and s.words[_sentence_start(s, i) : i].count(",") == 1:
        return True  # "yesterday, shares closed"
    later = not FINITE.isdisjoint(s.tags[i + 1 : end]) or (s.word(end) in ("and", "or") and "MD" in s.tags[i:])
    return later and (s.starts(i) or (s.word(i - 1) == "," and "," not in s.words[max(0, i - REACH) : i - 1]))


def _only_past(word: str) -> bool:
    return word in ("went", "came", "saw", "took", "gave", "got", "knew", "ate", "drove", "began", "wrote", "chose")


def _is_reduced_relative(s: Sentence, i: int) -> bool:
    """Whether a verb with a preposition is followed by the clause's own verb: "the point buried in it makes sense"."""
    if s.tag(i + 1) != "IN":
        return False
    _, end = s.clause(i)
    own = next((at for at in range(i + 2, end) if s.tags[at] in ("VBZ", "VBP", "VBD", "VB", "MD")), end)
    return own < end and SUBJECT_AGAIN.isdisjoint(s.tags[i + 1 : own])


def has_subject(s: Sentence, i: int) -> bool:
    """Whether what stands before the verb at i, adverbs aside, can be its subject or a verb coordinated with it."""
    at = i - 1
    while s.tag(at) in ADVERB and at > i - REACH:
        at -= 1
    word = s.word(at)
    if s.tag(at) == "JJ" and s.tags[i] == "VBD" and s.tag(at - 1) in ("NN", "DT", "JJ"):
        return True  # "the wounded said", "the industrial average closed"
    if s.tag(at) == "VBG" and s.tags[i] == "VBD" and s.tag(at - 1) in ("NN", "JJ") and s.starts(max(0, at - 2)):
        return True  # "Heavy trading pushed"
    if s.word(at) == "plain" and s.word(at - 1) == "just":
        return True  # "just plain sucks"
    if s.tag(at) in ("JJ", "VBN") and s.starts(at) and at == i - 1 and s.words[i] in HAVE:
        return True  # "Young has two sons"
    if word in ("both", "either") or s.word(i - 2) == "dare":  # "dare I say"
        return False
    if not word or word in SENTENCE_END:
        return s.tags[i] != "VBP"
    if (word in OPERATORS and s.tag(at) not in ("NNP", "NN")) or (s.tag(at) in NO_SUBJECT and word != "that"):
        return False
    at = i - 1
    while (
        at >= max(0, i - REACH)
        and s.tags[at] not in ("VB", "VBZ", "VBP", "VBD", "MD")
        and s.words[at] not in SENTENCE_END
    ):
        at -= 1
    return at < max(0, i - REACH) or s.words[at] not in DO | MODALS or not s.inverted(at)
