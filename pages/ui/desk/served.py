"""What the desk's browser asks: one address takes its outbox and says all that it shows, one serves its program.

Each message comes with a key, which the page gave this window: it says who sits there and before which cell, enough for
a server that was started since.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import BadInput, MissingResource
from core.records import Cell
from curation.roles import may_open
from data.records_json import decode, encode
from pages.ui.shared.browser import Program
from pages.ui.shell.answering import at_once, below, body_of, parsed
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.guard import log
from pages.ui.shell.keys import key_for, said_by
from pages.ui.shell.people import NOT_ANY_MORE, accounts, asked_in_team, held_by, still_held

ADDRESS = "flinch/answers"  # below the app's own address
HEADER = "X-Flinch-Key"
KIND, PAGE = "desk", "curate"
PROGRAM = Program(
    "desk",
    Path(__file__).parent / "browser",
    (
        *("saved", "outbox", "wire", "watch", "element", "cover", "written", "drafts", "line", "text", "words", "tags"),
        *("scale", "paint", "past", "flags", "zoom", "lease", "deck", "keys", "entry", "acts", "shortcuts", "desk"),
    ),
)


@dataclass(frozen=True, slots=True)
class ChosenSamples:
    """Samples that a link asked for, by their candidates' ids, and since when: first until decided."""

    ids: tuple[str, ...] = ()
    since: datetime = datetime(1970, 1, 1, tzinfo=UTC)


NONE = ChosenSamples()


@dataclass(frozen=True, slots=True)
class DeskConnection:
    """What the key of a window says: where its person sits, and whether they had to sign in; `offset` is how many
    minutes their clock is behind UTC."""

    window: str
    cell: Cell
    annotator: str
    offset: int
    team: bool
    first: ChosenSamples = NONE

    @property
    def key(self) -> str:
        """What messages come with, told to nobody else."""
        return key_for(KIND, encode(self))


def desk_routes(base: str) -> list[Route]:
    """The desk's addresses, in an app that lies at this path."""
    return [Route(below(base, ADDRESS), _answered, methods=["POST"]), PROGRAM.route(base)]


def answer(seating: DeskConnection, message: object) -> dict[str, Any]:
    """Store what came in this message, and say all that the desk shows by now; nothing to a page that was closed."""
    from pages.ui.desk.payload import payload  # half a second's imports, for which the app's start does not wait
    from pages.ui.desk.session import seen
    from pages.ui.shell.session import opened_store, taken_in

    prepares = not seating.team or may_open(accounts().named(seating.annotator).role, "prepare")
    store = opened_store()
    unread = taken_in(store)
    scene, outbox = seen(store, seating, prepares, message)
    if scene is None:
        return {}
    return payload(scene, outbox, datetime.now(UTC)) | {"program": PROGRAM.version, "unread": unread}


async def _answered(request: Request) -> Response:
    """The scene as JSON, or a status without one: 404 for a key that was not made here, 403 for a session that may not
    ask with it, 400 for a message that is no JSON, 503 with a sentence for what the store refuses, 500 for a fault; and
    what `body_of` says. Who asks is looked at before anything is read."""
    key, secret, team = request.headers.get(HEADER, ""), held_by(request), asked_in_team(request.headers)
    kind, content = said_by(key) or ("", "")
    if kind != KIND:
        return Response(status_code=404)
    seating = decode(content, DeskConnection)
    if not await at_once(_admitted, seating, secret, team):
        return Response(status_code=403)
    return await at_once(_reply, seating, await body_of(request, secret if team else key))


def _admitted(seating: DeskConnection, secret: str, team: bool) -> bool:
    """Whether the session of this `secret` may ask for this window: where people sign in, that of whoever sits
    there, as long as they may. `team` says whether the request came where they do."""
    try:
        if (seating.team or team) and still_held(PAGE, secret).name != seating.annotator:
            raise BadInput(NOT_ANY_MORE)
    except (BadInput, MissingResource) as error:
        log().warning("%s: %s", type(error).__name__, error)
        return False
    return True


def _reply(seating: DeskConnection, body: bytes) -> Response:
    message = parsed(body)
    run_begins()
    try:
        return JSONResponse(answer(seating, message), headers={"Cache-Control": "no-store"})
    except (BadInput, MissingResource) as error:
        log().warning("%s: %s", type(error).__name__, error)
        return JSONResponse({"sentence": str(error)}, 503)
    except Exception:
        log().exception("reference %s", uuid4().hex[:8])
        return Response(status_code=500)
