"""What a page's part in the browser asks without a run of the page, which takes many times what the answer takes.

The page gives its part a key, which stands for what the session may ask, and which no other session is told. It says
enough for a server that was started since to answer it too.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from threading import Condition, Lock
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import BadInput, MissingResource
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.guard import log, while_admitted
from pages.ui.shell.keys import said_by
from pages.ui.shell.people import COOKIE

ADDRESS = "flinch/answers"  # below the app's own address
HEADER = "X-Flinch-Key"
AGAIN = {"desk": "pages.ui.desk.visit"}  # by the kind of a key: the module whose `again` makes what answers it
MOST = 2_000  # keys whose windows are remembered; older ones are made again
GIVES_WAY = 5.0  # seconds that what can wait lets messages go first, after a restart above all
LONGEST = 8_000_000  # bytes of a message
AT_ONCE = 16  # messages that are answered at once, by threads that serve nothing else

Answer = Callable[[Any], Mapping[str, Any]]


class Endpoints:
    """What answers the messages of each window, by the key that they come with."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, Answer] = OrderedDict()

    def put(self, key: str, answer: Answer) -> None:
        """Messages with this key get this answer, as long as whoever sits here now may be on this page."""
        admitted = while_admitted(answer)
        with self._lock:
            self._put(key, admitted)

    def get(self, key: str, held: str) -> Answer:
        """What answers messages with this key, which was made here: if need be anew, for the session of the secret
        `held`. Raises BadInput where that may not ask."""
        with self._lock:
            if (known := self._known.get(key)) is None:
                kind, said = said_by(key) or ("", "")
                known = import_module(AGAIN[kind]).again(said, held)
                self._put(key, known)
            return known

    def _put(self, key: str, answer: Answer) -> None:
        self._known[key] = answer
        self._known.move_to_end(key)
        while len(self._known) > MOST:
            self._known.popitem(last=False)


class UnderWay:
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


ENDPOINTS, UNDER_WAY = Endpoints(), UnderWay()


def route(base: str) -> Route:
    """Where the app, which lies at this path, answers."""
    return Route(below(base, ADDRESS), _answered, methods=["POST"])


def below(base: str, address: str) -> str:
    """The path of this address of an app that lies at `base`."""
    return "/" + "/".join(part for part in (base.strip("/"), address) if part)


async def _answered(request: Request) -> Response:
    """The answer as JSON, or a status that tells the browser to go by the page: 404 for a key that was not made here,
    403 for one that is not answered any more, 413 for a message that is too long, 400 for one that is no JSON, 500 for
    a fault."""
    key, held = request.headers.get(HEADER, ""), unquote(request.cookies.get(COOKIE, ""))
    if said_by(key) is None:
        return Response(status_code=404)
    body = await body_of(request)
    if body is None:
        return Response(status_code=413)
    return await at_once(_reply, key, held, body)


async def at_once(reply: Callable[..., Response], *arguments: object) -> Response:
    """What this function replies, in a thread of those that serve nothing else."""
    with UNDER_WAY:
        return await to_thread.run_sync(reply, *arguments, limiter=_limiter())


async def body_of(request: Request) -> bytes | None:
    """What was sent; None as soon as it is too long."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return None
    return bytes(body)


@cache
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(AT_ONCE)


def _reply(key: str, held: str, body: bytes) -> Response:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return Response(status_code=400)
    run_begins()
    try:
        return JSONResponse(ENDPOINTS.get(key, held)(message), headers={"Cache-Control": "no-store"})
    except (BadInput, MissingResource) as error:
        log().warning("%s: %s", type(error).__name__, error)
        return Response(status_code=403)
    except Exception:
        log().exception("reference %s", uuid4().hex[:8])
        return Response(status_code=500)
