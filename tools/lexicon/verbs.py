"""Makes verbs.txt.xz: `python -m tools.lexicon.verbs [WORDNET_FOLDER]`.

Every one-word verb of WordNet 3.0 with the third person singular, past tense, past participle and gerund that
lemminflect's dictionary gives, one verb a line, the most used first (by WordNet's own counts), so that a form shared by
two verbs is read as the commoner one. "be" is left out: it has more forms than a line holds.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from core.english.inflection import Verb
from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines
from tools.lexicon.wordnet import opened

FILE = LEXICON / "verbs.txt.xz"
MENDED = {  # forms that lemminflect's dictionary has wrong, or that few people write
    "mimiced": "mimicked",
    "mimicing": "mimicking",
    "talced": "talcked",
    "betrode": "bestrode",
    "gelled": "jelled",
    "empanelled": "impaneled",
    "waked": "woken",
    "bade": "bid",
    "weaved": "wove",
    "interweaved": "interwove",
    "lighted": "lit",
    "quitted": "quit",
    "zinced": "zincked",
}


def verbs(folder: Path | None = None) -> list[Verb]:
    """The verbs of a WordNet folder, or of the WordNet found here, that have every form, the most used first."""
    reader = opened(folder)
    counts: dict[str, int] = {}
    for name in reader.all_lemma_names(pos="v"):
        if name.isalpha() and name.isascii() and name.islower() and name != "be":
            counts[name] = sum(lemma.count() for lemma in reader.lemmas(name, pos="v"))
    return list(_inflect_verbs(sorted(counts, key=lambda name: (-counts[name], name))))


def _inflect_verbs(names: list[str]) -> Iterator[Verb]:
    from lemminflect import getInflection

    for name in names:
        inflections = [getInflection(name, tag, inflect_oov=False) for tag in ("VBZ", "VBD", "VBN", "VBG")]
        if all(inflections):
            forms = (forms[0].replace("-", "").replace(" ", "") for forms in inflections)  # "over shot", "re-done"
            verb = Verb(name, *(MENDED.get(form, form) for form in forms))
            if all(map(str.isalpha, verb)):
                yield verb


def main(folder: Path | None = None) -> None:
    write_lines(FILE, list(map("\t".join, verbs(folder))))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
