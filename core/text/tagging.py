"""Part-of-speech tags by the averaged perceptron of NLTK (Collins 2002; Honnibal 2013), with an inference of our own.

The features are NLTK's, so its training code makes the weights. Here they are summed once per word type: all scores
that do not depend on earlier tags come from one gather per sentence, and only the tag features are left to the loop.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

START = ("-START-", "-START2-")
END = ("-END-", "-END2-")
NEIGHBOURS = (1, 0, 3, 4)  # where the words one before, two before, one after and two after stand with both STARTs
TYPES = 20_000  # word types whose scores are kept, about 1 KB each; then the memory is emptied

Row = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TaggerWeights:
    """What training leaves. Feature f weighs `values[at:to]` for the tags `columns[at:to]`, (at, to) = `features[f]`.

    `tags` are sorted backwards, so that the first of two equal scores is NLTK's choice too. `known` are words that
    nearly always had one tag.
    """

    tags: tuple[str, ...]
    features: Mapping[str, tuple[int, int]]
    columns: NDArray[np.uint8]
    values: NDArray[np.int16]
    known: Mapping[str, str]

    def row(self, *features: str) -> Row:
        """The summed weights of these features, one int32 for each tag (thousandths of NLTK's weights)."""
        total = np.zeros(len(self.tags), np.int32)
        for feature in features:
            at, to = self.features.get(feature, (0, 0))
            total[self.columns[at:to]] += self.values[at:to]
        return total


class PerceptronTagger:
    """Penn Treebank tags for a sentence's tokens."""

    def __init__(self, weights: TaggerWeights) -> None:
        self._weights = weights
        self._forget()

    def __call__(self, words: Sequence[str]) -> list[str]:
        """One tag for each word."""
        known = self._weights.known
        tags = [known.get(word, "") for word in words]
        open_places = [i for i, tag in enumerate(tags) if not tag]
        if not open_places:
            return tags
        names, rows = self._weights.tags, iter(self._scores(words, open_places))
        before, earlier = START
        for i, tag in enumerate(tags):
            if not tag:
                row = next(rows)
                row += self._tag_scores(before, earlier)
                pair = self._pair_scores(before, words[i])
                if pair is not None:
                    row += pair
                tag = tags[i] = names[row.argmax()]
            before, earlier = tag, before
        return tags

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
        for table, offset in enumerate(NEIGHBOURS, 1):
            shift = table * TYPES
            rows += [around[i + offset] + shift for i in places]
        parts = self._rows.take(np.array(rows, np.intp).reshape(5, -1), 0)
        total: NDArray[np.int32] = np.add.reduce(parts, 0, dtype=np.int32)
        return total

    def _tag_scores(self, before: str, earlier: str) -> Row:
        row = self._tag_rows.get((before, earlier))
        if row is None:
            features = (f"i-1 tag {before}", f"i-2 tag {earlier}", f"i tag+i-2 tag {before} {earlier}")
            row = self._tag_rows[before, earlier] = self._weights.row(*features)
        return row

    def _pair_scores(self, before: str, word: str) -> Row | None:
        """What this word after this tag adds; None for nothing."""
        rows = self._pair_rows
        if (before, word) in rows:
            return rows[before, word]
        if len(rows) >= TYPES:
            rows.clear()
        feature = f"i-1 tag+i word {before} {normalised(word)}"
        row = rows[before, word] = self._weights.row(feature) if feature in self._weights.features else None
        return row

    def _add_own(self, word: str) -> int:
        at = self._own_ids[word] = len(self._own_ids)
        features = ("bias", f"i suffix {word[-3:]}", f"i pref1 {word[:1]}", f"i word {normalised(word)}")
        self._rows[at] = self._weights.row(*features)
        return at

    def _add_near(self, word: str) -> int:
        """The number of a word as a neighbour: that of its normalised spelling."""
        context = normalised(word)
        at = self._context_ids.get(context)
        self._near_ids[word] = at = self._add_context(context) if at is None else at
        return at

    def _add_context(self, word: str) -> int:
        at = self._context_ids[word] = len(self._context_ids)
        row, end = self._weights.row, word[-3:]
        self._rows[at + TYPES] = row(f"i-1 word {word}", f"i-1 suffix {end}")
        self._rows[at + 2 * TYPES] = row(f"i-2 word {word}")
        self._rows[at + 3 * TYPES] = row(f"i+1 word {word}", f"i+1 suffix {end}")
        self._rows[at + 4 * TYPES] = row(f"i+2 word {word}")
        return at

    def _forget(self) -> None:
        """Empty tables; the operating system gives them memory only as rows are filled.

        The rows are of words by themselves, then of words one before, two before, one after and two after.
        """
        self._tag_rows: dict[tuple[str, str], Row] = {}
        self._pair_rows: dict[tuple[str, str], Row | None] = {}
        self._own_ids: dict[str, int] = {}
        self._near_ids: dict[str, int] = {}
        self._context_ids: dict[str, int] = {}
        self._rows = np.empty((5 * TYPES, len(self._weights.tags)), np.int32)
        self._starts, self._ends = ([self._add_context(word) for word in words] for words in (START, END))


def normalised(word: str) -> str:
    """The word as NLTK's context features spell it: lower case, with hyphenated words and numbers as one each."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[:1].isdigit() else word.lower()
