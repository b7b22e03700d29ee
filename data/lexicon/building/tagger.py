"""Train the tagger's weights and write them small:
`python -m data.lexicon.building.tagger TRAIN.conllu[.gz] DEV.conllu`.

The files are those of UD English EWT (CC BY-SA 4.0), whose column XPOS holds Penn Treebank tags. Training is NLTK's
own. Each sentence is used twice, as it stands and in lower case, because many data sets have no capitals; in the
second copy hyphenated words are one token, as our tokens have them.
"""

import gzip
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from data.lexicon import LEXICON

TARGET = LEXICON / "tagger.npz"
ROUNDS = 5
WEAKEST = 0.1  # features whose largest weight is below this decide next to nothing
Tagged = list[tuple[str, str]]


def sentences(path: Path) -> Iterator[list[tuple[str, str, bool]]]:
    """(word, Penn tag, whether the next word touches it) for each sentence of a CoNLL-U file."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        sentence: list[tuple[str, str, bool]] = []
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if len(columns) == 10 and columns[0].isdigit():
                sentence.append((columns[1], columns[4], "SpaceAfter=No" in columns[9]))
            elif sentence and len(columns) < 10:
                yield sentence
                sentence = []
        if sentence:
            yield sentence


def hyphens_joined(sentence: list[tuple[str, str, bool]]) -> Tagged:
    """The sentence with "well", "-", "known" as the one word "well-known", an adjective or what its last part is."""
    joined: Tagged = []
    touches = False
    for word, tag, touching in sentence:
        if joined and touches and (tag == "HYPH" or (joined[-1][0].endswith("-") and joined[-1][0] != "-")):
            adjective = tag in {"VBN", "VBG", "JJ"}
            joined[-1] = (joined[-1][0] + word, "JJ" if adjective else tag)
        else:
            joined.append((word, tag))
        touches = touching
    return [(word, tag if tag != "HYPH" or word == "-" else "JJ") for word, tag in joined]


def training_set(paths: list[Path]) -> list[Tagged]:
    """Every sentence as it stands and in lower case, shuffled with a fixed seed."""
    copies: list[Tagged] = []
    for path in paths:
        for sentence in sentences(path):
            copies.append([(word, tag) for word, tag, _ in sentence])
            copies.append([(word.lower(), tag) for word, tag in hyphens_joined(sentence)])
    random.Random(0).shuffle(copies)
    return copies


def train(paths: list[Path]) -> None:
    """Train on these files and write tagger.npz beside this script."""
    from nltk.tag.perceptron import PerceptronTagger

    random.seed(0)  # NLTK shuffles between its rounds with the global generator; this is a script, not a library
    tagger = PerceptronTagger(load=False)
    tagger.train(training_set(paths), nr_iter=ROUNDS)
    write(tagger.model.weights, sorted(tagger.classes, reverse=True), tagger.tagdict)


def write(weights: dict[str, dict[str, float]], tags: list[str], known: dict[str, str]) -> None:
    """The weights in thousandths, feature by feature, without the weakest, in one compressed file."""
    strong = {f: row for f, row in sorted(weights.items()) if row and max(map(abs, row.values())) >= WEAKEST}
    rows = [[(tags.index(tag), round(weight * 1000)) for tag, weight in row.items()] for row in strong.values()]
    cells = np.array([cell for row in rows for cell in row], np.int32)
    np.savez_compressed(
        TARGET,
        tags=np.array(tags),
        features=np.frombuffer("\n".join(strong).encode(), np.uint8),
        lengths=np.array([len(row) for row in rows], np.uint8),
        columns=cells[:, 0].astype(np.uint8),
        values=cells[:, 1].clip(-32767, 32767).astype(np.int16),
        known=np.frombuffer("\n".join(f"{w}\t{t}" for w, t in sorted(known.items())).encode(), np.uint8),
    )
    print(f"{TARGET.name}: {len(strong)} features, {len(cells)} weights, {TARGET.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    train([Path(argument) for argument in sys.argv[1:]])
