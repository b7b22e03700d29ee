"""Write synonyms.txt.xz from WordNet 3.0: `python -m data.lexicon.building.synonyms LISTS_FOLDER [WORDNET_FOLDER]`.

Without a folder WordNet is looked for (`data.lexicon.building.wordnet`); NLTK reads it. For every inflected form of a
word the file holds the forms that may stand in its place: same part of speech, number, tense and degree; those that
nearly always may, then those that mostly may. They share a sense of WordNet. For common words a person chose
(chosen/read_synonyms.txt). A rarer word gets those that are also a paraphrase, a pair of PPDB in LISTS_FOLDER (from
counter-fitting, Mrksic et al. 2016), and near in real sentences (chosen/in_context.txt.xz), or, where none were met,
that share a main sense.
"""

import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from data.lexicon import LEXICON
from data.lexicon.building.read_pairs import CHOSEN, Chosen, Paraphrases, Read, in_context, paraphrases, read_pairs
from data.lexicon.building.wordnet import opened

TARGET = LEXICON / "synonyms.txt.xz"
FORMS = {"n": ("NN", "NNS"), "v": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
NEAR = 0.62  # in sentences, the cosine of a word and what stands in its place
SURELY_NEAR = 0.75
SHARED = 0.2  # the chance that a word and its synonym are both used in the sense they share; of those never met
SURELY_SHARED = 0.15  # of those met
OFFERED = 3  # at most so many synonyms of a word that nobody read
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


Near = Mapping[tuple[str, str, str], float]


class StandIn(NamedTuple):
    """A form with its tag, the forms that nearly always may replace it, and those that mostly may."""

    form: str
    tag: str
    sure: Sequence[str]
    rest: Sequence[str]


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


def synonyms(wordnet: Any, lemma: str, pos: str) -> dict[str, float]:
    """The words of its senses that may be offered, with the chance that both words, each met somewhere, are used in the
    sense they share. A verb must also take every sentence frame that the word takes ("Somebody ----s something").
    """
    offered: dict[str, float] = defaultdict(float)
    for synset, _ in own_senses(wordnet, lemma, pos):
        mine = next(found for found in synset.lemmas() if found.name() == lemma)
        for other in synset.lemmas():
            name = other.name()
            if american(name) == american(lemma) or not offers(wordnet, name, pos) or other.count() < FEWEST_USES:
                continue
            if pos == "n" and name.endswith("ing") and not lemma.endswith("ing"):  # "measuring" for "measure"
                continue
            if pos == "r" and lemma.endswith("ly") and not name.endswith("ly"):  # "promptly" is not "quick" everywhere
                continue
            if set(mine.frame_ids()) <= set(other.frame_ids()):
                offered[name] += share(wordnet, synset, lemma, pos) * share(wordnet, synset, name, pos)
    return offered


def ranked(lemma: str, pos: str, shared: Mapping[str, float], also: Paraphrases, near: Near) -> Chosen:
    """Of the words of a rare word's senses the nearest paraphrases."""
    own = forms(lemma, pos)
    sure: dict[str, float] = {}
    others: dict[str, float] = {}
    for name, chance in shared.items():
        made = forms(name, pos)
        if not any(made.get(tag) in also.get(form, ()) for tag, form in own.items()):
            continue
        met = near.get((lemma, pos, name))
        if met is None:
            met = NEAR if chance >= SHARED else 0.0
        if met >= SURELY_NEAR and chance >= SURELY_SHARED:
            sure[name] = met
        elif met >= NEAR:
            others[name] = met
    best = sorted((sure | others).items(), key=lambda item: (-item[1], item[0]))[:OFFERED]
    return Chosen([name for name, _ in best if name in sure], [name for name, _ in best if name in others])


def chosen(wordnet: Any, lemma: str, pos: str, read: Read, also: Paraphrases, near: Near) -> Chosen:
    """What a reader chose for the word among the words of its senses; for a word that nobody read, the best by rank."""
    found = read.get((pos, lemma))
    if found is None:
        if not plain(lemma) or not any(form in also for form in forms(lemma, pos).values()):
            return Chosen()
        return ranked(lemma, pos, synonyms(wordnet, lemma, pos), also, near)
    there = {name for synset, _ in own_senses(wordnet, lemma, pos) for name in synset.lemma_names()}
    return Chosen(*([name for name in names if name in there] for names in found))


@cache
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


def entries(wordnet: Any, also: Paraphrases) -> Iterator[StandIn]:
    """Every form that another may stand in for."""
    names, read, near = mostly_names(wordnet), read_pairs("read_synonyms.txt"), in_context()
    for pos in "nvar":
        for lemma in sorted(set(wordnet.all_lemma_names(pos)) - names):
            yield from inflected(lemma, pos, chosen(wordnet, lemma, pos, read, also, near))


def inflected(lemma: str, pos: str, others: Chosen) -> Iterator[StandIn]:
    """Each form of the lemma with the same form of each of the others that has it."""
    own = forms(lemma, pos) if others.all else {}
    if pos == "v" and own.get("VB") == own.get("VBD"):  # "cut", "beat": no tagger is sure of the tense
        return
    for tag, form in own.items():
        sure, rest = (
            [made[tag] for other in words if tag in (made := forms(other, pos)) and fits(made[tag], form, tag, others)]
            for words in others
        )
        if (sure or rest) and (form == lemma or form not in LEFT_ALONE):  # "better", of an adjective or of an adverb
            yield StandIn(form, tag, sure, rest)


def fits(made: str, form: str, tag: str, others: Chosen) -> bool:
    """Whether a form is another one, and no singular that lemminflect takes for the plural of a noun without one."""
    return made != form and not (tag == "NNS" and made in others.all)


def fixed() -> list[str]:
    """Expressions of two or three words, from the list beside the script, one a line."""
    lines = (CHOSEN / "fixed.txt").read_text(encoding="ascii").splitlines()
    return [line for line in lines if not line.startswith("#")]


def collocations(wordnet: Any, words: set[str]) -> list[str]:
    """Pairs of words that WordNet knows as one ("ice cream"), when a synonym of one would break them up."""
    pairs = (name.split("_") for pos in "nvar" for name in wordnet.all_lemma_names(pos) if name.count("_") == 1)
    return sorted({f"{a} {b}" for a, b in pairs if a in words or b in words})


def build(lists: Path, folder: Path | None = None) -> None:
    """Write the file beside the others of its folder."""
    wordnet = opened(folder)
    write(TARGET, entries(wordnet, paraphrases(lists)), wordnet)


def write(target: Path, found: Iterable[StandIn], wordnet: Any) -> None:
    """Write what was found, one form a line, its sure others, a bar and the rest; after a blank line the collocations
    and fixed expressions."""
    table: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = defaultdict(lambda: ({}, {}))
    for form, tag, sure, rest in found:
        kept = table[form, tag]
        kept[0].update(dict.fromkeys(sure))
        kept[1].update((other, None) for other in rest if other not in kept[0])
    pairs = sorted({*collocations(wordnet, {form for form, _ in table}), *fixed()})
    lines = [f"{form}\t{tag}\t{' '.join(sure)}|{' '.join(rest)}" for (form, tag), (sure, rest) in sorted(table.items())]
    text = "\n".join(lines) + "\n\n" + "\n".join(pairs)
    target.write_bytes(lzma.compress(text.encode("ascii"), preset=9))
    print(f"{target.name}: {len(lines)} forms, {len(pairs)} pairs, {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
