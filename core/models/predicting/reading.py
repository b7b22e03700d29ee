"""Texts as a network reads them: sequences of numbers, told apart by their content, in batches of like length."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

import numpy as np

from core.models.batching import by_length
from core.models.predictor import Texts

AT_ONCE = 4096  # texts that are read at once, and sorted by their length
DIGEST = 16  # bytes of a key


class Encoded(NamedTuple):
    """A text as its reader reads it. Of equal keys the network's answer is the same; `length` counts tokens."""

    key: bytes
    length: int
    rows: Any


class Reader(Protocol):
    """How a network reads texts: what is read of each by itself, and a batch of what was read."""

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        """The keyword arguments of a module, as tensors."""

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text, read."""

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """The same keyword arguments, for what was read."""


def numbered(rows: Mapping[str, Sequence[int]], length: int) -> Encoded:
    """What was read of a text as rows of numbers, by the names of the module's arguments."""
    content, arrays = blake2b(digest_size=DIGEST), {}
    for name, row in rows.items():
        arrays[name] = array = np.array(row, dtype=np.int64)
        content.update(b"%b %d " % (name.encode(), len(array)) + array.tobytes())
    return Encoded(content.digest(), length, arrays)


def padded(batch: Sequence[Encoded], padding: Mapping[str, int], least: int = 1, left: bool = False) -> dict[str, Any]:
    """Tensors [texts, numbers] of what `numbered` made, padded with these numbers, 0 where none is given."""
    import torch

    tensors = {}
    for name in batch[0].rows:
        rows = [encoded.rows[name] for encoded in batch]
        own = own_places([*map(len, rows)], least, left)
        filled = np.full(own.shape, padding.get(name, 0), dtype=np.int64)
        filled[own] = np.concatenate(rows)
        tensors[name] = torch.from_numpy(filled)
    return tensors


def own_places(lengths: Sequence[int], least: int = 1, left: bool = False) -> "np.ndarray":
    """[texts, numbers]: where rows of these lengths lie side by side, padding being on the right unless `left`."""
    ends, places = np.array(lengths)[:, None], np.arange(max(least, *lengths))
    return places >= len(places) - ends if left else places < ends


def read_ahead(reader: Reader, texts: Iterable[Texts]) -> Iterator[tuple[list[Texts], list[Encoded]]]:
    """The texts, longest first, some at a time, with what is read of them: while some are predicted the next are read.

    A tokenizer leaves Python's lock to others while it works, and takes several texts at a time by itself.
    """
    waiting: list[tuple[list[Texts], Future[list[Encoded]]]] = []
    with ThreadPoolExecutor(1, "reading") as thread:
        for chunk in by_length(texts, AT_ONCE):
            waiting.append((chunk, thread.submit(reader.encoded, chunk)))
            if len(waiting) > 1:
                first, read = waiting.pop(0)
                yield first, read.result()
        for chunk, read in waiting:
            yield chunk, read.result()


def by_tokens(read: Iterable[Encoded], budget: int, most: int, exact: bool = False) -> Iterator[list[Encoded]]:
    """Batches of at most so many tokens, padding counted, and so many texts, longest first: what does not fit in memory
    fails at once. With `exact` all of a batch are of one length.

    The batches are the same in whatever order distinct texts come; a text longer than the budget is one by itself.
    """
    batch: list[Encoded] = []
    for encoded in sorted(read, key=lambda encoded: (-encoded.length, encoded.key)):
        longest = max(batch[0].length, 1) if batch else 0
        full = (len(batch) + 1) * longest > budget or len(batch) == most
        if batch and (full or (exact and encoded.length != longest)):
            yield batch
            batch = []
        batch.append(encoded)
    if batch:
        yield batch
