"""A slow line passes on what it is given, late."""

import asyncio
from contextlib import suppress

from tests.load.lines import Line, Speed

SENT = bytes(range(256)) * 40  # eight packets


def test_bytes_come_whole_and_no_sooner_than_the_line_lets_them() -> None:
    speed = Speed("slow", 0.2, 1e6, 1e6)
    back, seconds = asyncio.run(_there_and_back(speed))
    assert back == SENT
    assert seconds >= 2 * speed.trip + 8 * len(SENT) / speed.down  # connected, asked and answered


def test_a_line_that_hangs_up_ends_what_was_under_way() -> None:
    assert asyncio.run(_hung_up()) == b""


async def _there_and_back(speed: Speed) -> tuple[bytes, float]:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    async with server, Line(int(server.sockets[0].getsockname()[1]), speed) as line:
        clock = asyncio.get_running_loop()
        begun = clock.time()
        reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
        writer.write(SENT)
        back = await reader.readexactly(len(SENT))
        writer.close()
        return back, clock.time() - begun


async def _hung_up() -> bytes:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    async with server, Line(int(server.sockets[0].getsockname()[1]), Speed("usable", 0.01, 1e6, 1e6)) as line:
        reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
        writer.write(b"x")
        await reader.readexactly(1)
        line.hang_up()
        with suppress(ConnectionError):
            return await reader.read()
        return b""


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()
