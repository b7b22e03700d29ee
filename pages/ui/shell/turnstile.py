"""Pages that open take turns: twenty at once, as after a restart, would hold up each other and all who are at work."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore


class Turnstile:
    """So many at once."""

    def __init__(self, at_once: int) -> None:
        self._free = BoundedSemaphore(at_once)

    @contextmanager
    def one(self, seconds: float) -> Iterator[None]:
        """Wait for a turn, and give it back at the end; after so many seconds go on without one."""
        waited_for = self._free.acquire(timeout=seconds)
        try:
            yield
        finally:
            if waited_for:
                self._free.release()
