"""What the app's own addresses have in common: threads that answer, and bodies that are read with limits."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Condition
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from pages.ui.shell.patience import Rate

GIVES_WAY = 5.0  # seconds that what can wait lets messages go first, after a restart above all
LONGEST = 8_000_000  # bytes of a message
AT_ONCE = 16  # messages that are answered at once, by threads that serve nothing else
BODIES = 4  # of one session that are read at once

T = TypeVar("T")


class MessagesInFlight:
    """How many messages are being answered."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._number = 0

    def __enter__(self) -> None:
        self._add(1)

    def __exit__(self, *_: object) -> None:
        self._add(-1)

    def over(self, seconds: float = GIVES_WAY) -> None:
        """Return when there is none, at the latest after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._number, seconds)

    def _add(self, more: int) -> None:
        with self._changed:
            self._number += more
            self._changed.notify_all()


UNDER_WAY, RATE = MessagesInFlight(), Rate()
_read = Counter[str]()  # bodies that are being read, by their session


def below(base: str, address: str) -> str:
    """The path of this address of an app that lies at `base`."""
    return "/" + "/".join(part for part in (base.strip("/"), address) if part)


async def at_once(reply: Callable[..., T], *arguments: object) -> T:
    """What this function says, in a thread of those that serve nothing else."""
    with UNDER_WAY:
        return await to_thread.run_sync(reply, *arguments, limiter=_limiter())


async def body_of(request: Request, session: str, longest: int = LONGEST) -> bytes:
    """What this session sent; refused as soon as it is too long (413), or where the session sends too much (429)."""
    with _one_of(session):
        if int(request.headers.get("content-length") or 0) > longest:
            raise HTTPException(413)
        body = bytearray()
        try:
            async for part in request.stream():
                body += part
                if len(body) > longest:
                    raise HTTPException(413)
        except ClientDisconnect:
            raise HTTPException(400) from None
        return bytes(body)


def parsed(body: bytes, halves: bool = False) -> Any:
    """The JSON that was sent; refused where it is none, or holds half of a character unless it may (400)."""
    try:
        message = json.loads(body.decode())
        if not halves and b"\\u" in body:
            json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    return message


@contextmanager
def _one_of(session: str) -> Iterator[None]:
    """While one more of the session's bodies is read."""
    if _read[session] >= BODIES or not RATE.takes(session):
        raise HTTPException(429, headers={"Retry-After": "1"})
    _read[session] += 1
    try:
        yield
    finally:
        _read[session] -= 1
        if not _read[session]:
            del _read[session]


@cache
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(AT_ONCE)
