"""How often a training puts down where it stands: often enough to lose little, seldom enough to cost little."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

SHARE = 0.02  # of the time, that checkpoints may take
LEAST = 5.0  # seconds of training between two
LOOKS = 1.0  # seconds between two notes for people who watch


def seconds_until_next(cost: float) -> float:
    """How long to train after a checkpoint that took so many seconds, so that writing stays within its share."""
    return max(LEAST, cost * (1 - SHARE) / SHARE)


class CheckpointPace:
    """When a training's next checkpoint, and its next note, are due; its time begins when it is asked first."""

    def __init__(self) -> None:
        self._next = self._noted = 0.0

    def due(self) -> bool:
        """Whether a checkpoint is worth its time."""
        now = time.monotonic()
        self._next = self._next or now + LEAST
        return now >= self._next

    @contextmanager
    def written(self) -> Iterator[None]:
        """A block that writes a checkpoint: the longer it takes, the later comes the next."""
        began = time.monotonic()
        try:
            yield
        finally:
            now = time.monotonic()
            self._next = now + seconds_until_next(now - began)

    def look(self) -> bool:
        """Whether those who watch have had nothing new for a while."""
        now = time.monotonic()
        if now - self._noted < LOOKS:
            return False
        self._noted = now
        return True
