"""Write broad.txt.xz: `python -m tools.lexicon.broad LISTS_FOLDER [WORDNET_FOLDER]`.

For every inflected form of a common word the file holds the same form of what may stand in its place, for people to
judge: what a reader chose (chosen/read_synonyms.txt), the words of its usual senses in WordNet 3.0 and its paraphrases,
pairs of PPDB in LISTS_FOLDER (from counter-fitting, Mrksic et al. 2016) of the same kind in WordNet. They stand in
groups, the likeliest first: by how near the two are in real sentences (chosen/in_context.txt.xz) and how much of the
word's use has the sense that they share; last are several words for one ("musket ball"). A noun without any gets the
words for its kind ("animal" of "invertebrate"). Words of one stem
("focusing") are unlikely. Opposites, words much rarer or mostly of another part of speech, and several words for a
common one ("adult male") are out where another is left.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from data.lexicon import LEXICON
from tools.lexicon.antonyms import antonyms
from tools.lexicon.packed import write_lines
from tools.lexicon.read_pairs import Chosen, Paraphrases, Read, in_context, paraphrases, read_pairs
from tools.lexicon.synonyms import (
    UNWANTED,
    Near,
    american,
    inflected,
    mostly_names,
    own_senses,
    share,
    word_list,
)
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "broad.txt.xz"
GRAMMAR = word_list("grammar.txt")
USUAL = 0.08  # of a word's use at least has a sense that counts
LIKELY = (1.1, 0.95, 0.8, 0.65, -1.0)  # nearness and half of the share of use, at least, for each group of one word
READ = 0.8  # what counts at least where a reader chose it for other contexts
MOST = 2  # for a word
ENDING = re.compile(
    "(e|y|e?s|t?ing|ed|er|or|ly|al|ic(al)?|ish|ive|ous|ory|ary|able|age|ism|ness|ity|ment|(iz?at|[ai]t)?ion|ance|ence|"
    "ate|nt|ier|ies|ling)?"
)  # of words of one stem
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
    shares: dict[str, float] = defaultdict(float)
    for synset, _ in own_senses(wordnet, lemma, pos):
        of_use = share(wordnet, synset, lemma, pos)
        near = synset.similar_tos() if pos == "a" and of_use >= 3 * USUAL else []
        for name in {name for like in (synset, *near) for name in like.lemma_names()} - {lemma}:
            if of_use >= USUAL and offers(wordnet, name, pos):
                shares[name] += of_use * (1 if name in synset.lemma_names() else 0.5) * known(wordnet, name, pos)
    if pos == "n" and not shares:
        above = [kind for synset, _ in own_senses(wordnet, lemma, pos)[:1] for kind in synset.hypernyms()]
        shares.update({name: 0.0 for kind in above for name in kind.lemma_names() if offers(wordnet, name, pos)})
    return shares


def known(wordnet: Any, name: str, pos: str) -> float:
    """How much less a word counts that WordNet never met, or of several words."""
    return (1.0 if uses(wordnet, name, pos) else 0.4) * (0.7 if "_" in name else 1.0)


def kinds(wordnet: Any, lemma: str, pos: str) -> frozenset[str]:
    """The lexicographer files of its usual senses."""
    usual = [s for s, _ in own_senses(wordnet, lemma, pos) if share(wordnet, s, lemma, pos) >= 2 * USUAL]
    return frozenset(synset.lexname() for synset in usual)


def fits(wordnet: Any, lemma: str, pos: str, name: str) -> bool:
    """Whether a word is not much rarer than the one it replaces, and of several words only for a rare one: what stands
    for "man" as "adult male" explains it."""
    mine, other = uses(wordnet, lemma, pos), uses(wordnet, name, pos)
    return (other + 1) * RARER > mine and (bool(other) or mine < 5) and ("_" not in name or mine < 2)


def offered(wordnet: Any, lemma: str, pos: str, also: Paraphrases) -> dict[str, float]:
    """What may stand in for the lemma in some context, with the share of the word's use that has that sense."""
    shares = senses(wordnet, lemma, pos)
    mine = kinds(wordnet, lemma, pos)
    for name in also.get(lemma, ()):
        if offers(wordnet, name, pos) and wordnet.lemmas(name, pos) and mine & kinds(wordnet, name, pos):
            shares[name] = max(shares.get(name, 0), PARAPHRASE) + PARAPHRASE
    return shares


def of_one_stem(lemma: str, name: str) -> bool:
    """Whether two words differ in their endings alone: "focus" and "focusing", "protest" and "protestation"."""
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(lemma, name, strict=False))))
    return shared >= 3 and all(ENDING.fullmatch(word[shared:]) for word in (lemma, name))


def ranked(
    wordnet: Any, lemma: str, pos: str, also: Paraphrases, near: Near, opposite: Set[tuple[str, str]], read: Chosen
) -> list[list[str]]:
    """What may stand in for the lemma, by groups, the best first."""
    shares = offered(wordnet, lemma, pos, also)
    same = american(lemma)
    fair = [n for n in shares if american(n) != same and (lemma, n) not in opposite]
    fair = [name for name in fair if fits(wordnet, lemma, pos, name)] or fair
    score = {name: near.get((lemma, pos, name), NOT_MET) + shares[name] / 2 - of_one_stem(lemma, name) for name in fair}
    score |= {name: max(READ, score.get(name, 0)) for name in read.all}
    best = sorted(score, key=lambda name: (-score[name], name))
    single = [name for name in best if "_" not in name][:MOST]
    group = {name: next(i for i, least in enumerate(LIKELY) if score[name] >= least) for name in single}
    several = [] if single else best[:MOST]
    return [*([name for name in single if group[name] == i] for i in range(len(LIKELY))), several]


def lines(wordnet: Any, also: Paraphrases, read: Read, opposite: Set[tuple[str, str]]) -> Iterator[str]:
    """Every form of a common word that another may stand in for, its tag, and the groups."""
    names, near = mostly_names(wordnet), in_context()
    table: dict[tuple[str, str], list[dict[str, None]]] = defaultdict(lambda: [{} for _ in range(len(LIKELY) + 1)])
    for pos in "nvar":
        for lemma in sorted(filter(wanted, set(wordnet.all_lemma_names(pos)) - names)):
            if pos == "n" or uses(wordnet, lemma, pos) or (pos, lemma) in read:
                groups = ranked(wordnet, lemma, pos, also, near, opposite, read.get((pos, lemma), Chosen()))
                for i, group in enumerate(groups):
                    for form, tag, others, _ in inflected(lemma, pos, Chosen(group)):
                        table[form, tag][i].update(dict.fromkeys(others))
    for (form, tag), columns in sorted(table.items()):
        yield f"{form}\t{tag}\t{'|'.join(map(' '.join, columns))}"


def build(lists: Path, folder: Path | None = None) -> None:
    """Write the file beside the others of its folder."""
    wordnet = opened(folder)
    write_lines(TARGET, list(lines(wordnet, paraphrases(lists), read_pairs(), antonyms(wordnet, lists))))


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
