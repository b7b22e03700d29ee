"""Texts in batches of like length, so that little is padded."""

from collections.abc import Iterable, Iterator, Sequence

from core.models.predictor import Texts
from core.models.spec import Example
from core.randomness import Draws

BUCKET = 50  # batches that are sorted by length together: little padding, and order stays random


def by_length(texts: Iterable[Texts], size: int) -> Iterator[list[Texts]]:
    """Batches of texts of like length, longest first: what does not fit in memory fails at once.

    The batches are the same in whatever order distinct texts come.
    """
    ordered = sorted(texts, key=lambda parts: (-sum(map(len, parts)), parts))
    for at in range(0, len(ordered), size):
        yield ordered[at : at + size]


def shuffled(examples: Sequence[Example], size: int, draws: Draws, like: bool = True) -> Iterator[list[Example]]:
    """Every example once, in random batches: of like length, or by chance alone."""
    order = list(examples)
    draws.shuffle(order)
    batches: list[list[Example]] = []
    for at in range(0, len(order), size * BUCKET):
        bucket = order[at : at + size * BUCKET]
        if like:
            bucket.sort(key=lambda e: sum(map(len, e.texts)))
        batches += [bucket[i : i + size] for i in range(0, len(bucket), size)]
    draws.shuffle(batches)
    yield from batches
