"""How long and how large a request may be: who sends a byte a minute, or a thousand messages a second, is let go."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any

from anyio import fail_after
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD, HEAD_BYTES = 20.0, 1 << 17  # seconds that the head of a request may take, and how large it may be
PAUSE = 20.0  # seconds between two parts of a body
BURST, A_SECOND = 120, 30  # messages of one session at once, and after that
MOST = 10_000  # sessions that are remembered


def in_time(receive: Receive, seconds: float) -> Receive:
    """What is received, as long as the body is whole after so many seconds; else the request is refused (408)."""
    ends, whole = monotonic() + seconds, False

    async def received() -> Message:
        nonlocal whole
        if whole:
            return await receive()
        try:
            with fail_after(max(0.0, min(PAUSE, ends - monotonic()))):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408) from None
        whole = not message.get("more_body", False)
        return message

    return received


class Rate:
    """How many messages a session may send: a number at once, and so many a second after that."""

    def __init__(
        self, burst: float = BURST, a_second: float = A_SECOND, clock: Callable[[], float] = monotonic
    ) -> None:
        self._burst, self._a_second, self._clock = burst, a_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def takes(self, session: str) -> bool:
        """Whether one more message of this session is taken now."""
        now = self._clock()
        with self._lock:
            left, since = self._left.pop(session, (self._burst, now))
            left = min(self._burst, left + (now - since) * self._a_second)
            self._left[session] = (left - (left >= 1), now)
            while len(self._left) > MOST:
                self._left.popitem(last=False)
        return left >= 1


def hurry_heads(seconds: float = HEAD) -> None:
    """Have the server close a connection whose request has no whole head after so many seconds, or one that is too
    large; by itself it waits for ever."""
    protocol: Any = AutoHTTPProtocol
    made, received = protocol.connection_made, protocol.data_received

    def awaited(connection: Any) -> bool:
        return connection.cycle is None or connection.cycle.response_complete

    def close(connection: Any) -> None:
        if awaited(connection) and connection.transport.get_protocol() is connection:
            connection.transport.close()

    def begin(connection: Any) -> None:
        connection.head_due = connection.loop.call_later(seconds, close, connection)
        connection.head_bytes = 0

    def connection_made(self: Any, transport: object) -> None:
        made(self, transport)
        begin(self)

    def data_received(self: Any, data: bytes) -> None:
        if awaited(self) and not self.head_due:
            begin(self)
        received(self, data)
        if not awaited(self) and self.head_due:
            self.head_due.cancel()
            self.head_due = None
        elif self.head_due:
            self.head_bytes += len(data)
            if self.head_bytes > HEAD_BYTES:
                close(self)

    protocol.connection_made, protocol.data_received = connection_made, data_received
