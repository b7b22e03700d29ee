"""Verbs that a tagger took for nouns, found where a sentence would have no verb without them.

"Rises" and "measure" are nouns far more often than verbs, and a tagger that has seen neither as a verb says so even in
"The sun rises." Two places are safe enough to say otherwise; everything else is left as it was tagged.
"""

from collections.abc import Sequence

from core.english.inflection import Inflector
from core.text.analysed import Tagger

DETERMINERS = frozenset(
    ["the", "a", "an", "this", "that", "every", "each", "my", "his", "her", "our", "their", "your", "its"]
)
INSIDE = frozenset({"NN", "NNP", "JJ", "JJR", "JJS", "CD", "NNS", "NNPS"})
PLURAL = ("NNS", "NNPS", "NN")
SUBJECT = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP"})
DO = frozenset({"do", "does", "did", "Do", "Does", "Did"})


def with_verbs(tagger: Tagger, inflector: Inflector) -> Tagger:
    """The tagger, its sentences without a verb read again."""

    def tags(words: Sequence[str]) -> list[str]:
        found = list(tagger(words))
        if not any(tag[0] == "V" or tag == "MD" for tag in found):
            _declared(words, found, inflector)
        elif words[-1] == "?" and not DO.isdisjoint(words):
            _asked(words, found, inflector)
        return found

    return tags


def _declared(words: Sequence[str], tags: list[str], inflector: Inflector) -> None:
    """ "The sun rises in the east.": after a determiner and its singular noun stands the verb."""
    if not words or words[0].lower() not in DETERMINERS:
        return
    for i in range(2, len(words)):
        if tags[i - 1] not in INSIDE:
            return
        if tags[i] in PLURAL and tags[i - 1] in ("NN", "NNP") and inflector.lemma(words[i], "VBZ"):
            tags[i] = "VBZ"
            return


def _asked(words: Sequence[str], tags: list[str], inflector: Inflector) -> None:
    """ "What does a barometer measure?": the noun before the question mark is what "does" helps."""
    if "VB" in tags:
        return
    end = len(words) - 1
    i = end - 2 if tags[end - 1] in ("IN", "RP", "TO") else end - 1
    if i > 1 and tags[i] in ("NN", "NNP", "VBP") and tags[i - 1] in SUBJECT and inflector.lemma(words[i], "VB"):
        helper = next((k for k in range(i - 1, -1, -1) if words[k] in DO), i)
        if helper < i - 1 and not any(tag[0] == "V" or tag == "MD" for tag in tags[helper + 1 : i]):
            tags[i] = "VB"
