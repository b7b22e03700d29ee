"""Makes abbreviations.txt.xz:
`python -m tools.lexicon.abbreviations word_abbrev_dict.json phrase_abbrev_dict.json`.

The two tables of NL-Augmenter's abbreviation transformation (MIT), which Zhang et al. 2022 used, one "words, tab,
abbreviation" a line, in lower case. Of a phrase's several abbreviations the shortest is kept. Left out are rows

- that are no abbreviation: not shorter, or with too few of the words' own letters ("girl" to "shawty");
- that a table of the web garbled ("[email protected]") or starred out, and words with marks that no text has;
- that insult, are about sex or drugs, or name groups of people (`unabbreviated.txt`, whose words are matched anywhere).
"""

import json
import re
import sys
from pathlib import Path

from data.lexicon import LEXICON
from data.lexicon.abbreviation_rules import WORDS
from tools.lexicon.packed import write_lines
from tools.lexicon.synonyms import word_list

FILE = LEXICON / "abbreviations.txt.xz"
ENOUGH = 0.6  # of an abbreviation's letters are the words' own, in their order
_SHORT = re.compile(r"[a-z0-9]+(?:['&/.+-]?[a-z0-9]+)*")


def abbreviations(rows: list[tuple[str, str]], unwanted: frozenset[str]) -> dict[str, str]:
    """Words, in lower case, to their shortest abbreviation."""
    shortest: dict[str, str] = {}
    for long, short in sorted((_tidy(long), _tidy(short)) for long, short in rows):
        if _is_short_form(long, short) and not unwanted & {*re.findall(r"[a-z]+", long), short}:
            shortest[long] = min(shortest.get(long, short), short, key=lambda form: (len(form), form))
    return shortest


def _tidy(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".?! ")


def _is_short_form(long: str, short: str) -> bool:
    if not (WORDS.fullmatch(long) and _SHORT.fullmatch(short) and len(short) < len(long)):
        return False
    letters = "".join(filter(str.isalpha, short))
    return bool(letters) and _common_length(letters, long) >= ENOUGH * len(letters)


def _common_length(one: str, other: str) -> int:
    """The length of the longest sequence of letters that both have in this order."""
    best = [0] * (len(other) + 1)
    for letter in one:
        before = best
        best = [0]
        for i, there in enumerate(other):
            best.append(before[i] + 1 if letter == there else max(best[i], before[i + 1]))
    return best[-1]


def main(words: str, phrases: str) -> None:
    rows = [row for file in (words, phrases) for row in json.loads(Path(file).read_text(encoding="utf-8")).items()]
    table = abbreviations(rows, word_list("unabbreviated.txt"))
    write_lines(FILE, [f"{long}\t{short}" for long, short in table.items()])


if __name__ == "__main__":
    main(*sys.argv[1:])
