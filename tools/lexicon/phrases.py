"""Write phrases.txt.xz:
`python -m tools.lexicon.phrases WORDNET_FOLDER EWT.conllu MASC.zip MOVIE_REVIEWS.zip`.

Expressions of two to four words that no other word enters, one a line: those of WordNet 3.0 ("ice cream"), with their
inflected forms, those in chosen/fixed.txt, and pairs of words that keep company in EWT, MASC and the first half of
NLTK's movie reviews as none of the words does that replace one of them: else "principal colors" would be met too.
"""

import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

from core.lexicon.synonyms import Synonyms
from data.lexicon import LEXICON
from data.lexicon.resources import neighbours, synonyms
from tools.lexicon.packed import write_lines
from tools.lexicon.read_pairs import CHOSEN
from tools.lexicon.synonyms import forms
from tools.lexicon.tagger import masc_sentences, sentences
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "phrases.txt.xz"
LONGEST = 4  # words
HALF = "cv5"  # of the movie reviews those are read whose names come before
MET = 4  # times at least
EXPECTED = 4.0  # times that others would have been met beside the same word, had it no company of its own
LEAST = 0.12  # of what is expected; with fewer they do not enter
TOGETHER = 0.55  # the normalised pointwise mutual information of words that are hardly ever met apart
BESIDE_ANY = """
a an the this that these those my your his her its our their i you he she it we they me him us them who which is are was
were be been am s t m re ve ll d n't not and or but to of had has have do does did will would
"""
ANY = frozenset(BESIDE_ANY.split())  # what stands beside a word says nothing of it
OPEN = frozenset({"kind of", "kinds of", "sort of", "sorts of"})  # each other's synonyms
Pairs = Counter[tuple[str, str]]


def of_wordnet(wordnet: Any) -> Iterator[str]:
    """WordNet's expressions in small letters, nouns in the plural too, verbs in all their forms."""
    for pos in "nvar":
        for name in wordnet.all_lemma_names(pos):
            words = name.split("_")
            if 2 <= len(words) <= LONGEST and all(word.isalpha() and word.islower() for word in words):
                yield " ".join(words)
                if pos in "nv":
                    at = -1 if pos == "n" else 0
                    for form in forms(words[at], pos).values():
                        yield " ".join([*words[:-1], form] if pos == "n" else [form, *words[1:]])


def fixed() -> list[str]:
    """Expressions from the list of the project, one a line."""
    lines = (CHOSEN / "fixed.txt").read_text(encoding="ascii").splitlines()
    return [line for line in lines if not line.startswith("#")]


def read(ewt: Path, masc: Path, reviews: Path) -> Iterator[list[str]]:
    """The sentences of the corpora, in small letters."""
    for tagged in (*([(word, tag) for word, tag, _ in s] for s in sentences(ewt)), *masc_sentences(masc)):
        yield [word.lower() for word, _ in tagged]
    with zipfile.ZipFile(reviews) as packed:
        for name in packed.namelist():
            if name.endswith(".txt") and name.rpartition("/")[2] < HALF:
                for line in packed.read(name).decode("latin-1").splitlines():
                    yield line.lower().split()


def met_together(corpus: Iterable[list[str]], tables: Iterable[Synonyms]) -> Iterator[str]:
    """The pairs of words with a company of their own."""
    counts: Counter[str] = Counter()
    pair_counts: Pairs = Counter()
    for words in corpus:
        counts.update(words)
        pair_counts.update(pairwise(words))
    of = replaced_by(tables)
    total = counts.total()
    for (first, second), n in pair_counts.items():
        if n < MET or not (first.isalpha() and second.isalpha() and first.isascii() and second.isascii()):
            continue
        if first in ANY or second in ANY:
            continue
        seldom = log(n * total / counts[first] / counts[second]) / -log(n / total)
        for word in (first, second):
            others = of.get(word)
            if not others:
                continue
            swapped = [(other, second) if word == first else (first, other) for other in others]
            expected = n * sum(counts[other] for other in others) / counts[word]
            there = sum(pair_counts[pair] for pair in swapped)
            if seldom >= TOGETHER or (expected >= EXPECTED and there <= LEAST * expected):
                yield f"{first} {second}"


def replaced_by(tables: Iterable[Synonyms]) -> Mapping[str, set[str]]:
    replacements: dict[str, set[str]] = {}
    for table in tables:
        for forms_ in table.forms.values():
            for form, others in forms_.items():
                replacements.setdefault(form, set()).update(others)
    return replacements


def build(folder: Path, ewt: Path, masc: Path, reviews: Path) -> None:
    """Write the file beside the others of its folder."""
    counted = set(met_together(read(ewt, masc, reviews), (synonyms(), neighbours())))
    write_lines(TARGET, sorted({*of_wordnet(opened(folder)), *fixed(), *counted} - OPEN))
    print(f"{len(counted):,} of them counted")


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
