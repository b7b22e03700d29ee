"""Verbs that a tagger took for something else, found where a sentence would have no verb without them.

"Rises" and "measure" are nouns far more often than verbs, "reclaimed" is a participle more often than a past, and a
tagger that has hardly seen them as verbs says so even in "The sun rises." A sentence without a finite verb is read
again for the first place that is safe enough to say otherwise, by its neighbours and the form of the word, and then for
the place where the tagger itself came nearest to a verb; everything else is left as it was tagged. A text of capitals
only is tagged as if it were in lower case.
"""

from collections.abc import Sequence

from core.english.clauses import ADVERB, FINITE, MODALS, NOUNS, PLURAL, SHORT, SINGULAR, all_titled
from core.english.finite_signs import UNAIDED
from core.english.inflection import Inflector
from core.english.nearest_verb import HELPS, NEVER_VERBS, TAKES_BASE, Lead, nearest_verb
from core.text.analysed import Tagger

ENDS = frozenset({".", "?", "!", ";", "...", "!!", "!!!"})
DETERMINERS = frozenset({"DT", "PRP$", "PDT"})
OBJECT = DETERMINERS | {"PRP", "CD", "$", "``"}  # what begins an object, and does not follow a noun in its phrase
SUBJECT = NOUNS | {"PRP", "WP", "WDT", "CD", "EX"}
INSIDE = NOUNS | {"JJ", "JJR", "JJS", "CD"}
LINKS = frozenset({"IN", "TO", "RP"}) | ADVERB
NO_NOUN = frozenset({"VBZ", "VBP", "VBD", "MD", "VBG", "TO", "DT", "PRP", "PRP$", "CC", "WP", "WRB", "WDT", "."})
DO = frozenset({"do", "does", "did", "Do", "Does", "Did"})
LEADS_TO_BASE = TAKES_BASE | DO
TIMES = frozenset(
    {"last", "next", "this", "yesterday", "today", "monday", "tuesday", "wednesday", "thursday", "friday"}
)
MODIFIERS = frozenset(
    {"sports", "arms", "sales", "news", "goods", "savings", "customs", "women", "men", "headquarters"}
)
SEEMING = frozenset({"works", "looks", "sounds", "feels", "tastes", "fits", "smells"})  # "Works as described."
SMALL_WORDS = frozenset({"It", "This", "I", "He", "She", "They", "We", "You", "Was", "Is", "Are", "Not", "So", "Very"})
TRADED = frozenset({"stocks", "shares", "futures", "prices"})
TRADING = frozenset({"close", "open", "end", "rise", "fall", "edge", "slip", "jump", "climb", "drop"})
WINDOW = 60  # tokens of a sentence that are looked at


def with_verbs(tagger: Tagger, inflector: Inflector, lead: Lead) -> Tagger:
    """The tagger, its sentences without a finite verb read again; `lead` is how sure it was of a tag."""

    def retagged(words: Sequence[str]) -> list[str]:
        if words and not any(map(str.islower, words)) and max(map(len, words)) > 2:
            shouted = any(map(str.isupper, words)) and not any(map(str.istitle, (w for w in words if len(w) > 1)))
            words = [word.lower() for word in words] if shouted or _plain_words_titled(words) else words
        tags = list(tagger(words))
        if not NEVER_VERBS.isdisjoint(words):
            tags = [
                ("NNS" if word[-1] == "s" else "NN") if word in NEVER_VERBS else tag
                for word, tag in zip(words, tags, strict=True)
            ]
        if "MD" in tags:
            tags = [_modal_tag(word, inflector) if tag == "MD" else tag for word, tag in zip(words, tags, strict=True)]
        for i in range(1, len(words) - 1):
            if tags[i] == tags[i + 1] == "VBZ" and words[i].istitle() and words[i - 1].istitle():
                tags[i] = "NNPS"  # "Texas Instruments produces"
            elif tags[i] == "VBZ" and words[i] in TRADED and words[i + 1] in TRADING:
                tags[i : i + 2] = ["NNS", "VBP"]  # "Tokyo stocks close up"
        first = 0
        ends = [i + 1 for i, word in enumerate(words) if word in ENDS and not (i and words[i - 1].lower() in SHORT)]
        for end in [*ends, len(words)]:
            if end > first + 1:
                _read(words[first : min(end, first + WINDOW)], tags, first, inflector)
                if end <= first + WINDOW and FINITE.isdisjoint(tags[first:end]):
                    verb = nearest_verb(words, tags, range(first, end), inflector, lead)
                    if verb:
                        tags[verb[0]] = verb[1]
            first = end
        return tags

    return retagged


def _plain_words_titled(words: Sequence[str]) -> bool:
    """Whether words that are no names have capitals too, a pronoun or an article among them: "It Was So Cool"."""
    return all_titled(words) and not SMALL_WORDS.isdisjoint(words)


def _modal_tag(word: str, inflector: Inflector) -> str:
    """The tag of what was taken for a modal: "it cut taxes", "they won"."""
    return "VBD" if inflector.lemma(word.lower(), "VBD") and word.lower() not in MODALS else "MD"


def _read(words: Sequence[str], tags: list[str], first: int, inflector: Inflector) -> None:
    """The sentence of these words, whose first tag is tags[first], with its verb where it has none."""
    if words[0].lower() in ("which", "whose") and tags[first + 1 : first + 3] == ["VBZ", "VB"] and _is_noun(words[1]):
        tags[first + 1 : first + 3] = ["NNS", "VBP"]
    if words[0].lower() in ("which", "what", "whose") and tags[first + 1] == "VBZ" and words[1].istitle():
        tags[first + 1] = "NNPS"  # "Which Panthers back scored"
    if words[0].lower() in SEEMING and len(words) > 2 and tags[first] == "NNS" and tags[first + 1] in LINKS | {"JJ"}:
        tags[first] = "VBZ"
    here = tags[first : first + len(words)]
    if FINITE.isdisjoint(here):
        end = len(words)
    else:
        end = next(i for i, tag in enumerate(here) if tag in FINITE)
        end = end - 1 if here[end - 1] == "CC" else 0  # "last week closed two plants and cut jobs"
    if verb := next(filter(None, (_certain_verb(words, here, i, inflector) for i in range(1, end))), None):
        tags[first + verb[0]] = verb[1]
    elif words[-1] == "?" and "VB" not in here and (at := _verb_after_do(words, here, inflector)):
        tags[first + at] = "VB"


def _is_noun(word: str) -> bool:
    """Whether what a base follows is the noun that "which" asks for: "Which letters go after the name"."""
    return word.islower() and word not in LEADS_TO_BASE | {"is", "has"}


def _certain_verb(words: Sequence[str], tags: Sequence[str], i: int, inflector: Inflector) -> tuple[int, str] | None:
    """(i, the tag) where the word at i can only be the verb of the sentence."""
    word, tag = words[i], tags[i]
    if not word.islower() or tag in NO_NOUN:
        return None
    before = i - 1
    while before > 0 and tags[before] in ADVERB:
        before -= 1
    aside = words[before] == "," and "," in words[:before] and (tag != "NN" or words[i + 1 : i + 2] == ["."])
    if tags[before] not in SUBJECT and not aside:
        return None
    if inflector.lemma(word, "VBD") and _is_past(words, tags, i, before):
        return i, "VBD"
    if inflector.lemma(word, "VBZ") and _is_third(words, tags, i, before):
        return i, "VBZ"
    if tag == "VB" and inflector.lemma(word, "VBD") == word and tags[before] in SINGULAR:
        return i, "VBD"  # "the fire then spread"
    return (i, "VBP") if inflector.lemma(word, "VB") and _is_plural(words, tags, i, before) else None


def _is_past(words: Sequence[str], tags: Sequence[str], i: int, before: int) -> bool:
    """ "Who designed the tower", "The council met in Rome", "The band reclaimed its place"."""
    after, following = tags[i + 1 : i + 2], words[i + 1 : i + 2]
    if (
        not after
        or following[0] == "by"
        or (following[0] == "of" and words[i] != "consisted")
        or not HELPS.isdisjoint(words[:i])
    ):
        return False
    if after[0] in OBJECT or (words[before] == "," and after[0] in LINKS | NOUNS | {".", "JJ"}):
        return True
    if words[i] in UNAIDED and (after[0] in LINKS or after[0] == "."):
        return True
    if tags[i] in ("VBN", "JJ") and after[0] in NOUNS | {"JJ"}:
        many = tags[before] in PLURAL or words[before] == "police"
        return (many or _is_wh_question(words)) and (tags[i] == "VBN" or words[i].endswith("ed"))
    if following[0] == "by" or (tags[i] == "VBN" and _is_wh_question(words)):
        return True
    named = tags[before] in ("NNP", "NNPS", "PRP", "WP") and before == i - 1
    if tags[i] == "VBN":
        return named and after[0] in LINKS | {"NNP", "NNS"}
    return tags[i] in SINGULAR and (after[0] in LINKS or following[0].lower() in TIMES)


def _is_wh_question(words: Sequence[str]) -> bool:
    """Whether the sentence asks which thing does something: a verb must follow its subject."""
    return words[-1] == "?" and words[0].lower() in ("what", "which", "whose", "who", "how")


def _is_third(words: Sequence[str], tags: Sequence[str], i: int, before: int) -> bool:
    """ "The sun rises in the east", "Smith delights a small group", "She also describes caves"."""
    counted = words[before - 1] == "of" and tags[before] in PLURAL  # "a wave of attacks kills"
    if tags[i] not in NOUNS or not (counted or tags[before] in SINGULAR | {"WP", "WDT"}):
        return False
    after = tags[i + 1] if i + 1 < len(tags) else ""
    if after in OBJECT - {"``"} or before < i - 1:
        return True
    if after in ("VBN", "VBD", "VBG"):
        return False
    described = after == "JJ" and tags[i + 2 : i + 3] in (["NN"], ["NNS"])
    described = described or tags[i + 1 : i + 3] == ["NN", "NNS"]
    if (after == "NNS" or described) and tags[i] == "NNS" and words[i] not in MODIFIERS:
        return True  # "causes many problems", "kills soldiers", "cuts interest rates"
    if after in ADVERB and i == 1 and len(words) < 7:
        return True  # "Service stinks here!"
    if _is_wh_question(words) or words[i + 1 : i + 3] == ["at", "least"]:
        return True
    opened = tags[0] in DETERMINERS or words[0].lower() in ("each", "every", "another")
    return opened and tags[i] in ("NNS", "NNPS", "NN") and INSIDE.issuperset(tags[1:i]) and after != "CC"


def _is_plural(words: Sequence[str], tags: Sequence[str], i: int, before: int) -> bool:
    """ "Children think a lot", "Talks on a treaty continue", "refugees flee the war"."""
    if not LEADS_TO_BASE.isdisjoint(word.lower() for word in words[max(0, i - 4) : i]):
        return False
    after = tags[i + 1] if i + 1 < len(tags) else ""
    if words[before] == ",":
        return tags[i] == "VB" and after in OBJECT and not PLURAL.isdisjoint(tags[:before])
    plural = tags[before] in PLURAL or words[before].lower() in ("people", "police", "they", "we", "you", "i")
    if tags[i] == "VB":
        return plural or "and" in words[:before] or not PLURAL.isdisjoint(tags[:before])
    if tags[i] not in NOUNS:
        return False
    if i == 3 and words[1] == "and" and {tags[0], tags[2]} <= SINGULAR and after in LINKS:
        return True  # "Speed and clarity increase in tandem"
    if before < i - 1 and (plural or "and" in words[:before]):
        return True  # "Readers often correlate them"
    if tags[0] in PLURAL and tags[before] == "CD" and after in LINKS:
        return True  # "Chapters 8 to 10 focus on"
    return (after in OBJECT and (plural or tags[0] in PLURAL)) or (plural and tags[i] == "NNP" and after in LINKS)


def _verb_after_do(words: Sequence[str], tags: Sequence[str], inflector: Inflector) -> int:
    """Where the verb stands that "does" helps in "What does a barometer measure?", 0 where no place is safe."""
    helper = next((i for i, word in enumerate(words) if word in DO), len(words))
    for i in range(helper + 2, len(words) - 1):
        word, before = words[i], words[i - 1]
        if tags[i] in NO_NOUN - {"VBP", "VBD", "VBZ"} or not word.islower() or not inflector.lemma(word, "VB"):
            continue
        ends = i + 2 == len(words) or (tags[i + 1] in ("IN", "RP", "TO") and i + 3 == len(words))
        named = before[0].isupper() or (before.isdigit() and words[i - 2][0].isupper())
        if tags[i - 1] in SUBJECT and (ends or named or tags[i - 1] in ("PRP", "NNPS")):
            return i
    return 0
