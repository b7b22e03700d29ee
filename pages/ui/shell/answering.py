"""What a page's part in the browser asks without a run of the page, which takes many times what the answer takes.

The page gives its part a secret, which stands for what the session may ask, and which no other session is told.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import Any
from uuid import uuid4

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import BadInput, MissingResource
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.guard import log, while_admitted

ADDRESS = "flinch/answers"  # below the app's own address
HEADER = "X-Flinch-Key"
MOST = 2_000  # sessions whose secrets are remembered; older ones go by the page again
LONGEST = 8_000_000  # bytes of a message
AT_ONCE = 16  # messages that are answered at once, by threads that serve nothing else

Answer = Callable[[Any], Mapping[str, Any]]


class Endpoints:
    """What answers the messages of each session, by the secret that they come with."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, Answer] = OrderedDict()

    def put(self, key: str, answer: Answer) -> None:
        """Messages with this secret get this answer, as long as whoever sits here now may be on this page."""
        admitted = while_admitted(answer)
        with self._lock:
            self._known[key] = admitted
            self._known.move_to_end(key)
            while len(self._known) > MOST:
                self._known.popitem(last=False)

    def get(self, key: str) -> Answer | None:
        """What answers messages with this secret; None where nobody was given it, or long ago."""
        with self._lock:
            return self._known.get(key)


ENDPOINTS = Endpoints()


def route(base: str) -> Route:
    """Where the app, which lies at this path, answers."""
    place = "/".join(part for part in (base.strip("/"), ADDRESS) if part)
    return Route(f"/{place}", _answered, methods=["POST"])


async def _answered(request: Request) -> Response:
    """The answer as JSON, or a status that tells the browser to go by the page: 404 for an unknown secret, 403 for one
    that is not answered any more, 413 for a message that is too long, 400 for one that is no JSON, 500 for a fault."""
    answer = ENDPOINTS.get(request.headers.get(HEADER, ""))
    if answer is None:
        return Response(status_code=404)
    body = await _body(request)
    if body is None:
        return Response(status_code=413)
    return await to_thread.run_sync(_reply, answer, body, limiter=_limiter())


@cache
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(AT_ONCE)


def _reply(answer: Answer, body: bytes) -> Response:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return Response(status_code=400)
    run_begins()
    try:
        return JSONResponse(answer(message), headers={"Cache-Control": "no-store"})
    except (BadInput, MissingResource) as error:
        log().warning("%s: %s", type(error).__name__, error)
        return Response(status_code=403)
    except Exception:
        log().exception("reference %s", uuid4().hex[:8])
        return Response(status_code=500)


async def _body(request: Request) -> bytes | None:
    """What was sent; None as soon as it is too long."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return None
    return bytes(body)
