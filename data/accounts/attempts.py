"""How often somebody tried to sign in and failed: who fails too often has to wait."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

FREE = 5  # failures before one has to wait
FIRST = 2.0  # seconds of the first wait; each further failure doubles it
LONGEST = 900.0
FORGOTTEN = 3600.0  # seconds after which failures no longer count
MOST = 10_000  # names and addresses that are remembered


class Attempts:
    """Failures by name and by address, in memory. The caller holds the lock."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, *keys: str) -> float:
        """How many seconds whoever tries under one of these keys has to wait, 0 where they need not."""
        return max((self._wait(key) for key in keys), default=0.0)

    def failed(self, *keys: str) -> None:
        """A failure under each of these keys."""
        now = self._clock()
        for key in keys:
            times, since = self._failed.pop(key, (0, now))
            self._failed[key] = (times + 1 if now - since < FORGOTTEN else 1, now)
        while len(self._failed) > MOST:
            self._failed.popitem(last=False)

    def succeeded(self, *keys: str) -> None:
        """What failed before under these keys is forgotten."""
        for key in keys:
            self._failed.pop(key, None)

    def _wait(self, key: str) -> float:
        times, since = self._failed.get(key, (0, 0.0))
        gone = self._clock() - since
        if times < FREE or gone >= FORGOTTEN:
            return 0.0
        wait = min(FIRST * float(2 ** min(times - FREE, 20)), LONGEST)
        return max(0.0, wait - gone)
