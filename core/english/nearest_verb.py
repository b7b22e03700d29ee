"""The verb of a sentence that was tagged without one: where the tagger came nearest to a finite verb.

Of sentences with a full stop hardly any but captions and headings have no verb. So the word whose tag won by the least
over that of a finite verb is taken for one, if it won by little and stands where a verb can stand.
"""

from collections.abc import Callable, Iterator, Sequence

from core.english.clauses import ADVERB, PLURAL, SINGULAR, STOPS
from core.english.inflection import Inflector

Lead = Callable[[Sequence[str], Sequence[str], int, str], int]
"""By how much the tag at a place scored above another (thousandths), given all words and tags."""

LITTLE = 25_000  # thousandths
SHORTEST = 4  # tokens of a sentence, its full stop with them
PAST_SUBJECT = SINGULAR | PLURAL | {"PRP"}
CLOSE = 10_000  # thousandths, for a verb whose subject is several by what stands farther before it
MISTAKEN = frozenset({"VBN", "VB", "NN", "NNS", "JJ", "RB"})  # what a finite verb is taken for
ORDERS = frozenset({"VB", "VBN", "UH"})  # a sentence that begins so has its verb there, or none
OPENS = frozenset({"IN", "DT"})  # a sentence that begins so is no order, whatever bases follow
HELPS = frozenset({"be", "been", "being", "have", "having", "get", "gets", "getting", "got"})
TAKES_BASE = frozenset({"to", "let", "make", "makes", "making", "help", "helps", "see", "watch", "hear", "please"})
NEVER_VERBS = frozenset({"skies", "gels", "trees", "towers", "roses", "bitch", "bitches"})  # the dictionary errs
DESCRIBES = frozenset({"of", "based"})  # after "made" and the like, these show a participle


def nearest_verb(
    words: Sequence[str], tags: Sequence[str], sentence: range, inflector: Inflector, lead: Lead
) -> tuple[int, str] | None:
    """The place and tag of the verb that the sentence, a range of the words, most likely has; None where none is."""
    opens, short = words[sentence[0]].lower(), len(sentence) < SHORTEST or words[sentence[-1]] not in STOPS
    if short or tags[sentence[0]] in ORDERS or opens in ("please", "no"):
        return None
    verbs = [(lead(words, tags, at, tag), at, tag) for at, tag in _verb_candidates(words, tags, sentence, inflector)]
    far = _distant_verb_positions(words, tags, sentence, inflector)
    verbs += [(doubt, at, "VBP") for at in far if (doubt := lead(words, tags, at, "VBP")) < CLOSE]
    doubt, at, tag = min(verbs, default=(LITTLE, 0, ""))
    return (at, tag) if doubt < LITTLE else None


def _verb_candidates(
    words: Sequence[str], tags: Sequence[str], sentence: range, inflector: Inflector
) -> Iterator[tuple[int, str]]:
    """Where a finite verb may stand, by the form of the word and its neighbours, with its tag."""
    first = sentence[0]
    inside = tags[first] == "VBG"  # "Excluding cars, sales rose": up to its comma
    for at in sentence[:-1]:
        inside = inside and words[at] != ","
        if at > first and not inside and tags[at] in MISTAKEN and words[at].islower() and words[at] not in NEVER_VERBS:
            before = _past_adverbs(tags, at - 1, first)
            aside = words[before] == "," and "," in words[first:before]
            numbered = tags[before] == "CD" and words[before].isupper()  # "Edward VIII"
            past = tags[before] in PAST_SUBJECT or aside or numbered
            if past and inflector.lemma(words[at], "VBD") and not _is_postmodifier(words, tags, at):
                yield at, "VBD"
            if tags[before] in SINGULAR and inflector.lemma(words[at], "VBZ") and tags[at + 1] not in ("VBN", "NN"):
                yield at, "VBZ"
            if (
                _is_plural_subject(words, tags, before, first)
                and inflector.lemma(words[at], "VB") == words[at]
                and not _hangs_on_base(words[first:at])
            ):
                yield at, "VBP"
        if words[at].lower() in HELPS or (tags[at] == "VB" and tags[first] not in OPENS):
            return  # what follows hangs on this one


def _distant_verb_positions(
    words: Sequence[str], tags: Sequence[str], sentence: range, inflector: Inflector
) -> Iterator[int]:
    """Where a plural verb may stand behind a subject whose last noun is one: "Differences over Nato loom"."""
    first = sentence[0]
    for at in sentence[2:-1]:
        before = _past_adverbs(tags, at - 1, first)
        several = not PLURAL.isdisjoint(tags[first:before])
        stands = tags[at] in MISTAKEN and tags[before] in SINGULAR | PLURAL and words[at].islower()
        if stands and several and inflector.lemma(words[at], "VB") == words[at] and not _hangs_on_base(words[first:at]):
            yield at


def _past_adverbs(tags: Sequence[str], at: int, first: int) -> int:
    while at > first and tags[at] in ADVERB:
        at -= 1
    return at


def _is_plural_subject(words: Sequence[str], tags: Sequence[str], at: int, first: int) -> bool:
    """Whether the word at this place may be a subject of several: "people", "The Gurkhas", "30" at the beginning."""
    if tags[at] == "NNP":
        return words[at].endswith("s") and words[first].lower() == "the"
    return tags[at] in PLURAL or words[at] == "people" or (at == first and tags[at] == "CD")


def _hangs_on_base(before: Sequence[str]) -> bool:
    """Whether one of the last words takes a base form after its object: "let the children play"."""
    return not TAKES_BASE.isdisjoint(map(str.lower, before[-4:]))


def _is_postmodifier(words: Sequence[str], tags: Sequence[str], at: int) -> bool:
    """Whether the form in -ed at this place is a participle by what follows: "a book written by", "made of"."""
    follower = words[at + 1]
    return follower in DESCRIBES or (follower == "by" and tags[at + 2] != "CD")
