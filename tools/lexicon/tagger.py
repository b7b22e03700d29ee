"""Train the tagger's weights and write them small:
`python -m tools.lexicon.tagger TRAIN.conllu[.gz] DEV.conllu [MORE.conllu.gz]`.

The files are those of UD English EWT (CC BY-SA 4.0), whose column XPOS holds Penn Treebank tags, and as many more as
you like. Each sentence is used twice, as it stands and in lower case, because many data sets have no capitals; in the
second copy, and in a third of those that have some, hyphenated words are one token, as our tokens have them.
"""

import gzip
import random
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.text.tagging import (
    END,
    NEIGHBOURS,
    OFFSETS,
    START,
    kind_of,
    near_features,
    own_features,
    pair_features,
    tag_features,
)
from data.lexicon import LEXICON
from tools.lexicon.tags import allowed

TARGET = LEXICON / "tagger.npz"
ROUNDS = 6
OFTEN, SURE = 20, 0.995  # a word seen so often, and so often with one tag, always gets it
ROOM = 900_000  # features of tags that may turn up in training
WEAKEST = 2.5  # features whose largest weight is below this decide next to nothing
Tagged = list[tuple[str, str]]
Ids = NDArray[np.int64]


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


def masc_sentences(path: Path) -> Iterator[Tagged]:
    """The tagged sentences of MASC, from the zip file of NLTK."""
    with zipfile.ZipFile(path) as corpus:
        for name in corpus.namelist():
            if name.endswith(".txt") and name.count("/") == 2:
                for line in corpus.read(name).decode("utf-8", "replace").splitlines():
                    tokens = [token.rpartition("_") for token in line.split()]
                    yield [(word, tag) for word, _, tag in tokens if word]


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
    """Every sentence as it stands, with hyphenated words as one, and in lower case, shuffled with a fixed seed."""
    copies: list[Tagged] = []
    for path in paths:
        for sentence in sentences(path):
            plain, joined = [(word, tag) for word, tag, _ in sentence], hyphens_joined(sentence)
            copies.append(plain)
            copies += [joined] * (len(joined) < len(plain))
            copies.append([(word.lower(), tag) for word, tag in joined])
    random.Random(0).shuffle(copies)
    return copies


def sure_words(copies: Sequence[Tagged]) -> dict[str, str]:
    """The words that need no tagger."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in copies:
        for word, tag in sentence:
            seen[word][tag] += 1
    best = {word: (*counts.most_common(1)[0], counts.total()) for word, counts in seen.items()}
    return {word: tag for word, (tag, of_it, n) in best.items() if n >= OFTEN and of_it / n >= SURE}


class LearningPerceptron:
    """An averaged perceptron over the features of `core.text.tagging`, in numpy."""

    def __init__(self, copies: Sequence[Tagged], kinds: Mapping[str, str]) -> None:
        self.tags = sorted({tag for sentence in copies for _, tag in sentence})
        self.known = sure_words(copies)
        self.features: dict[str, int] = {}
        self._kinds = kinds
        self._static: dict[tuple[str, int], list[int]] = {}
        self._dynamic: dict[tuple[str, ...], list[int]] = {}
        number = {tag: i for i, tag in enumerate(self.tags)}
        self._known = {word: number[tag] for word, tag in self.known.items()}
        self._sentences = [self._prepare(sentence, number) for sentence in copies]
        self._weights = np.zeros((len(self.features) + ROOM, len(self.tags)), np.float32)
        self._sums = np.zeros_like(self._weights)
        self._step = 1

    def averaged(self, rounds: int) -> NDArray[np.float32]:
        """The weights after so many rounds, each the mean over all steps; one row for each feature."""
        rng = random.Random(0)
        for _ in range(rounds):
            rng.shuffle(self._sentences)
            for words, gold, ids in self._sentences:
                self._learn(words, gold, ids)
        n = len(self.features)
        return self._weights[:n] - self._sums[:n] / np.float32(self._step)

    def _learn(self, words: Sequence[str], gold: Sequence[int], ids: Sequence[Ids | None]) -> None:
        before, earlier = START
        for word, right, own in zip(words, gold, ids, strict=True):
            guess = self._known[word] if own is None else self._guess_and_update(own, before, earlier, word, right)
            before, earlier = self.tags[guess], before

    def _guess_and_update(self, own: Ids, before: str, earlier: str, word: str, right: int) -> int:
        """The guess for a word, after which the weights know better."""
        ids = np.concatenate((own, self._tag_ids(before, earlier), self._pair_ids(before, word)))
        guess = int(self._weights.take(ids, 0).sum(0).argmax())
        if guess != right:
            for tag, by in ((right, 1), (guess, -1)):
                self._weights[ids, tag] += by
                self._sums[ids, tag] += by * self._step
        self._step += 1
        return guess

    def _prepare(self, sentence: Tagged, number: Mapping[str, int]) -> tuple[list[str], list[int], list[Ids | None]]:
        words = [word for word, _ in sentence]
        around = [*START, *words, *END]
        ids: list[Ids | None] = []
        for i, word in enumerate(words):
            if word in self.known:
                ids.append(None)
                continue
            features = list(self._word_ids(word, 0))
            for place, offset in zip(NEIGHBOURS, OFFSETS, strict=True):
                features += self._word_ids(around[i + place], offset)
            ids.append(np.array(features, np.int64))
        return words, [number[tag] for _, tag in sentence], ids

    def _word_ids(self, word: str, offset: int) -> list[int]:
        ids = self._static.get((word, offset))
        if ids is None:
            kind = self._kind(word)
            features = near_features(word, offset, kind) if offset else own_features(word, kind)
            ids = self._static[word, offset] = self._numbers(features)
        return ids

    def _tag_ids(self, before: str, earlier: str) -> list[int]:
        key = ("", before, earlier)
        if key not in self._dynamic:
            self._dynamic[key] = self._numbers(tag_features(before, earlier))
        return self._dynamic[key]

    def _pair_ids(self, before: str, word: str) -> list[int]:
        key = (before, word)
        if key not in self._dynamic:
            self._dynamic[key] = self._numbers(pair_features(before, word, self._kind(word)))
        return self._dynamic[key]

    def _kind(self, word: str) -> str:
        return kind_of(word, lambda lower: self._kinds.get(lower, ""))

    def _numbers(self, features: Sequence[str]) -> list[int]:
        return [self.features.setdefault(feature, len(self.features)) for feature in features]


def train(paths: list[Path]) -> None:
    """Train on these files and write tagger.npz beside this script."""
    kinds = allowed()
    training = LearningPerceptron(training_set(paths), kinds)
    write(training.averaged(ROUNDS), training, kinds)


def write(weights: NDArray[np.float32], training: LearningPerceptron, kinds: Mapping[str, str]) -> None:
    """The weights in thousandths, feature by feature, without the weakest, in one compressed file."""
    names = [n for n, row in zip(training.features, np.abs(weights).max(1), strict=True) if row >= WEAKEST]
    names = sorted(name for name in names if "\n" not in name)
    whole = np.rint(weights[[training.features[name] for name in names]] * 1000).clip(-32767, 32767).astype(np.int16)
    rows, columns = whole.nonzero()
    listed, words = sorted(set(kinds.values())), sorted(kinds)
    np.savez_compressed(
        TARGET,
        tags=np.array(training.tags),
        features=_text(names),
        lengths=np.bincount(rows, minlength=len(names)).astype(np.uint8),
        columns=columns.astype(np.uint8),
        values=whole[rows, columns],
        known=_text([f"{word}\t{tag}" for word, tag in sorted(training.known.items())]),
        words=_text(words),
        kinds=_text(listed),
        kind=np.array([listed.index(kinds[word]) for word in words], np.uint8),
    )
    print(f"{TARGET.name}: {len(names)} features, {len(rows)} weights, {TARGET.stat().st_size / 1e6:.1f} MB")


def _text(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


if __name__ == "__main__":
    train([Path(argument) for argument in sys.argv[1:]])
