"""Write synonyms.txt.xz from WordNet 3.0: `python -m data.lexicon.building.synonyms [WORDNET_FOLDER]`.

Without a folder WordNet is looked for (`data.lexicon.building.wordnet`); NLTK reads it. For every inflected form of
every word the file holds the forms that may stand in its place: same part of speech, number, tense and degree. Only
words that share a main sense are offered, and only such as people use, judged by WordNet's own counts.
"""

import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from data.lexicon import LEXICON
from data.lexicon.building.wordnet import opened

TARGET = LEXICON / "synonyms.txt.xz"
FORMS = {"n": ("NN", "NNS"), "v": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
NEAR = 0.08  # the least chance that a word and its synonym are both used in the sense they share
AS_NEAR = 0.4  # synonyms must be at least this share as near as the nearest one
OFFERED = 4  # at most so many synonyms of a word
AMERICAN = (
    ("our(?=s?$|ed$|ing$|e?rs?$|able$|hood)", "or"), ("is(?=(e[ds]?|ing|ations?|ers?)$)", "iz"), ("yse$", "yze"),
    ("tre$", "ter"), ("bre$", "ber"), ("ogue$", "og"), ("ence$", "ense"), ("ll(?=(ed|ing|er)$)", "l"), ("[ao]e", "e"),
    ("ould", "old"), ("^(in|en)(?=[dtjs])", "en"), ("ph", "f"), ("^sc(?=ep)", "sk"), ("^grey", "gray"),
    ("aught", "aft"), ("practise", "practice"), ("pp(?=(ed|ing|er)$)", "p"), ("instal$", "install"),
    ("enrol$", "enroll"),
)  # fmt: skip
MISFORMED = re.compile("[^r]eer$|eest$|[^t]nesses$|fulls$")  # "trueer", "madnesses", though somebody lists them
PLURAL = re.compile("[^sui]s$")  # "surroundings", "grounds": singular for WordNet alone
FEWEST_USES = 1  # in the corpora that WordNet counted; rarer words are seldom what a person would write


def word_list(name: str) -> frozenset[str]:
    """The words of a list beside this script; lines that begin with # are comments."""
    lines = (LEXICON / name).read_text(encoding="ascii").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


LEFT_ALONE = word_list("left_alone.txt")
UNWANTED = word_list("unwanted.txt")


def plain(name: str) -> bool:
    """Whether a lemma is one lower-case word of letters that means something."""
    return name.isascii() and name.isalpha() and name.islower() and len(name) > 2 and name not in LEFT_ALONE


def american(name: str) -> str:
    """The American spelling of a word, as far as a few rules see: "honour" as "honor", "theatre" as "theater"."""
    for ending, instead in AMERICAN:
        name = re.sub(ending, instead, name)
    return name


@cache
def offers(wordnet: Any, name: str, pos: str) -> bool:
    """Whether a lemma may be offered: a word like others, wanted, and the American spelling where there are two."""
    if not plain(name) or name in UNWANTED or (pos == "n" and PLURAL.search(name)):
        return False
    return american(name) == name or not wordnet.lemmas(american(name), pos)


def share(wordnet: Any, synset: Any, lemma: str, pos: str) -> float:
    """How much of a word's use this sense has, by WordNet's counts: 0.9 for a word that nearly always means it.

    Where nothing was counted, the first sense has two thirds and the others share the rest.
    """
    own = own_senses(wordnet, lemma, pos)
    weights = [count + (2 if i == 0 else 1 / len(own)) for i, (_, count) in enumerate(own)]
    return sum(w for w, (s, _) in zip(weights, own, strict=True) if s == synset) / sum(weights)


@cache
def own_senses(wordnet: Any, lemma: str, pos: str) -> list[tuple[Any, int]]:
    """The synsets that hold this very spelling, the first sense first, and how often it was used so."""
    senses = wordnet.synsets(lemma, pos)
    return [(s, found.count()) for s in senses for found in s.lemmas() if found.name() == lemma]


def synonyms(wordnet: Any, lemma: str, pos: str) -> list[str]:
    """At most four words that mostly mean what this one mostly means, the nearest first.

    Nearness is the chance that both words, each met somewhere, are used in the sense they share. A verb must also
    take every sentence frame that the word takes ("Somebody ----s something").
    """
    offered: dict[str, float] = {}
    for synset, _ in own_senses(wordnet, lemma, pos):
        mine = next(found for found in synset.lemmas() if found.name() == lemma)
        for other in synset.lemmas():
            name = other.name()
            if american(name) == american(lemma) or not offers(wordnet, name, pos) or other.count() < FEWEST_USES:
                continue
            near = share(wordnet, synset, lemma, pos) * share(wordnet, synset, name, pos)
            if pos == "n" and name.endswith("ing") and not lemma.endswith("ing"):  # "measuring" for "measure"
                continue
            if pos == "r" and lemma.endswith("ly") and not name.endswith("ly"):  # "promptly" is not "quick" everywhere
                continue
            if set(mine.frame_ids()) <= set(other.frame_ids()):
                offered[name] = offered.get(name, 0.0) + near
    least = max(NEAR, AS_NEAR * max(offered.values(), default=0.0))
    near_enough = [name for name in offered if offered[name] >= least]
    return sorted(near_enough, key=lambda name: (-offered[name], name))[:OFFERED]


def forms(lemma: str, pos: str) -> dict[str, str]:
    """Tag -> the word's form, those that exist; US spelling first, as lemminflect has them."""
    from lemminflect import getInflection

    made = {tag: getInflection(lemma, tag, inflect_oov=False) for tag in FORMS[pos]}
    well = {tag: found[0] for tag, found in made.items() if found and not MISFORMED.search(found[0])}
    return well | {FORMS[pos][0]: lemma}


def mostly_names(wordnet: Any) -> set[str]:
    """Words that WordNet's corpora wrote with a capital more often than without ("china"): in a text without capitals
    they are names, and names are left alone."""
    uses: dict[str, int] = defaultdict(int)
    for synset in wordnet.all_synsets():
        for lemma in synset.lemmas():
            name = lemma.name()
            uses[name.lower()] += lemma.count() + 1 if name[0].isupper() else -lemma.count()
    return {name for name, more_often in uses.items() if more_often > 0}


def entries(wordnet: Any) -> Iterator[tuple[str, str, list[str]]]:
    """(form, tag, forms that may replace it)."""
    names = mostly_names(wordnet)
    for pos in "nvar":
        for lemma in sorted(filter(plain, set(wordnet.all_lemma_names(pos)))):
            if lemma not in names:
                yield from inflected(lemma, pos, synonyms(wordnet, lemma, pos))


def inflected(lemma: str, pos: str, others: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """(form, tag, the same form of each of the others that has it) for each form of the lemma."""
    own = forms(lemma, pos) if others else {}
    if pos == "v" and own.get("VB") == own.get("VBD"):  # "cut", "beat": no tagger is sure of the tense
        return
    for tag, form in own.items():
        if form in LEFT_ALONE:  # "better", of an adjective or of an adverb
            continue
        fitting = [made[tag] for other in others if tag in (made := forms(other, pos)) and made[tag] != form]
        if tag == "NNS":  # lemminflect's plural of a noun that has none
            fitting = [plural for plural in fitting if plural not in others]
        if fitting:
            yield form, tag, fitting


def collocations(wordnet: Any, words: set[str]) -> list[str]:
    """Pairs of words that WordNet knows as one ("ice cream"), when a synonym of one would break them up."""
    pairs = (name.split("_") for pos in "nvar" for name in wordnet.all_lemma_names(pos) if name.count("_") == 1)
    return sorted({f"{a} {b}" for a, b in pairs if a in words or b in words})


def build(folder: Path | None = None) -> None:
    """Write the file beside this script."""
    wordnet = opened(folder)
    write(TARGET, entries(wordnet), wordnet)


def write(target: Path, found: Iterable[tuple[str, str, list[str]]], wordnet: Any) -> None:
    """Write what was found, one form a line, and after a blank line the collocations that hold such a form."""
    table: dict[tuple[str, str], list[str]] = defaultdict(list)
    for form, tag, others in found:
        table[form, tag] += [other for other in others if other not in table[form, tag]]
    pairs = collocations(wordnet, {form for form, _ in table})
    lines = [f"{form}\t{tag}\t{' '.join(others)}" for (form, tag), others in sorted(table.items())]
    text = "\n".join(lines) + "\n\n" + "\n".join(pairs)
    target.write_bytes(lzma.compress(text.encode("ascii"), preset=9))
    print(f"{target.name}: {len(lines)} forms, {len(pairs)} pairs, {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
