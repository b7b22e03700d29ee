"""How nouns are used in tagged corpora: counted ("a film", "films") or not ("some advice")."""

import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.lexicon.tagger import Tagged, sentences

DETERMINERS = {"DT", "PRP$", "POS", "CD", "PDT", "WDT", "WP$"}
COUNTED = {
    "person",
    "animal",
    "artifact",
    "act",
    "communication",
    "event",
    "body",
    "plant",
    "group",
    "time",
    "location",
}
OFTEN = 0.2  # a use as rare as this is none to rely on


class Uses(NamedTuple):
    """How often a noun was counted, how often it stood bare in the singular, and how often it was met at all."""

    counted: float = 0
    bare: float = 0
    all: float = 0

    def plus(self, counted: bool, bare: bool) -> "Uses":
        return Uses(self.counted + counted, self.bare + bare, self.all + 1)


def noun_uses(ewt: Path, masc: Path) -> Mapping[str, Uses]:
    """The uses of each singular in UD English EWT (a CoNLL-U file) and MASC (the zip file of NLTK)."""
    uses: dict[str, Uses] = defaultdict(Uses)
    for sentence in [*([(word, tag) for word, tag, _ in s] for s in sentences(ewt)), *masc_sentences(masc)]:
        for i, (word, tag) in enumerate(sentence):
            if tag == "NNS":
                uses[_singular(word.lower())] = uses[_singular(word.lower())].plus(True, False)
            elif tag == "NN" and not (i + 1 < len(sentence) and sentence[i + 1][1].startswith("NN")):
                start = i - 1
                while start >= 0 and sentence[start][1] in ("JJ", "JJR", "JJS", "RB", "NN"):
                    start -= 1
                before, kind = sentence[start] if start >= 0 else ("", "")
                counted = before.lower() in ("a", "an", "another", "each", "every", "one")
                uses[word.lower()] = uses[word.lower()].plus(counted, kind not in DETERMINERS)
    return uses


def fits(mine: Uses, other: Uses, kind: str) -> bool:
    """Whether the other noun can be counted if mine is, and stand bare if mine does.

    A noun that the corpora hardly hold counts by its kind, a lexicographer file of WordNet: acts and persons are
    counted, substances and feelings are not.
    """
    guess = Uses(0.5, 0, 0.5) if kind in COUNTED else Uses(0.2, 0.3, 0.5)
    mine, other = (Uses(*(a + b for a, b in zip(found, guess, strict=True))) for found in (mine, other))
    counted = other.counted >= OFTEN * other.all or mine.counted < OFTEN * mine.all
    return counted and (other.bare >= OFTEN * other.all or mine.bare < OFTEN * mine.all)


def masc_sentences(path: Path) -> Iterator[Tagged]:
    """The tagged sentences of MASC, from the zip file of NLTK."""
    with zipfile.ZipFile(path) as corpus:
        for name in corpus.namelist():
            if name.endswith(".txt") and name.count("/") == 2:
                for line in corpus.read(name).decode("utf-8", "replace").splitlines():
                    found = [token.rpartition("_") for token in line.split()]
                    yield [(word, tag) for word, _, tag in found if word]


@cache
def _singular(plural: str) -> str:
    from lemminflect import getLemma

    found = getLemma(plural, "NOUN", lemmatize_oov=False)
    return found[0] if found else plural
