"""A line as phones have it: every connection, question and byte takes its time."""

import asyncio
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Speed:
    """`trip` is there and back, in seconds; `down` and `up` are bits a second."""

    name: str
    trip: float
    down: float
    up: float


# The profiles that WebPageTest calls so.
SPEEDS = (Speed("3G", 0.3, 1.6e6, 768e3), Speed("slow 3G", 0.4, 400e3, 400e3))


class Line:
    """Passes bytes on between `port` of this machine and the app's, at this speed."""

    def __init__(self, to: int, speed: Speed) -> None:
        self.port = 0
        self._to = to
        self._speed = speed
        self._open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Line":
        self._server = await asyncio.start_server(self._dialled, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.hang_up()

    def hang_up(self) -> None:
        """End all connections, as a phone does that was put away."""
        for one in self._open:
            one.cancel()

    async def _dialled(self, near: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._passed(near, near_writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _passed(self, near: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        speed = self._speed
        await asyncio.sleep(speed.trip)  # the connection itself is asked for and granted
        far, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(_pass(near, far_writer, speed.trip / 2, speed.up))
                both.create_task(_pass(far, near_writer, speed.trip / 2, speed.down))
        finally:
            for writer in (near_writer, far_writer):
                writer.transport.abort()


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
