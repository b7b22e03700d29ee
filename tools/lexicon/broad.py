"""Write broad.txt.xz: `python -m tools.lexicon.broad LISTS_FOLDER [WORDNET_FOLDER]`.

For every inflected form of a common word the file holds the same form of what may stand in its place, for people to
judge: what a reader chose (chosen/read_synonyms.txt), else the words of its usual senses in WordNet 3.0 and its
paraphrases, pairs of PPDB in LISTS_FOLDER (from counter-fitting, Mrksic et al. 2016) of the same kind in WordNet. The
likely ones share a main sense and are near in real sentences (chosen/in_context.txt.xz) or paraphrases too; of the rest
two. A noun without any gets the words for its kind ("animal" of "invertebrate"). Opposites, words much rarer or mostly
of another part of speech, and several words for a common one ("adult male") are out where another is left.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path
from typing import Any

from data.lexicon import LEXICON
from tools.lexicon.antonyms import antonyms
from tools.lexicon.read_pairs import Chosen, Paraphrases, Read, in_context, paraphrases, read_pairs
from tools.lexicon.synonyms import (
    UNWANTED,
    Near,
    StandIn,
    american,
    inflected,
    mostly_names,
    own_senses,
    share,
    word_list,
    write,
)
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "broad.txt.xz"
GRAMMAR = word_list("grammar.txt")
USUAL = 0.08  # of a word's use at least has a sense that counts
MAIN = 0.3  # of its use has a sense that it mostly means
LIKELY = 0.6  # how near the likely ones are where the word stands
RARER = 30  # times at most
PARAPHRASE = 0.3  # how near a pair of PPDB counts where no sentence holds the word
NOT_MET = 0.45  # how near a word counts of which no sentence holds both
PLURAL = re.compile("[^sui]s$")


def wanted(name: str) -> bool:
    """Whether a lemma is one lower-case word of letters, and no grammar."""
    return name.isascii() and name.isalpha() and name.islower() and len(name) > 2 and name not in GRAMMAR


@cache
def uses(wordnet: Any, name: str, pos: str) -> int:
    return sum(count for _, count in own_senses(wordnet, name, pos))


def offers(wordnet: Any, name: str, pos: str) -> bool:
    """Whether a lemma may be put in a word's place; of nouns and adverbs one of several words may."""
    first, *more = words = name.split("_")
    if more:
        return pos in "nr" and all(word.isalpha() and word.islower() for word in words) and len(words) < 4
    if sum(uses(wordnet, name, other) for other in "nvar") > 3 * uses(wordnet, name, pos) + 3:  # "calls" of "visits"
        return False
    if not wanted(first) or first in UNWANTED or (pos == "n" and PLURAL.search(first)):
        return False
    return american(first) == first or not wordnet.lemmas(american(first), pos)


def senses(wordnet: Any, lemma: str, pos: str) -> dict[str, float]:
    """The words of its usual senses, each with the share of the word's use that they have; of a noun without any,
    the words for its kind."""
    found: dict[str, float] = defaultdict(float)
    for synset, _ in own_senses(wordnet, lemma, pos):
        of_use = share(wordnet, synset, lemma, pos)
        near = synset.similar_tos() if pos == "a" and of_use >= 3 * USUAL else []
        for name in {name for like in (synset, *near) for name in like.lemma_names()} - {lemma}:
            if of_use >= USUAL and offers(wordnet, name, pos):
                found[name] += of_use * (1 if name in synset.lemma_names() else 0.5) * known(wordnet, name, pos)
    if pos == "n" and not found:
        above = [kind for synset, _ in own_senses(wordnet, lemma, pos)[:1] for kind in synset.hypernyms()]
        found.update({name: 0.0 for kind in above for name in kind.lemma_names() if offers(wordnet, name, pos)})
    return found


def known(wordnet: Any, name: str, pos: str) -> float:
    """How much less a word counts that WordNet never met, or of several words."""
    return (1.0 if uses(wordnet, name, pos) else 0.4) * (0.7 if "_" in name else 1.0)


def kinds(wordnet: Any, lemma: str, pos: str) -> frozenset[str]:
    """The lexicographer files of its usual senses."""
    found = [s for s, _ in own_senses(wordnet, lemma, pos) if share(wordnet, s, lemma, pos) >= 2 * USUAL]
    return frozenset(synset.lexname() for synset in found)


def fits(wordnet: Any, lemma: str, pos: str, name: str) -> bool:
    """Whether a word is not much rarer than the one it replaces, and of several words only for a rare one: what stands
    for "man" as "adult male" explains it."""
    mine, other = uses(wordnet, lemma, pos), uses(wordnet, name, pos)
    return (other + 1) * RARER > mine and (bool(other) or mine < 5) and ("_" not in name or mine < 2)


def ranked(wordnet: Any, lemma: str, pos: str, also: Paraphrases, near: Near, opposite: Set[tuple[str, str]]) -> Chosen:
    """What may stand in for the lemma, the best first: the likely ones, then the rest."""
    found = senses(wordnet, lemma, pos)
    mine = kinds(wordnet, lemma, pos)
    paraphrased = {name for name in also.get(lemma, ()) if offers(wordnet, name, pos) and wordnet.lemmas(name, pos)}
    for name in paraphrased:
        if mine & kinds(wordnet, name, pos):
            found[name] = max(found.get(name, 0), PARAPHRASE) + PARAPHRASE
    best = sorted(found, key=lambda name: (-near.get((lemma, pos, name), NOT_MET) - found[name] / 2, name))
    same = american(lemma)
    best = [name for name in best if american(name) != same and (lemma, name) not in opposite]
    best = [name for name in best if fits(wordnet, lemma, pos, name)] or best
    likely = [
        name
        for name in best
        if found[name] >= MAIN
        and (near.get((lemma, pos, name), 0) >= LIKELY or (name in paraphrased and found[name] > 0.7))
    ]
    return Chosen(likely[:2], [name for name in best if name not in likely][: max(0, 2 - len(likely))])


def entries(wordnet: Any, also: Paraphrases, read: Read, opposite: Set[tuple[str, str]]) -> Iterator[StandIn]:
    """Every form of a common word that another may stand in for."""
    names, near = mostly_names(wordnet), in_context()
    for pos in "nvar":
        for lemma in sorted(filter(wanted, set(wordnet.all_lemma_names(pos)) - names)):
            if pos == "n" or uses(wordnet, lemma, pos) or (pos, lemma) in read:
                first = read.get((pos, lemma), Chosen()).all
                likely, rest = ranked(wordnet, lemma, pos, also, near, opposite)
                yield from inflected(lemma, pos, Chosen(first or likely, () if first or likely else rest))


def build(lists: Path, folder: Path | None = None) -> None:
    """Write the file beside the others of its folder."""
    wordnet = opened(folder)
    found = entries(wordnet, paraphrases(lists), read_pairs("read_synonyms.txt"), antonyms(wordnet, lists))
    write(TARGET, found)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
