"""All that WordNet has for a word, whatever the sense: what the papers' programs draw from."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

PARTS = "nvasr"  # noun, verb, adjective that heads a cluster, its satellites, adverb
ENDINGS = {  # what a form may lose and take, by part of speech, as WordNet's morphy has it
    "n": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh")),
        *(("men", "man"), ("ies", "y")),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
Synset = Sequence[str]


class AnySense:
    """WordNet's synsets by the words they hold, uninflected, with morphy's way from a form to its words.

    Lemmas are as WordNet writes them: "Paris", "ice_cream", of one word or several.
    """

    def __init__(self, synsets: Mapping[str, Sequence[str]], exceptions: Mapping[str, Mapping[str, Synset]]) -> None:
        """`synsets` by the letters of `PARTS`, each its lemmas in a line, with spaces between; `exceptions` are
        irregular forms with their bases, by part of speech."""
        self._exceptions = exceptions
        self._holding = {part: _Lines(synsets.get(part, ())) for part in PARTS}

    def of(self, form: str, parts: str = PARTS) -> tuple[str, ...]:
        """Every lemma of every sense that the form has as one of these parts of speech, itself among them, once each.

        "cars" finds what "car" finds, as NLTK's `synsets("cars")` does. () for a word that WordNet lacks. "a" and "s"
        are the two kinds of adjective: "as" is what NLTK calls "a", "a" alone leaves the satellites out.
        """
        return tuple(dict.fromkeys(lemma for synset in self.senses(form, parts) for lemma in synset))

    def senses(self, form: str, parts: str = PARTS) -> Iterator[Synset]:
        """The lemmas of each of those senses, so that a lemma comes as often as it has senses in common."""
        for part in parts:
            for word in self._bases(form.lower(), part):
                for line in self._holding[part].of(word):
                    yield line.split(" ")

    def _bases(self, form: str, part: str) -> list[str]:
        """The words that a lower-case form may be of; an adjective's are looked for in both kinds."""
        kind = "a" if part == "s" else part
        shortened = [form[: -len(old)] + new for old, new in ENDINGS[kind] if form.endswith(old)]
        return self._listed_words([form, *self._exceptions.get(kind, {}).get(form, shortened)], kind)

    def _listed_words(self, words: Sequence[str], kind: str) -> list[str]:
        tables = [self._holding[part] for part in ("as" if kind == "a" else kind)]
        return [word for word in dict.fromkeys(words) if any(word in table for table in tables)]


class _Lines:
    """Lines by the words in them: the words' hashes in order, and where the line of each begins. A dictionary of all
    words takes seven times the memory."""

    def __init__(self, lines: Sequence[str]) -> None:
        hashes, starts, at = array("q"), array("i"), 0
        for line in lines:
            for word in line.lower().split(" "):
                hashes.append(hash(word))
                starts.append(at)
            at += len(line) + 1
        order = np.argsort(hashes, kind="stable")
        self._text = "".join(f"{line}\n" for line in lines)
        self._hashes = array("q", np.array(hashes)[order].tobytes())
        self._starts = array("i", np.array(starts)[order].tobytes())

    def __contains__(self, word: str) -> bool:
        """Whether a line seems to hold the word: another one can have its hash."""
        at = bisect_left(self._hashes, hash(word))
        return at < len(self._hashes) and self._hashes[at] == hash(word)

    def of(self, word: str) -> Iterator[str]:
        """The lines that hold the word in any case, in order."""
        hashed = hash(word)
        at = bisect_left(self._hashes, hashed)
        while at < len(self._hashes) and self._hashes[at] == hashed:
            start = self._starts[at]
            line = self._text[start : self._text.index("\n", start)]
            if word in line.lower().split(" "):
                yield line
            at += 1
