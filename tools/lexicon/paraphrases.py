"""Makes paraphrases.txt.xz: `python -m tools.lexicon.paraphrases ppdb_synonyms.txt`.

The list is the pairs of single words of PPDB that counter-fitting (Mrkšić et al. 2016) published, two words a line. One
line of ours is a word, a tab and its paraphrases that come later in the alphabet: every pair once.
"""

import sys
from collections import defaultdict
from pathlib import Path

from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines

FILE = LEXICON / "paraphrases.txt.xz"


def paraphrases(lines: list[str]) -> dict[str, list[str]]:
    """By the first word of each pair, the others, sorted; a word is no paraphrase of itself."""
    by_word: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        words = sorted(set(line.split()))
        if len(words) == 2 and all(word.isascii() and word.isalpha() and word.islower() for word in words):
            by_word[words[0]].add(words[1])
    return {word: sorted(by_word[word]) for word in sorted(by_word)}


def main(source: str) -> None:
    table = paraphrases(Path(source).read_text(encoding="utf-8").splitlines())
    write_lines(FILE, [f"{word}\t{' '.join(others)}" for word, others in table.items()])


if __name__ == "__main__":
    main(*sys.argv[1:])
