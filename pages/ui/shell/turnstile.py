"""Pages that open take turns: twenty at once, as after a restart, would hold up each other and all who are at work."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore


class Turnstile:
    """So many at once; who waited for so many seconds goes on all the same."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self._free = BoundedSemaphore(at_once)
        self._seconds = seconds

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a turn, and give it back at the end."""
        waited_for = self._free.acquire(timeout=self._seconds)
        try:
            yield
        finally:
            if waited_for:
                self._free.release()
