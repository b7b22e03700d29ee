"""Makes misspellings.txt.xz: `python -m tools.lexicon.misspellings wikipedia.dat`.

The list is Wikipedia's "Lists of common misspellings" as lines of "misspelling->word" (the file wikipedia.dat of
kyoto/vim-autocorrect, which adds nothing of its own to it). One line of ours is a word in lower case, a tab and its
misspellings, parted by spaces. Left out are rows that join or part words ("alot"), since a word would not stay a word,
and rows with anything but letters, inner hyphens and apostrophes.
"""

import re
import sys
from pathlib import Path

from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines

FILE = LEXICON / "misspellings.txt.xz"
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")


def misspellings(lines: list[str]) -> dict[str, list[str]]:
    """The misspellings of each word, both in lower case, sorted."""
    by_word: dict[str, set[str]] = {}
    for line in lines:
        wrong, _, right = line.lower().partition("->")
        if _WORD.fullmatch(wrong) and _WORD.fullmatch(right) and wrong != right:
            by_word.setdefault(right, set()).add(wrong)
    return {word: sorted(by_word[word]) for word in sorted(by_word)}


def main(source: str) -> None:
    table = misspellings(Path(source).read_text(encoding="utf-8").splitlines())
    write_lines(FILE, [f"{word}\t{' '.join(wrong)}" for word, wrong in table.items()])


if __name__ == "__main__":
    main(*sys.argv[1:])
