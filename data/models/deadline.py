"""An end to a request, whatever it waits for: a line of its head that never ends is no reply that has begun.

A time limit of a socket counts from one byte to the next, so that a server which sends one now and then holds whoever
asks for as long as it likes.
"""

import socket
import threading
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from types import TracebackType
from typing import Any, Self
from urllib.request import HTTPHandler, HTTPSHandler, Request


class Deadline:
    """A block of so many seconds, after which the connections that were opened in it are cut."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.passed = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def connection(self, kind: type[HTTPConnection], host: str, **settings: Any) -> HTTPConnection:
        """A connection of this kind, which is cut when time is up."""
        made = kind(host, **settings)
        connect = made.connect

        def connected() -> None:
            connect()
            self._sockets.append(made.sock)
            if self.passed:
                self._cut()

        made.connect = connected  # type: ignore[method-assign]
        return made

    def _cut(self) -> None:
        self.passed = True
        for one in self._sockets:
            with suppress(OSError):  # it may have ended by itself
                socket.socket.shutdown(one, socket.SHUT_RDWR)  # of a TLS socket too, under which it lies


class Timed(HTTPHandler, HTTPSHandler):
    """Opens http and https addresses until a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(partial(self._deadline.connection, HTTPConnection), req)

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(partial(self._deadline.connection, HTTPSConnection), req)
