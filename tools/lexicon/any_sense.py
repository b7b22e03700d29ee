"""Write any_sense.txt.xz: `python -m tools.lexicon.any_sense [WORDNET_FOLDER]`.

All synsets of WordNet 3.0, one a line, and the irregular forms with their bases; blank lines part the parts of speech,
in the order of `core.lexicon.any_sense.PARTS`, and then the irregular nouns, verbs, adjectives and adverbs.
"""

import sys
from pathlib import Path
from typing import Any

from core.lexicon.any_sense import ENDINGS, PARTS
from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "any_sense.txt.xz"


def blocks(wordnet: Any) -> list[str]:
    """The file's blocks: lemmas between spaces, as WordNet writes them; a form, then its bases."""
    synsets = {part: [s.lemma_names() for s in wordnet.all_synsets(part) if s.pos() == part] for part in PARTS}
    irregular = {part: [[form, *bases] for form, bases in wordnet._exception_map[part].items()] for part in ENDINGS}
    return ["\n".join(map(" ".join, lines)) for lines in (*synsets.values(), *irregular.values())]


def build(folder: Path | None = None) -> None:
    """Write the file beside the others of its folder."""
    write_lines(TARGET, "\n\n".join(blocks(opened(folder))).split("\n"))


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
