"""How often somebody tried to sign in and failed: who fails too often has to wait."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

FREE = 5  # failures before one has to wait
FREE_ADDRESS = 50  # of an address, behind which there may be a whole team
FIRST = 2.0  # seconds of the first wait; each further failure doubles it
LONGEST = 900.0
FORGOTTEN = 3600.0  # seconds after which failures no longer count
MOST = 10_000  # names and addresses that are remembered


class Attempts:
    """Failures under names, or under addresses, in memory: the first `free` cost nothing. The caller holds the lock."""

    def __init__(self, free: int = FREE, clock: Callable[[], float] = monotonic) -> None:
        self._free = free
        self._clock = clock
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def failed(self, key: str) -> None:
        """A failure under this key."""
        now = self._clock()
        times, since = self._failed.pop(key, (0, now))
        self._failed[key] = (times + 1 if now - since < FORGOTTEN else 1, now)
        while len(self._failed) > MOST:
            self._failed.popitem(last=False)

    def succeeded(self, key: str) -> None:
        """What failed before under this key is forgotten."""
        self._failed.pop(key, None)

    def wait(self, key: str) -> float:
        """How many seconds whoever tries under this key has to wait, 0 where they need not."""
        times, since = self._failed.get(key, (0, 0.0))
        gone = self._clock() - since
        if times < self._free or gone >= FORGOTTEN:
            return 0.0
        wait = min(FIRST * float(2 ** min(times - self._free, 20)), LONGEST)
        return max(0.0, wait - gone)
