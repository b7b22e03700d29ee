"""A network between browsers and the app that can be cut: what was on its way then arrives nowhere."""

import asyncio
from contextlib import suppress
from typing import Self


class Network:
    """Passes bytes on between `port` of this machine and the app's; `cut` swallows them, `mend` ends that."""

    def __init__(self, to: int) -> None:
        self.port = 0
        self._to = to
        self._whole = asyncio.Event()
        self._whole.set()
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._dialled, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.hang_up()

    def cut(self) -> None:
        """From now on nothing passes in either direction; nobody is told so."""
        self._whole.clear()

    def mend(self) -> None:
        """Connections that were open when it was cut break, as when a network comes back; new ones are taken."""
        self.hang_up()
        self._whole.set()

    def hang_up(self) -> None:
        """Break all connections that are open."""
        for writer in self._open:
            with suppress(OSError):
                writer.transport.abort()
        self._open.clear()

    async def _dialled(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        await self._whole.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        self._open.add(far_writer)
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        self._open -= {writer, far_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while (data := await reader.read(65_536)) and self._whole.is_set():
                writer.write(data)
                await writer.drain()
        while not self._whole.is_set():
            await self._whole.wait()
        with suppress(OSError):
            writer.close()
