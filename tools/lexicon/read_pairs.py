"""What speaks for a pair of words: a reader's word for it, a paraphrase, nearness in real sentences."""

import lzma
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from data.lexicon import LEXICON

CHOSEN = LEXICON / "chosen"
PARTS = frozenset("avrn")
Paraphrases = Mapping[str, Set[str]]
"""Words, in any form, to what paraphrases them."""


class Chosen(NamedTuple):
    """Words that may stand in for another, the best first: those that nearly always may, then those that mostly may."""

    sure: Sequence[str] = ()
    others: Sequence[str] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.sure, *self.others)


Takes = Mapping[tuple[str, str, str], str]
"""(part of speech, word, other) -> what must stand beside the word, as `core.lexicon.synonyms.WordContext` says it."""
CONDITION = re.compile("[<>@].*")
Read = Mapping[tuple[str, str], Chosen]
"""(part of speech, word) -> what a reader chose for it, which may be nothing."""


def read_pairs() -> Read:
    """The choices in read_synonyms.txt; its head says how it is written."""
    choices: dict[tuple[str, str], Chosen] = {}
    for part, first, rest in _rows():
        if first == "-":
            choices.update(((part, word), Chosen()) for word in rest)
        else:
            sure = [CONDITION.sub("", word.removesuffix("+")) for word in rest if word.endswith("+")]
            choices[part, first] = Chosen(sure, [CONDITION.sub("", word) for word in rest if not word.endswith("+")])
    return choices


def taken() -> Takes:
    """What must stand beside the words in read_synonyms.txt, of those pairs for which it says so."""
    conditions: dict[tuple[str, str, str], str] = {}
    for part, first, rest in _rows():
        for word in rest if first != "-" else ():
            other, condition = CONDITION.sub("", word), CONDITION.search(word.removesuffix("+"))
            if condition:
                conditions[part, first, other] = condition[0]
    return conditions


def _rows() -> Iterator[tuple[str, str, list[str]]]:
    """(part of speech, first word, the others) of each line that is not empty, a comment or a part of speech alone."""
    part = ""
    for line in (CHOSEN / "read_synonyms.txt").read_text(encoding="ascii").splitlines():
        first, *rest = line.split() or ["#"]
        if line in PARTS:
            part = line
        elif not first.startswith("#"):
            yield part, first, rest


def paraphrases(lists: Path) -> Paraphrases:
    """The pairs of PPDB that counter-fitting published (Mrksic et al. 2016), each both ways."""
    by_word: dict[str, set[str]] = defaultdict(set)
    for line in (lists / "ppdb_synonyms.txt").read_text(encoding="utf-8").splitlines():
        if len(pair := line.split()) == 2:
            by_word[pair[0]].add(pair[1])
            by_word[pair[1]].add(pair[0])
    return by_word


def in_context() -> Mapping[tuple[str, str, str], float]:
    """(word, part of speech, other) -> how near they are where the word stands, as in_context.txt.xz has it."""
    text = lzma.decompress((CHOSEN / "in_context.txt.xz").read_bytes()).decode("ascii")
    rows = (line.split("\t") for line in text.split("\n"))
    return {(word, part, other): int(near) / 100 for word, part, other, near in rows}
