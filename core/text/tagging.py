"""Part-of-speech tags by an averaged perceptron (Collins 2002), whose features are summed once per word type.

To the features of NLTK's tagger (Honnibal 2013) come the shape of a word, longer endings, and which tags a dictionary
allows it. All scores that do not depend on earlier tags come from one gather per sentence, and only the features of
tags are left to the loop.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from core.text.numbered import Numbered

START = ("-START-", "-START2-")
END = ("-END-", "-END2-")
NEIGHBOURS = (1, 0, 3, 4)  # where the words one before, two before, one after and two after stand with both STARTs
OFFSETS = (-1, -2, 1, 2)
REACH = 2  # the farthest of them
PLACES = 1 + len(OFFSETS)  # where a word may stand: here, or there
TYPES = 20_000  # word types whose scores are kept, about 1 KB each; then the memory is emptied

Row = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TaggerWeights:
    """What training leaves: row n of `values` holds the weights of the feature numbered n, one for each sorted tag; the
    last row is that of all other features, zeros.

    `known` are words that nearly always had one tag. `kinds` says which tags a dictionary allows a lower-case word, a
    letter for each.
    """

    tags: tuple[str, ...]
    features: Numbered
    values: NDArray[np.int16]
    known: Mapping[str, str]
    kinds: "Kinds"

    def row(self, features: Sequence[str]) -> Row:
        """The summed weights of these features, one int32 for each tag (thousandths)."""
        total: Row = np.add.reduce(self.values.take(self.features.of(features), 0), 0, dtype=np.int32)
        return total

    def rows(self, lists: Sequence[Sequence[str]]) -> NDArray[np.int32]:
        """The row of each list of features; none may be empty."""
        values = self.values.take(self.features.of([feature for features in lists for feature in features]), 0)
        starts = [0, *accumulate(len(features) for features in lists[:-1])]
        total: NDArray[np.int32] = np.add.reduceat(values, starts, 0, dtype=np.int32)
        return total

    def kind(self, word: str) -> str:
        """The tags that a dictionary allows the word."""
        return kind_of(word, self.kinds.get)


class Kinds:
    """Which tags a dictionary allows its words: `letters[number]` for each word, one of the few `kinds` there are."""

    def __init__(self, words: Numbered, letters: NDArray[np.uint8], kinds: Sequence[str]) -> None:
        self._words, self._letters, self._kinds = words, letters, kinds

    def get(self, word: str) -> str:
        """The letters of this lower-case word's tags, "" for a word that is not in the dictionary."""
        (number,) = self._words.of((word,))
        return self._kinds[self._letters[number]] if number < len(self._letters) else ""


class PerceptronTagger:
    """Penn Treebank tags for a sentence's tokens."""

    def __init__(self, weights: TaggerWeights) -> None:
        self._weights = weights
        self._kind = lru_cache(TYPES)(weights.kind)
        self._forget()

    def __call__(self, words: Sequence[str]) -> list[str]:
        """One tag for each word."""
        known = self._weights.known
        tags = [known.get(word, "") for word in words]
        open_places = [i for i, tag in enumerate(tags) if not tag]
        if not open_places:
            return tags
        names, rows = self._weights.tags, iter(self._scores(words, open_places))
        of_tags, of_pairs = self._tag_rows, self._pair_rows
        before, earlier = START
        for i, tag in enumerate(tags):
            if not tag:
                row, word = next(rows), words[i]
                by_tags, by_pair = of_tags.get((before, earlier)), of_pairs.get((before, word))
                row += self._add_tags(before, earlier) if by_tags is None else by_tags
                row += self._add_pair(before, word) if by_pair is None else by_pair
                tag = tags[i] = names[row.argmax()]
            before, earlier = tag, before
        return tags

    def lead(self, words: Sequence[str], tags: Sequence[str], at: int, other: str) -> int:
        """By how much the tag at this place scores above another one after the same two tags (thousandths)."""
        before, earlier = ([*START[::-1], *tags[max(0, at - 2) : at]])[:-3:-1]
        first = max(0, at - REACH)
        (row,) = self._scores(words[first : at + REACH + 1], [at - first])  # what is farther off has no part in it
        row = row + self._add_tags(before, earlier) + self._add_pair(before, words[at])
        names = self._weights.tags
        return int(row[names.index(tags[at])] - row[names.index(other)])

    def _scores(self, words: Sequence[str], places: Sequence[int]) -> NDArray[np.int32]:
        """Places x tags: what the words at these places and their neighbours say, whatever the earlier tags are."""
        if len(self._own_ids) + len(words) > TYPES or len(self._near_ids) + len(words) + 4 > TYPES:
            self._forget()
        if len(words) + 4 > TYPES:  # a text of its own size: in halves, whose seam loses two neighbours
            half = len(words) // 2
            first = [i for i in places if i < half]
            second = [i - half for i in places[len(first) :]]
            return np.concatenate((self._scores(words[:half], first), self._scores(words[half:], second)))
        own, near = self._own_ids, self._near_ids
        beside = [near[word] if word in near else self._add_near(word) for word in words]
        around = [*self._starts, *beside, *self._ends]
        rows = [own[word] if word in own else self._add_own(word) for word in map(words.__getitem__, places)]
        for place, offset in enumerate(NEIGHBOURS, 1):
            rows += [around[i + offset] + place for i in places]
        parts = self._rows.take(np.array(rows, np.intp).reshape(PLACES, -1), 0)
        total: NDArray[np.int32] = np.add.reduce(parts, 0, dtype=np.int32)
        return total

    def _add_tags(self, before: str, earlier: str) -> Row:
        row = self._tag_rows[before, earlier] = self._weights.row(tag_features(before, earlier))
        return row

    def _add_pair(self, before: str, word: str) -> Row:
        """What this word after this tag adds."""
        if len(self._pair_rows) >= TYPES:
            self._pair_rows.clear()
        features = pair_features(before, word, self._kind(word))
        row = self._pair_rows[before, word] = self._weights.row(features)
        return row

    def _add_own(self, word: str) -> int:
        at = self._own_ids[word] = len(self._own_ids) * PLACES
        self._rows[at] = self._weights.row(own_features(word, self._kind(word)))
        return at

    def _add_near(self, word: str) -> int:
        """The number of a word as a neighbour: that of its normalised spelling and shape."""
        context = normalised(word), shape(word)
        at = self._context_ids.get(context)
        if at is None:
            at = self._context_ids[context] = len(self._context_ids) * PLACES
            kind = self._kind(word)
            features = [near_features(word, offset, kind) for offset in OFFSETS]
            self._rows[at + 1 : at + PLACES] = self._weights.rows(features)
        self._near_ids[word] = at
        return at

    def _forget(self) -> None:
        """Empty tables; the operating system gives them memory only as rows are filled.

        Five rows each: a word by itself, then another one word before, two before, one after and two after.
        """
        self._tag_rows: dict[tuple[str, str], Row] = {}
        self._pair_rows: dict[tuple[str, str], Row] = {}
        self._own_ids: dict[str, int] = {}
        self._near_ids: dict[str, int] = {}
        self._context_ids: dict[tuple[str, str], int] = {}
        self._rows = np.empty((PLACES * TYPES, len(self._weights.tags)), np.int32)
        self._starts, self._ends = ([self._add_near(word) for word in words] for words in (START, END))


def kind_of(word: str, kind: Callable[[str], str]) -> str:
    """The letters of the tags that a word may have, "?" for none; of a hyphenated word its last part's."""
    lower = word.lower()
    found = kind(lower)
    if not found and "-" in lower and lower[0] != "-":
        found = "-" + kind(lower.rsplit("-", 1)[1])
    return found or "?"


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
