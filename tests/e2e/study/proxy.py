"""A server before the app, as a team puts one there: it passes on what comes, and says in the headers from whom."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from socket import SHUT_WR, create_connection, socket
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import BinaryIO


class Proxy(ThreadingTCPServer):
    """Listens on a free port of this machine for what is meant for the app at `to`; names `visitor` in the headers."""

    daemon_threads = True

    def __init__(self, to: int, visitor: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.to, self.visitor = to, visitor
        self.port = int(self.server_address[1])


class Passing(StreamRequestHandler):
    """One connection of a browser: one request, or the page's socket until it is closed."""

    server: Proxy

    def handle(self) -> None:
        with suppress(OSError), closing(create_connection(("127.0.0.1", self.server.to))) as app:
            app.sendall(b"".join(self._head()))
            Thread(target=carry, args=(self.rfile, app), daemon=True).start()
            while answered := app.recv(65_536):
                self.wfile.write(answered)

    def _head(self) -> Iterator[bytes]:
        """The request's lines; a connection that stayed open for another request would pass that on as it comes."""
        lines = list(iter(self.rfile.readline, b"\r\n"))
        stays = any(line.lower().startswith(b"upgrade:") for line in lines)
        yield from (line for line in lines if stays or not line.lower().startswith(b"connection:"))
        yield f"X-Forwarded-For: {self.server.visitor}\r\n".encode()
        yield b"\r\n" if stays else b"Connection: close\r\n\r\n"


def carry(sent: BinaryIO, to: socket) -> None:
    """Pass on what is sent until no more comes."""
    with suppress(OSError):
        while some := sent.read1(65_536):  # type: ignore[attr-defined]
            to.sendall(some)
        to.shutdown(SHUT_WR)


@contextmanager
def proxy(to: int, visitor: str) -> Iterator[Proxy]:
    """A proxy that runs inside the block."""
    with Proxy(to, visitor) as started:
        Thread(target=started.serve_forever, daemon=True).start()
        yield started
        started.shutdown()
