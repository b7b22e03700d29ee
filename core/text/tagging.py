"""Part-of-speech tags by an averaged perceptron (Collins 2002), whose features are summed once per word type.

To the features of NLTK's tagger (Honnibal 2013) come the shape of a word, longer endings, and which tags a dictionary
allows it. All scores that do not depend on earlier tags come from one gather per sentence, and only the features of
tags are left to the loop.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.text.numbered import StringTable

START = ("-START-", "-START2-")
END = ("-END-", "-END2-")
NEIGHBOURS = (1, 0, 3, 4)  # where the words one before, two before, one after and two after stand with both STARTs
OFFSETS = (-1, -2, 1, 2)
REACH = 2  # the farthest of them
PLACES = 1 + len(OFFSETS)  # where a word may stand: here, or there
TYPES = 20_000  # word types whose scores are kept, about 1 KB each; then the memory is emptied
STRETCH = 10_000  # words of a text that are scored at a time

Rows = NDArray[np.int32]
"""One row for each key, one column for each tag."""
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class TaggerWeights:
    """What training leaves: row n of `values` holds the weights of the feature numbered n, one for each sorted tag; the
    last row is that of all other features, zeros.

    `known` are words that nearly always had one tag. `kinds` says which tags a dictionary allows a lower-case word, a
    letter for each.
    """

    tags: tuple[str, ...]
    features: StringTable
    values: NDArray[np.int16]
    known: Mapping[str, str]
    kinds: "Kinds"

    def rows(self, lists: Sequence[Sequence[str]]) -> Rows:
        """The summed weights of each list of features, one int32 for each tag (thousandths); none may be empty."""
        values = self.values.take(self.features.of([feature for features in lists for feature in features]), 0)
        starts = [0, *accumulate(map(len, lists))][:-1]
        total: Rows = np.add.reduceat(values, starts, 0, dtype=np.int32)
        return total

    def kind(self, word: str) -> str:
        """The tags that a dictionary allows the word."""
        return kind_of(word, self.kinds.get)


class Kinds:
    """Which tags a dictionary allows its words: `letters[number]` for each word, one of the few `kinds` there are."""

    def __init__(self, words: StringTable, letters: NDArray[np.uint8], kinds: Sequence[str]) -> None:
        self._words, self._letters, self._kinds = words, letters.tobytes(), kinds

    def get(self, word: str) -> str:
        """The letters of this lower-case word's tags, "" for a word that is not in the dictionary."""
        number = self._words.number(word)
        return self._kinds[self._letters[number]] if number < len(self._letters) else ""


class SummedRows(Generic[K]):
    """Rows of summed weights, `places` of them for a key, made for all new keys at once; emptied when full.

    The operating system gives them memory only as rows are filled.
    """

    def __init__(self, make: Callable[[Sequence[K]], Rows], tags: int, room: int, places: int = 1) -> None:
        self._make, self._room, self._places = make, room, places
        self._first: dict[K, int] = {}
        self._rows = np.empty((room * places, tags), np.int32)

    def first(self, keys: Sequence[K]) -> list[int]:
        """The number of each key's first row, to be taken before any other is asked for; at most `room` of them."""
        try:
            return [self._first[key] for key in keys]
        except KeyError:
            self._add(keys)
            return [self._first[key] for key in keys]

    def take(self, numbers: Sequence[int]) -> Rows:
        """The rows of these numbers."""
        return self._rows.take(numbers, 0)

    def of(self, keys: Sequence[K]) -> Rows:
        """The first row of each key."""
        return self.take(self.first(keys))

    def _add(self, keys: Sequence[K]) -> None:
        new = [key for key in dict.fromkeys(keys) if key not in self._first]
        if len(self._first) + len(new) > self._room:
            self._first.clear()
            new = list(dict.fromkeys(keys))
        at, step = len(self._first) * self._places, self._places
        end = at + len(new) * step
        self._rows[at:end] = self._make(new)
        self._first.update(zip(new, range(at, end, step), strict=True))


class PerceptronTagger:
    """Penn Treebank tags for a sentence's tokens."""

    def __init__(self, weights: TaggerWeights) -> None:
        self._weights = weights
        self._kind = lru_cache(TYPES)(weights.kind)
        n = len(weights.tags)
        self._words: SummedRows[str] = SummedRows(self._word_rows, n, TYPES, PLACES)
        self._pairs: SummedRows[tuple[str, str]] = SummedRows(self._pair_rows, n, TYPES)
        self._before: SummedRows[tuple[str, str]] = SummedRows(self._tag_rows, n, TYPES)

    def __call__(self, words: Sequence[str]) -> list[str]:
        """One tag for each word."""
        known = self._weights.known
        tags = [*START[::-1], *[known.get(word, "") for word in words]]
        for first in range(0, len(words), STRETCH):
            places = [i for i in range(first, min(first + STRETCH, len(words))) if not tags[i + REACH]]
            if places:
                self._tag(words, tags, places)
        return tags[REACH:]

    def lead(self, words: Sequence[str], tags: Sequence[str], at: int, other: str) -> int:
        """By how much the tag at this place scores above another one after the same two tags (thousandths)."""
        earlier, before = [*START[::-1], *tags[max(0, at - REACH) : at]][-REACH:]
        row = self._scores(words, [at])[0] + self._history_scores([(earlier, before)], [words[at]])[0]
        names = self._weights.tags
        return int(row[names.index(tags[at])] - row[names.index(other)])

    def _tag(self, words: Sequence[str], tags: list[str], places: Sequence[int]) -> None:
        """Tag the words at these places, in reading order; `tags` begin with those of START.

        Each is scored after those two tags that would be there if no tag depended on others, all at once, and by itself
        where others are.
        """
        names, scores = self._weights.tags, self._scores(words, places)
        for i, best in zip(places, scores.argmax(1).tolist(), strict=True):
            tags[i + REACH] = names[best]
        guessed = [(tags[i], tags[i + 1]) for i in places]
        after = self._history_scores(guessed, [words[i] for i in places])
        likeliest = (scores + after).argmax(1).tolist()
        for i, row, guess, best in zip(places, scores, guessed, likeliest, strict=True):
            before = tags[i], tags[i + 1]
            if before != guess:
                best = (row + self._history_scores([before], [words[i]])[0]).argmax()
            tags[i + REACH] = names[best]

    def _scores(self, words: Sequence[str], places: Sequence[int]) -> Rows:
        """Places x tags: what the words at these places and their neighbours say, whatever the earlier tags are."""
        first, end = places[0], places[-1] + 1
        before = [*START, *words[max(0, first - REACH) : first]][-REACH:]
        around = self._words.first([*before, *words[first:end], *[*words[end : end + REACH], *END][:REACH]])
        rows = [around[i - first + at] + n for n, at in enumerate((REACH, *NEIGHBOURS)) for i in places]
        total: Rows = np.add.reduce(self._words.take(rows).reshape(PLACES, len(places), -1), 0)
        return total

    def _history_scores(self, before: Sequence[tuple[str, str]], words: Sequence[str]) -> Rows:
        """What each two tags say of the word after them."""
        pairs = [(tags[1], word) for tags, word in zip(before, words, strict=True)]
        return self._before.of(before) + self._pairs.of(pairs)

    def _word_rows(self, words: Sequence[str]) -> Rows:
        """Five rows each: a word by itself, then another one word before, two before, one after and two after."""
        lists: list[list[str]] = []
        for word in words:
            kind = self._kind(word)
            lists += [own_features(word, kind), *[near_features(word, offset, kind) for offset in OFFSETS]]
        return self._weights.rows(lists)

    def _pair_rows(self, pairs: Sequence[tuple[str, str]]) -> Rows:
        return self._weights.rows([pair_features(before, word, self._kind(word)) for before, word in pairs])

    def _tag_rows(self, tags: Sequence[tuple[str, str]]) -> Rows:
        return self._weights.rows([tag_features(before, earlier) for earlier, before in tags])


def kind_of(word: str, kind: Callable[[str], str]) -> str:
    """The letters of the tags that a word may have, "?" for none; of a hyphenated word its last part's."""
    lower = word.lower()
    letters = kind(lower)
    if not letters and "-" in lower and lower[0] != "-":
        letters = "-" + kind(lower.rsplit("-", 1)[1])
    return letters or "?"


def own_features(word: str, kind: str) -> list[str]:
    """What a word says of its own tag."""
    lower, look = word.lower(), shape(word)
    endings = [f"end{n} {lower[-n:]}" for n in (1, 2, 3, 4)]
    spelled = [f"word {normalised(word)}", f"as {word}", f"first {word[:1]}", f"start {lower[:3]}", f"shape {look}"]
    return ["bias", *spelled, *endings, f"kind {kind}", f"kind+shape {kind} {look}", f"kind+end {kind} {lower[-2:]}"]


def near_features(word: str, offset: int, kind: str) -> list[str]:
    """What a word says of the tag of the word that it stands `offset` places from."""
    spelled = normalised(word)
    features = [f"{offset} word {spelled}", f"{offset} kind {kind}"]
    if abs(offset) == 1:
        features += [f"{offset} end {spelled[-3:]}", f"{offset} shape {shape(word)}"]
    return features


def tag_features(before: str, earlier: str) -> list[str]:
    """What the tags of the two words before say."""
    return [f"tag {before}", f"-2 tag {earlier}", f"tags {earlier} {before}"]


def pair_features(before: str, word: str, kind: str) -> list[str]:
    """What a word says of its own tag after a word of this tag."""
    return [
        f"tag+word {before} {normalised(word)}",
        f"tag+kind {before} {kind}",
        f"tag+end {before} {word.lower()[-3:]}",
        f"tag+shape {before} {shape(word)}",
    ]


def shape(word: str) -> str:
    """How a word is written: small letters, capitals, digits, marks or a mixture."""
    if word.islower():
        return "x-x" if "-" in word else "x"
    if word.isalpha():
        return "Xx" if word.istitle() and len(word) > 1 else "X" * min(len(word), 2) if word.isupper() else "xX"
    if word.isdigit():
        return "0"
    if not any(map(str.isalnum, word)):
        return "."
    return "0." if word[0].isdigit() else "X-" if word[0].isupper() else "x."


def normalised(word: str) -> str:
    """The word in lower case, with hyphenated words, years and other numbers as one each."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[:1].isdigit() else word.lower()
