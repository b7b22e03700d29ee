"""Annotators without a browser: each opens the desk in Streamlit's own protocol, and sends what the desk would send."""

import asyncio
import json
import random
import time
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.e2e.conftest import App
from tests.load.seen import Seen

COMPONENT = "flinch.desk"
ANSWER = 30.0  # seconds that an answer may take


class Wire:
    """One person's desk as the server sees it: the samples it was sent, and decisions not acknowledged yet."""

    def __init__(self, name: str, port: int, socket: ClientConnection, seen: Seen) -> None:
        self.name = name
        self._socket = socket
        self._past = HTTPConnection("127.0.0.1", port, timeout=ANSWER)
        self._seen = seen
        self._door: dict[str, Any] = {}
        self._scene: dict[str, Any] = {}
        self._items: dict[str, Any] = {}
        self._outbox: dict[str, dict[str, Any]] = {}

    async def open(self) -> None:
        """Ask for the desk, and wait until it is there."""
        message = BackMsg()
        message.rerun_script.page_name = "curate"
        await self._socket.send(message.SerializeToString())
        await self._drawn()
        await self._send()

    async def decide(self) -> None:
        """Keep the next sample of the queue, and wait until that is acknowledged."""
        queue = [id_ for id_ in self._scene["queue"] if id_ in self._items]
        if not queue:
            await self._send()
            return
        candidate, id_ = queue[0], uuid4().hex
        self._outbox[id_] = {
            "id": id_,
            "candidate": candidate,
            "ticket": self._items[candidate]["ticket"],
            "verdict": "keep",
            "age": 0,
            "milliseconds": 900,
            "note": "",
            "hints": True,
        }
        self._seen.note(self.name, "made", {"id": id_, "candidate": candidate})
        began = time.perf_counter()
        await self._send()
        waited = 1000 * (time.perf_counter() - began)
        for acknowledged in self._scene["acknowledged"]:
            if self._outbox.pop(acknowledged, None):
                self._seen.note(self.name, "saved", {"id": acknowledged, "waited": waited, "answered": waited})
        self._seen.complaints += [f"{self.name}: {sentence}" for sentence in self._scene["refused"].values()]

    async def _send(self) -> None:
        outbox = {
            "place": self._door["place"],
            "events": list(self._outbox.values()),
            "held": [item["version"] for item in self._items.values()],
        }
        self._take(await asyncio.to_thread(self._asked, json.dumps(outbox)))

    def _asked(self, outbox: str) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", self._door["header"]: self._door["seat"]}
        try:
            self._past.request("POST", "/" + self._door["address"], outbox, headers)
            answer = self._past.getresponse()
        except (HTTPException, ConnectionError):  # closed meanwhile, as servers do: a browser opens another too
            self._past.close()
            self._past.request("POST", "/" + self._door["address"], outbox, headers)
            answer = self._past.getresponse()
        said = answer.read()
        if answer.status != HTTPStatus.OK:
            raise ConnectionError(f"the server answered with status {answer.status}")
        found: dict[str, Any] = json.loads(said)
        return found

    async def _drawn(self) -> None:
        """Read on until the desk is drawn."""
        async with asyncio.timeout(ANSWER):
            while not self._door:
                said = ForwardMsg()
                data = await self._socket.recv()
                said.ParseFromString(data if isinstance(data, bytes) else data.encode())
                self._hear(said)

    def _hear(self, said: ForwardMsg) -> None:
        drawn = said.delta.new_element.bidi_component
        if drawn.component_name != COMPONENT:
            return
        self._door = json.loads(drawn.json)

    def _take(self, scene: dict[str, Any]) -> None:
        self._scene = scene
        decided = {event["candidate"] for event in self._outbox.values()}
        self._items |= self._scene["items"]
        needed = {*self._scene["queue"], *decided}
        self._items = {id_: item for id_, item in self._items.items() if id_ in needed}


async def at_once(port: int, people: int, seconds: float, think: float) -> Seen:
    """So many people keep samples for so long, each thinking at most `think` seconds about one."""
    seen = Seen()
    until = time.monotonic() + seconds
    await asyncio.gather(*(_person(port, f"Wire {n + 1}", n, until, think, seen) for n in range(people)))
    return seen


async def back_after_kills(app: App, people: int, kills: int) -> Seen:
    """The app is killed so many times and started again; these people, on machines of their own, open their pages again
    at once and send what they have until it is acknowledged: `resumed` has the seconds from the server's return."""
    seen = Seen()
    async with AsyncExitStack() as stack:
        names = [f"Wire {n + 1}" for n in range(people)]
        wires = [Wire(name, app.port, await stack.enter_async_context(_socket(app.port, name)), seen) for name in names]
        await asyncio.gather(*(wire.open() for wire in wires))
        for _ in range(kills):
            await asyncio.gather(*(wire.decide() for wire in wires))
            await asyncio.to_thread(app.kill)
            await asyncio.to_thread(app.start)
            began = time.perf_counter()
            pages = asyncio.gather(*(_opened_again(app.port, name) for name in names))
            seen.resumed += await asyncio.gather(*(_acknowledged(wire, began) for wire in wires))
            await pages
    return seen


async def _opened_again(port: int, name: str) -> None:
    """What the browser does beside its outbox when the server is back: it has the page drawn anew."""
    async with _socket(port, name) as socket:
        await Wire(name, port, socket, Seen()).open()


async def _acknowledged(wire: Wire, began: float) -> float:
    """Seconds since then until another decision of this person is acknowledged."""
    while True:
        try:
            await wire.decide()
            return time.perf_counter() - began
        except ConnectionError:
            if time.perf_counter() - began > ANSWER:
                raise
        await asyncio.sleep(0.2)


def _socket(port: int, name: str) -> connect:
    url, cookie = f"ws://127.0.0.1:{port}/_stcore/stream", {"Cookie": f"flinch_annotator={quote(name)}"}
    spoken: Any = {"subprotocols": ["streamlit"], "origin": f"http://127.0.0.1:{port}", "max_size": None}
    return connect(url, additional_headers=cookie, **spoken)


async def _person(port: int, name: str, seed: int, until: float, think: float, seen: Seen) -> None:
    drawn = random.Random(seed)
    await asyncio.sleep(drawn.uniform(0, 5))  # people do not open the desk in the same instant
    async with _socket(port, name) as socket:
        wire = Wire(name, port, socket, seen)
        try:
            await wire.open()
            while time.monotonic() < until:
                await asyncio.sleep(drawn.uniform(0.2, 1.0) * think)
                await wire.decide()
        except TimeoutError:
            seen.complaints.append(f"{name}: no answer within {ANSWER:g} s")
        except ConnectionError as error:
            seen.complaints.append(f"{name}: {error}")
    with suppress(Exception):
        await socket.close()
