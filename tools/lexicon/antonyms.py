"""Write antonyms.txt.xz: `python -m tools.lexicon.antonyms WORDNET_FOLDER LISTS_FOLDER`.

Opposites are near each other in every embedding space; this file keeps them apart. They come from WordNet 3.0 (with
the adjectives similar to each) and from the lists *antonyms.txt that counter-fitting (Mrksic et al. 2016) published.
"""

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from data.lexicon import LEXICON
from tools.lexicon.packed import write_lines
from tools.lexicon.synonyms import plain
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "antonyms.txt.xz"


def antonyms(wordnet: Any, lists: Path) -> frozenset[tuple[str, str]]:
    """Each pair both ways."""
    pairs: set[tuple[str, str]] = set()
    for path in sorted(lists.glob("*antonyms.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if len(words := line.split()) == 2:
                pairs.add((words[0], words[1]))
    for synset in wordnet.all_synsets():
        for lemma in synset.lemmas():
            for opposite in lemma.antonyms():
                other = opposite.synset()
                near = [lemma, *(like for s in synset.similar_tos() for like in s.lemmas())]
                far = [opposite, *(like for s in other.similar_tos() for like in s.lemmas())]
                pairs.update((lemma.name(), like.name()) for like in far)
                pairs.update((like.name(), opposite.name()) for like in near)
    return frozenset(pairs | {(b, a) for a, b in pairs})


def build(folder: Path, lists: Path) -> None:
    """Write the file beside this script: a word, a tab and its opposites on each line, every pair once."""
    opposites: dict[str, list[str]] = defaultdict(list)
    for word, other in sorted(antonyms(opened(folder), lists)):
        if word < other and plain(word) and plain(other):
            opposites[word].append(other)
    write_lines(TARGET, [f"{word}\t{' '.join(others)}" for word, others in opposites.items()])


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
