"""Write synonyms.txt.xz: `python -m tools.lexicon.synonyms`.

For every inflected form of a word in chosen/read_synonyms.txt the file holds the forms that may stand in its place:
of one part of speech, number, tense and degree; those that nearly always may, then those that mostly may.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines
from tools.lexicon.read_pairs import Chosen, Takes, read_pairs, taken

TARGET = LEXICON / "synonyms.txt.xz"
FORMS = {"n": ("NN", "NNS"), "v": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
AMERICAN = (
    ("our(?=s?$|ed$|ing$|e?rs?$|able$|hood)", "or"), ("is(?=(e[ds]?|ing|ations?|ers?)$)", "iz"), ("yse$", "yze"),
    ("tre$", "ter"), ("bre$", "ber"), ("ogue$", "og"), ("ence$", "ense"), ("ll(?=(ed|ing|er)$)", "l"), ("[ao]e", "e"),
    ("ould", "old"), ("^(in|en)(?=[dtjs])", "en"), ("ph", "f"), ("^sc(?=ep)", "sk"), ("^grey", "gray"),
    ("aught", "aft"), ("practise", "practice"), ("pp(?=(ed|ing|er)$)", "p"), ("instal$", "install"),
    ("enrol$", "enroll"),
)  # fmt: skip
MISFORMED = re.compile("[^r]eer$|eest$|[^t]nesses$|fulls$")  # "trueer", "madnesses", though somebody lists them


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
    return [(s, entry.count()) for s in senses for entry in s.lemmas() if entry.name() == lemma]


@cache
def forms(lemma: str, pos: str) -> dict[str, str]:
    """Tag -> the word's form, those that exist; US spelling first, as lemminflect has them."""
    from lemminflect import getInflection

    if "_" in lemma:  # "ball game" is inflected as "game" is
        start, _, last = lemma.rpartition("_")
        return {tag: f"{start}_{form}" for tag, form in forms(last, pos).items()}
    made = {tag: getInflection(lemma, tag, inflect_oov=False) for tag in FORMS[pos]}
    well = {tag: spellings[0] for tag, spellings in made.items() if spellings and not MISFORMED.search(spellings[0])}
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


def entries() -> Iterator[StandIn]:
    """Every form that another may stand in for."""
    takes = taken()
    for (pos, lemma), others in read_pairs().items():
        yield from inflected(lemma, pos, others, takes)


def inflected(lemma: str, pos: str, others: Chosen, takes: Takes = MappingProxyType({})) -> Iterator[StandIn]:
    """Each form of the lemma with the same form of each of the others that has it, and what it takes beside it."""
    own = forms(lemma, pos) if others.all else {}
    if pos == "v" and own.get("VB") == own.get("VBD"):  # "cut", "beat": no tagger is sure of the tense
        return
    for tag, form in own.items():
        sure, rest = (
            [
                made[tag] + takes.get((pos, form, made[tag]), takes.get((pos, lemma, other), ""))
                for other in words
                if tag in (made := forms(other, pos)) and fits(made[tag], form, tag, others)
            ]
            for words in others
        )
        if (sure or rest) and (form == lemma or form not in LEFT_ALONE):  # "better", of an adjective or of an adverb
            yield StandIn(form, tag, sure, rest)


def fits(made: str, form: str, tag: str, others: Chosen) -> bool:
    """Whether a form is another one, and no singular that lemminflect takes for the plural of a noun without one."""
    return made != form and not (tag == "NNS" and made in others.all)


def write(target: Path, stand_ins: Iterable[StandIn]) -> None:
    """Write the stand-ins, one form a line, its sure others, a bar and the rest."""
    table: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = defaultdict(lambda: ({}, {}))
    for form, tag, sure, rest in stand_ins:
        kept = table[form, tag]
        kept[0].update(dict.fromkeys(sure))
        kept[1].update((other, None) for other in rest if other not in kept[0])
    rows = sorted(table.items())
    write_lines(target, [f"{form}\t{tag}\t{' '.join(sure)}|{' '.join(rest)}" for (form, tag), (sure, rest) in rows])


if __name__ == "__main__":
    write(TARGET, entries())
