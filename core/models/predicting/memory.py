"""What a network answered, by what it read, for as long as its weights stay as they are."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from core.models.predictor import Output, Texts

MOST = 200_000  # answers remembered: some 60 MB for two labels


class Answers:
    """Answers of one network, the oldest of which go when there are too many."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._answers: dict[bytes, Output] = {}
        self._weights: tuple[int, ...] = ()
        self.prefetched: dict[Texts, bytes] = {}
        """How the texts that are asked next are read, by their keys, so that nobody reads them twice."""
        self.asked: dict[Texts, bytes] = {}
        """The same of those that were asked last."""

    def of(self, module: Any) -> dict[bytes, Output]:
        """The answers of this module as it is now, by the key of what was read; none once its weights have changed."""
        weights = state_of(module)
        if weights != self._weights:
            self._answers, self._weights = {}, weights
        return self._answers

    def read_before(self, texts: Iterable[Texts]) -> dict[Texts, bytes]:
        """The keys of those among the texts that were prefetched and are answered."""
        keys = ((text, self.prefetched.get(text)) for text in texts)
        return {text: key for text, key in keys if key is not None and key in self._answers}

    def trim(self) -> None:
        """Forget the oldest answers beyond those that are to be remembered."""
        for key in [*islice(self._answers, max(0, len(self._answers) - self._most))]:
            del self._answers[key]


def state_of(module: Any) -> tuple[int, ...]:
    """Tells a torch module from itself with weights that were loaded since: torch counts the changes of a tensor.

    Steps of a fused optimiser are not counted.
    """
    tensors = [*module.parameters(), *module.buffers()]
    return (id(module), len(tensors), sum(tensor._version for tensor in tensors))
