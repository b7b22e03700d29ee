"""Which verbs can change their tense so that the text around them still goes with it.

A careful writer keeps to one tense within a sentence ("the jabs it employs were short" is a slip), puts no general
truth or definition into the past, and nothing that a date, "during the war" or "first" holds there into the present.
"""

from collections.abc import Mapping, Sequence

from core.english.clauses import BE, FINITE, HAVE, NOMINATIVE, OPERATORS, SENTENCE_END, STOPS, Sentence, is_year
from core.english.finite_signs import UNAIDED
from core.english.naming import PROPER, QUOTES
from core.english.negation_natural import OPENS, SAID
from core.english.negation_rests import ENDS, is_foreign, is_participle
from core.english.set_numbers import ORDINAL_ENDS
from core.english.tense_doubts import doubtful
from core.english.verb_phrases import subject_start
from core.rewrite import Piece

DATED = frozenset(  # what these are said with is past for good
    {"back", "hitler", "empire", "dynasty", "civilization", "roman", "medieval", "ago", "last", "yesterday"}
    | {"earlier", "previous", "previously", "former", "formerly", "then", "during", "century", "war", "later"}
    | {"first", "after", "before", "once", "until", "originally", "since", "born", "when", "while", "monday"}
    | {"tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april"}
    | {"june", "july", "august", "september", "october", "november", "december", "jan.", "feb.", "sept.", "oct"}
    | {"nov", "dec", "jan", "feb", "sept", "aug", "oct.", "nov.", "dec.", "following", "morning", "evening"}
    | {"afternoon", "night", "midnight", "recently", "died", "recent", "past", "time", "ancient", "killed", "already"}
    | {"final", "finally", "suddenly", "at", "within", "cents", "percent", "%", "shares", "years", "months", "weeks"}
    | {"days", "hours", "times", "twice", "occasion", "occasions", "prior", "fiscal", "lifetime", "career", "seconds"}
    | {"minutes", "afterward", "afterwards", "childhood", "youth", "teenager", "debut", "ended", "founded"}
    | {"invented", "discovered", "wrote", "anniversary"}
)
STILL_SO = frozenset(  # what these are said with is not past, or true at any time
    {"now", "today", "current", "present", "existing", "nowadays", "currently", "tomorrow", "tonight", "this", "next"}
    | {"always", "ever", "still", "never"}
    | {"mean", "means", "stand", "stands", "contain", "contains", "consist", "consists", "belong", "belongs", "equals"}
    | {"located", "orbits", "rotate", "comprise", "comprises", "usually", "often", "typically", "generally", "every"}
    | {"city", "country", "capital", "state", "river", "mountain", "island", "type", "kind", "form", "name", "word"}
    | {"term", "language", "planet", "species", "abbreviation", "acronym", "synonym", "genus", "province", "county"}
    | {"when", "whenever", "if", "located", "sometimes", "nationality", "official", "subsidiary", "largest", "tallest"}
    | {"highest", "longest", "smallest", "average", "tends", "tend", "ought", "yet", "soon", "already", "so", "far"}
    | {"widow", "unit", "university", "difference", "definition", "purpose", "meaning", "origin", "chemical", "symbol"}
    | {"remember", "recall", "most", "least", "milky", "earth", "sun", "moon", "bacteria", "humans", "animals"}
    | {"karma", "god", "light-years", "dare", "around"}
    | {"brother", "sister", "father", "mother", "son", "daughter", "uncle", "aunt", "cousin", "born", "plus", "minus"}
    | {"everywhere", "anywhere", "animal", "called", "known", "formed", "composed", "named", "spelled", "defined"}
    | {"situated", "indicated", "gonna", "finna", "tryna", "governing", "national", "years", "days"}
    | {"based", "annually", "daily", "weekly", "monthly", "yearly", "regularly", "normally", "each"}
    | {"you", "one", "people", "everyone", "anyone", "who's", "time", "ago", "since", "rarely", "seldom", "only"}
)
BEGINS = frozenset({"start", "starts", "started", "keep", "keeps", "kept", "begin", "begins", "began", "stop", "stops"})
NAMED = frozenset({"NNP", "NNPS", "NN", "NNS", "JJ"})
LIES = frozenset({"in", "on", "near", "between", "within", "north", "south", "east", "west"})
FIRST_PERSON = frozenset({"i", "we", "my"})


def holding(s: Sentence, pieces: Mapping[int, Piece]) -> list[list[Piece]]:
    """The verbs that can change together, by the token each edit stands at: all of a sentence, or what one says."""
    groups: list[list[Piece]] = []
    opened = 0
    tenses = [_tense(s, at) for at in range(len(s.words))]
    ends = [at for at, word in enumerate(s.words) if word in STOPS] + [len(s.words)]
    for closed in ends:
        verbs = [at for at in range(opened, closed) if tenses[at]]
        group = _group(s, verbs, pieces)
        others = tenses[:opened] + tenses[closed:]
        if group and tenses[group[0]] not in others and _tense_may_change(s, group, tenses[group[0]], opened, closed):
            groups.append([pieces[at] for at in group])
        opened = closed + 1
    return groups


def _tense(s: Sentence, at: int) -> str:
    """ "past", "present" or "other" of a finite verb, "" of any other word."""
    word, tag = s.words[at], s.tags[at]
    if s.word(at - 1) in NOMINATIVE | {"it"} and (tag in ("NN", "NNS") or (tag == "VB" and s.starts(at - 1))):
        return "present"  # a verb that the tagger took for a noun
    if tag == "MD":
        return "other"
    if tag in FINITE or (word in OPERATORS and tag not in ("POS", "NN", "NNP", "VB", "VBN")):
        return "past" if tag == "VBD" or word in ("was", "were", "did", "had") else "present"
    return ""


def _group(s: Sentence, verbs: Sequence[int], pieces: Mapping[int, Piece]) -> list[int]:
    """The finite verbs of a sentence if all can change and are of one tense; of two, the one that the other reports."""
    if len(verbs) == 2 and s.words[verbs[0]] in SAID and verbs[1] in pieces and _is_reported_speech(s, *verbs):
        return [] if {_tense(s, at) for at in verbs} == {"past"} else [verbs[1]]
    alike = len({_tense(s, at) for at in verbs}) == 1
    return [*verbs] if alike and all(at in pieces for at in verbs) else []


def _is_reported_speech(s: Sentence, saying: int, verb: int) -> bool:
    between = s.words[saying + 1 : verb]
    if subject_start(s, verb) - saying - (between[:1] == ["that"]) != 1:
        return False  # "I know people she met"
    return not {",", "and", "or", "but"} & {*between} and OPENS.isdisjoint(between[1:])


def _tense_may_change(s: Sentence, group: Sequence[int], tense: str, opened: int, closed: int) -> bool:
    """Whether nothing in the sentence, which asks nothing, holds these verbs in their tense."""
    words = s.words[opened:closed]
    if s.word(closed) == "?" or _in_quotation(s, group[0]) or doubtful(s, group, tense == "past", opened, closed):
        return False
    if len(group) == 1 and (_subordinate(s, opened, group[0]) or _unseen_verb_follows(s, group[0], closed)):
        return False
    if is_foreign(s.words) or _may_miss_verb(s, group, opened, closed) or _no_clause(s, group[0], opened):
        return False
    if any(_unseen_is(s, at) for at in range(opened, closed)):
        return False
    if tense == "present":
        return STILL_SO.isdisjoint(words) and not _is_generic(s, group[0], opened, closed)
    return not _is_dated_event(s, group[0], opened, words)


def _is_dated_event(s: Sentence, i: int, opened: int, words: Sequence[str]) -> bool:
    """Whether a past tells what happened at a time that is named, or once to who writes."""
    if s.words[i] not in BE and not FIRST_PERSON.isdisjoint(words[: i - opened]):
        return True
    if not DATED.isdisjoint(words) or any(map(is_year, s.words)):
        return True
    if s.words[-1] not in STOPS and s.tag(i + 1) in ("IN", "") and s.words[i] not in UNAIDED | BE:
        return True  # "Dozens killed in Rome", a participle of a headline
    if any((word[:4].isdecimal() and word[4:] in ("s", "'s")) or _is_ordinal(word) for word in words):
        return True  # "the 1990s", "the 16th president"
    return s.words[i] in BE and s.tag(s.past_adverbs(i + 1)) == "VBN"  # "was founded"


def _is_ordinal(word: str) -> bool:
    return word[0].isdecimal() and word[-2:] in ORDINAL_ENDS


def _in_quotation(s: Sentence, i: int) -> bool:
    """Whether the verb stands in a quotation: it keeps the tense it was said in."""
    return sum(word in QUOTES for word in s.words[:i]) % 2 == 1


def _subordinate(s: Sentence, opened: int, i: int) -> bool:
    """Whether the only verb seen stands in a clause that needs another: the main one was not seen."""
    last = max((at for at in range(opened, i) if s.words[at] in SENTENCE_END | {",", "--"}), default=opened - 1)
    return any(
        s.words[at] in OPENS and not (s.words[at] == "that" and s.word(at - 1) in SAID and s.tag(at - 1) in FINITE)
        for at in range(last + 1, i)
    )


def _unseen_verb_follows(s: Sentence, i: int, closed: int) -> bool:
    """Whether a clause follows whose verb was not seen: ", and the actors seal the deal", "images that prove it"."""
    for at in range(i + 1, closed):
        if s.words[at] in ("who", "which") or s.tags[at] == "WDT":
            return True
        if s.words[at] == "that" and (s.tags[at] == "IN" or s.tags[at - 1][:2] == "NN"):
            return True
        if s.words[at] in ("and", "but", "so") and s.words[at - 1] == ",":
            return True
    return False


def _may_miss_verb(s: Sentence, group: Sequence[int], opened: int, closed: int) -> bool:
    """Whether a verb of the sentence may not have been seen: "supported him and fought", "websites run by him"."""
    for at in range(opened, closed):
        if at in group or at == opened or s.tags[at] not in ("VB", "VBD", "VBN"):
            continue
        if s.word(s.past_adverbs(at - 1, -1)) not in ("and", "or", ",", "but"):
            continue
        if s.tags[at] == "VB" or (s.tags[at] in ("VBD", "VBN") and s.words[group[-1]] not in BE | HAVE):
            return True
    first = group[0]
    lexical = s.words[first] not in OPERATORS
    if lexical and (s.words[-1] not in ENDS or is_participle(s, first)):
        return True  # a headline's
    if lexical and (s.tag(first + 1) == "VBD" or (s.word(first + 1) == "," and s.tags[first] != "VBD")):
        return True  # "the new orders index rose"
    if (
        lexical
        and s.tags[first] == "VBD"
        and s.tag(first + 1) == "IN"
        and s.words[opened] in ("a", "an", "three", "two")
    ):
        return True  # a caption's participle
    if s.tags[opened] == "VB" and opened not in group:
        return True  # an order before it
    if lexical and s.tags[first] in ("VBD", "VBN") and not {"and", "&"}.isdisjoint(s.words[opened:first]):
        return True  # nobody is sure of the number
    if s.words[first] in ("do", "does") and s.tags[first - 1][:2] not in ("NN", "PR") and s.word(closed) != "?":
        return True  # an order
    if s.words[first] not in BE and (s.word(first + 1) == "by" or s.word(first - 1) in ("very", "so", "too")):
        return True
    return s.word(first - 2) == "dare" or s.words[opened] == "god"


def _unseen_is(s: Sentence, at: int) -> bool:
    """Whether a possessive is an "is": "the story's pathetic and the gags are puerile"."""
    joined = s.word(at + 2) in ("and", "but", ",", ".", "")
    return s.tags[at] == "POS" and s.tag(at + 1) in ("JJ", "RB", "DT") and joined


def _no_clause(s: Sentence, first: int, opened: int) -> bool:
    """Whether the verb may be a noun or has no subject: "two dairy cows drinking", "is money over all"."""
    if s.words[first] in OPERATORS:
        return first == opened
    compound = s.tags[first] == "VBZ" and s.tag(first - 1) == s.tag(first + 1) == "NN"  # "the land claims agreement"
    return compound or (s.tag(first + 1) == "VBG" and s.words[first] not in BEGINS)


def _is_generic(s: Sentence, i: int, opened: int, closed: int) -> bool:
    """Whether the verb says what things of a kind do or are: "stars rotate to conserve their momentum", "karma is", and
    of a name what it is: "Hubble is a telescope".
    """
    before = s.past_adverbs(i - 1, -1)
    if s.tag(before) in ("NN", "NNS") and s.tag(i + 1) != "VBG":
        start = subject_start(s, i)
        if s.tags[start] in ("NN", "NNS", "JJ", "VBG") and s.word(start - 1) not in ("'s", "’s"):
            return s.word(closed) != "" or s.tags[i] == "VBP" or s.words[i] in BE
    if _states_lasting_fact(s, i, before, opened, closed):
        return True
    if s.words[opened] in ("not", "all", "no", "any", "most"):
        return True
    many = s.tags[opened] in ("NNS", "JJ", "NNPS") or (s.tags[opened] == "NN" and s.tag(opened + 1) == "NNS")
    plain = many and s.tags[i] == "VBP" and s.word(closed) == "."
    return plain and s.words[i] not in ("are", "'re")


def _states_lasting_fact(s: Sentence, i: int, before: int, opened: int, closed: int) -> bool:
    """Whether the verb says what stays so: what a name is, where it lies, how many it has, who made it."""
    after, at = s.word(i + 1), s.tag(i + 1)
    if s.words[i] not in BE:
        if s.words[i] in HAVE:
            return at == "CD"
        lies = s.words[i] in ("lies", "lie") and s.tag(before) in PROPER
        return lies or s.words[i] in ("borders", "border") or (s.words[i] in ("come", "comes") and after == "from")
    if s.word(before) == "there":
        return at == "CD"  # "there are seven continents"
    noun = s.tag(before) in NAMED
    if noun and after == "in" and s.tag(i + 2) in ("NNP", "NNPS"):
        return True
    if s.tag(before) in PROPER and (after in LIES or (at == "JJ" and s.tokens[i + 1].text[0].isupper())):
        return True  # "India is on the Asian continent", "Ann is Irish"
    named = s.tag(before) in (")", "-RRB-") or (noun and s.tokens[before].text[0].isupper())
    if named and after in ("a", "an", "the"):
        return True
    if after in ("a", "an") and "by" in s.words[i + 2 : closed or None]:
        return True  # "is an overture by Berlioz"
    return s.words[opened] in ("a", "an") and (at in ("DT", "NN", "NNS", "JJ"))  # "a bad film is a bad film"
