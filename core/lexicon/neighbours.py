"""The nearest neighbours of words in an embedding space, as words that may stand in for others."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.text.realised import agreeing

BLOCK = 1024  # words compared with all others at once, so that a large vocabulary needs little memory
FAMILY = 4  # words that share as many first letters, all but a few of the shorter one, are of one family


def nearest(
    words: Sequence[str],
    vectors: NDArray[np.float32],
    least: float,
    most: int,
    fits: Callable[[str, str], bool],
) -> Iterator[tuple[str, list[str]]]:
    """(word, at most `most` others, the nearest first) for each word that has any.

    `vectors` has one row a word. The others lie at a cosine of `least` or more, are no other form of the word and
    fit it; those whose cosine falls well behind the nearest one's (by more than a fifth) are left out.
    """
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    for first in range(0, len(words), BLOCK):
        cosines = unit[first : first + BLOCK] @ unit.T
        for word, row in zip(words[first : first + BLOCK], cosines, strict=True):
            indices = np.flatnonzero(row >= least)
            near: list[int] = indices[np.argsort(-row[indices], kind="stable")].tolist()
            kept = [i for i in near if words[i] != word and not family(word, words[i]) and fits(word, words[i])]
            close = [words[i] for i in kept[:most] if row[i] >= 0.8 * row[kept[0]]]
            if close:
                yield word, close


def family(word: str, other: str) -> bool:
    """Whether two words look like forms of one ("act", "acting"; "happy", "unhappy"), by their letters alone."""
    short, long = sorted((word, other), key=len)
    if short in long[1:] and len(short) >= FAMILY:
        return True
    return agreeing(short, long) >= min(len(short), max(FAMILY, len(short) - 2))
