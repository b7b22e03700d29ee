"""Makes opinions.txt.xz: `python -m tools.lexicon.opinions opinion_lexicon.zip`.

The list is the Opinion Lexicon (Hu & Liu 2004) as NLTK has it: two files of words, `;` before a comment. One line of
ours is "positive" or "negative", a tab and its words, parted by spaces. A word that both files have is left out.
"""

import sys
import zipfile

from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines

FILE = LEXICON / "opinions.txt.xz"
POLES = ("positive", "negative")


def opinions(positive: list[str], negative: list[str]) -> dict[str, list[str]]:
    """The words of each pole that the other one has not, sorted."""
    lists = [{line.strip() for line in lines if line.strip() and line[0] != ";"} for lines in (positive, negative)]
    return {pole: sorted(words - (lists[0] & lists[1])) for pole, words in zip(POLES, lists, strict=True)}


def main(source: str) -> None:
    with zipfile.ZipFile(source) as held:
        texts = [held.read(f"opinion_lexicon/{pole}-words.txt").decode("latin-1").splitlines() for pole in POLES]
    write_lines(FILE, [f"{pole}\t{' '.join(filter(str.isascii, words))}" for pole, words in opinions(*texts).items()])


if __name__ == "__main__":
    main(*sys.argv[1:])
