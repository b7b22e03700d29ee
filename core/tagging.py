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
TYPES = 20_000  # word types whose scores are kept, about 1 KB each; then the memory starts anew

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
        if all(tags):
            return tags
        names, context = self._weights.tags, [normalised(word) for word in words]
        scores = self._scores(words, context)
        before, earlier = START
        for i, tag in enumerate(tags):
            if not tag:
                row = scores[i] + self._tag_scores(before, earlier)
                at, to = self._weights.features.get(f"i-1 tag+i word {before} {context[i]}", (0, 0))
                if to > at:
                    row[self._weights.columns[at:to]] += self._weights.values[at:to]
                tag = tags[i] = names[int(row.argmax())]
            before, earlier = tag, before
        return tags

    def _scores(self, words: Sequence[str], context: Sequence[str]) -> NDArray[np.int32]:
        """Tokens x tags: what the words and their neighbours say, whatever the earlier tags are."""
        if len(self._own_ids) + len(words) > TYPES or len(self._near_ids) + len(words) + 4 > TYPES:
            self._forget()
        if len(words) + 4 > TYPES:  # a text of its own size: in halves, whose seam loses two neighbours
            half = len(words) // 2
            parts = (self._scores(words[:half], context[:half]), self._scores(words[half:], context[half:]))
            return np.concatenate(parts)
        own = [self._own_ids[word] if word in self._own_ids else self._add_own(word) for word in words]
        around = (*START, *context, *END)
        near = [self._near_ids[word] if word in self._near_ids else self._add_near(word) for word in around]
        before, two_before, after, two_after = self._near
        total: NDArray[np.int32] = self._own[own]
        total += before[near[1:-3]]
        total += two_before[near[:-4]]
        total += after[near[3:-1]]
        total += two_after[near[4:]]
        return total

    def _tag_scores(self, before: str, earlier: str) -> Row:
        row = self._pairs.get((before, earlier))
        if row is None:
            features = (f"i-1 tag {before}", f"i-2 tag {earlier}", f"i tag+i-2 tag {before} {earlier}")
            row = self._pairs[before, earlier] = self._weights.row(*features)
        return row

    def _add_own(self, word: str) -> int:
        at = self._own_ids[word] = len(self._own_ids)
        features = ("bias", f"i suffix {word[-3:]}", f"i pref1 {word[:1]}", f"i word {normalised(word)}")
        self._own[at] = self._weights.row(*features)
        return at

    def _add_near(self, word: str) -> int:
        at = self._near_ids[word] = len(self._near_ids)
        row, end = self._weights.row, word[-3:]
        before, two_before, after, two_after = self._near
        before[at] = row(f"i-1 word {word}", f"i-1 suffix {end}")
        two_before[at] = row(f"i-2 word {word}")
        after[at] = row(f"i+1 word {word}", f"i+1 suffix {end}")
        two_after[at] = row(f"i+2 word {word}")
        return at

    def _forget(self) -> None:
        """Empty tables; the operating system gives them memory only as rows are filled."""
        size = (TYPES, len(self._weights.tags))
        self._pairs: dict[tuple[str, str], Row] = {}
        self._own_ids: dict[str, int] = {}
        self._near_ids: dict[str, int] = {}
        self._own = np.empty(size, np.int32)
        self._near = tuple(np.empty(size, np.int32) for _ in range(4))


def normalised(word: str) -> str:
    """The word as NLTK's context features spell it: lower case, with hyphenated words and numbers as one each."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[:1].isdigit() else word.lower()
