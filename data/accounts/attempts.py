"""How often somebody tried to sign in and failed: who fails too often under one name from one address has to wait.

Others, who come from elsewhere, need not; nor does the right password where it was used before. It is kept in a file,
so that nobody tries anew after a restart.
"""

import ipaddress
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from core.errors import BadInput
from data.durable import write_text
from data.records_json import decode, encode

T = TypeVar("T")
FILE = "attempts.json"
FREE = 5  # failures before one has to wait
FIRST = 2.0  # seconds of the first wait; each further failure doubles it
LONGEST = 900.0
FORGOTTEN = timedelta(hours=1)  # after which failures no longer count
MOST = 5_000  # pairs of a name and an address that are remembered


@dataclass(frozen=True, slots=True)
class Failures:
    """How often one failed, and when last."""

    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Tried:
    """Failures, and when the right password was last used, by the SHA-256 of a name and an address."""

    failed: Mapping[str, Failures] = field(default_factory=dict)
    right: Mapping[str, datetime] = field(default_factory=dict)


class Attempts:
    """What was tried in one workspace. The caller holds the lock."""

    def __init__(self, root: Path, now: Callable[[], datetime]) -> None:
        self._path = root / FILE
        self._now = now
        self._tried = Tried()
        with suppress(OSError, BadInput):  # none yet, or damaged: nobody is kept out for that
            self._tried = decode(self._path.read_bytes(), Tried)

    def failed(self, name: str, address: str) -> None:
        """A failure under this name from this address."""
        key, now = _pair(name, address), self._now()
        recent = {k: held for k, held in self._tried.failed.items() if now - held.last < FORGOTTEN}
        times = recent.pop(key).times if key in recent else 0
        self._keep(replace(self._tried, failed=_newest({**recent, key: Failures(times + 1, now)})))

    def succeeded(self, name: str, address: str) -> None:
        """What failed there before is forgotten, and the place is known from now on."""
        key = _pair(name, address)
        failed = {k: held for k, held in self._tried.failed.items() if k != key}
        right = {k: at for k, at in self._tried.right.items() if k != key}
        self._keep(Tried(failed, _newest({**right, key: self._now()})))

    def knows(self, name: str, address: str) -> bool:
        """Whether the right password was used there before."""
        return _pair(name, address) in self._tried.right

    def wait(self, name: str, address: str) -> float:
        """How many seconds whoever tries there has to wait, 0 where they need not."""
        held = self._tried.failed.get(_pair(name, address))
        gone = self._now() - held.last if held else FORGOTTEN
        if held is None or held.times < FREE or gone >= FORGOTTEN:
            return 0.0
        wait = min(FIRST * float(2 ** min(held.times - FREE, 20)), LONGEST)
        return max(0.0, wait - gone.total_seconds())

    def _keep(self, tried: Tried) -> None:
        self._tried = tried
        with suppress(OSError):  # on a full disk one can still sign in
            write_text(self._path, encode(tried), mode=0o600)


def _newest(held: dict[str, T]) -> dict[str, T]:
    return dict(list(held.items())[-MOST:])


def _pair(name: str, address: str) -> str:
    return sha256(f"{name}\0{_place(address)}".encode("utf-8", "surrogatepass")).hexdigest()


def _place(address: str) -> str:
    """The address; of IPv6 the network, for each machine there has many."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address
