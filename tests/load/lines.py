"""A line as phones have it: every connection, question and byte takes its time."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from tests.load.network import Network


@dataclass(frozen=True, slots=True)
class Speed:
    """`trip` is there and back, in seconds; `down` and `up` are bits a second."""

    name: str
    trip: float
    down: float
    up: float


# The profiles that WebPageTest calls so.
SPEEDS = (Speed("3G", 0.3, 1.6e6, 768e3), Speed("slow 3G", 0.4, 400e3, 400e3))


class Line(Network):
    """The network at this speed."""

    def __init__(self, to: int, speed: Speed) -> None:
        super().__init__(to)
        self._speed = speed

    async def _dialled(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        speed = self._speed
        self._open.add(writer)
        await asyncio.sleep(speed.trip)  # the connection itself is asked for and granted
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._open.add(far_writer)
        with suppress(OSError):
            await asyncio.gather(
                _pass(reader, far_writer, speed.trip / 2, speed.up),
                _pass(far_reader, writer, speed.trip / 2, speed.down),
            )
        self._open -= {writer, far_writer}


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, trip: float, rate: float) -> None:
    """One direction: a byte leaves when those before it have left, and arrives a trip later."""
    clock = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    async with asyncio.TaskGroup() as both:
        both.create_task(_deliver(queue, writer))
        free = clock.time()
        while data := await reader.read(1_400):  # a packet
            free = max(free, clock.time()) + 8 * len(data) / rate
            queue.put_nowait((free + trip, data))
        queue.put_nowait((max(free, clock.time()) + trip, b""))


async def _deliver(queue: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
    clock = asyncio.get_running_loop()
    while True:
        due, data = await queue.get()
        await asyncio.sleep(max(0.0, due - clock.time()))
        if not data:
            writer.close()
            return
        writer.write(data)
