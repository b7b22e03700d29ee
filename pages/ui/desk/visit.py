"""One window with a desk: what its browser sends, by the page or past it, is taken and answered one after another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from core.errors import BadInput
from core.records import Cell, Verdict
from curation.quality.streaks import TOLD, TimedVerdict, just_too_fast, words
from curation.roles import may_open
from data.records_json import decode, encode
from pages.ui.desk.payload import Scene, payload
from pages.ui.desk.seat import Seat
from pages.ui.shell.guard import while_held
from pages.ui.shell.keys import key_for
from pages.ui.shell.people import NOT_ANY_MORE, for_team, in_team, still_held
from pages.ui.shell.session import opened_store, taken_in

PAGE = "curate"
_PROCESS = token_hex(4)
_numbers = count()
_AT = Lock()
_TURNS: WeakValueDictionary[str, Lock] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Seating:
    """What the key of a window says: where its person sits, and whether they had to sign in."""

    window: str
    cell: Cell
    annotator: str
    offset: int
    team: bool


class Visit:
    """A window for as long as its session lasts.

    `to_tell` are sentences that the page has not said yet, `seat` is where it put the person last.
    """

    def __init__(self, seat: Seat) -> None:
        self._window = token_urlsafe(16)
        self.to_tell: list[str] = []
        self.seat = seat
        self._lock = Lock()
        self._too_fast = False

    @property
    def key(self) -> str:
        """What messages past the page come with, told to nobody else: it says where the person sits."""
        seat = self.seat
        return key_for("desk", encode(Seating(self._window, seat.cell, seat.annotator, seat.offset, in_team())))

    def take(self, message: object) -> None:
        """Store what came by the page."""
        with self._lock, _turn(self.seat.place):
            self.seat.take(message)

    def answer(self, message: Any) -> dict[str, Any]:
        """Store what came past the page, and say all that the desk shows by now."""
        self.to_tell += taken_in(self.seat.store)
        with self._lock:
            return self._said(message)

    def drawn(self, seat: Seat, message: object) -> dict[str, Any]:
        """All that the desk shows now that the page puts the person there, where `message` is the last that it got.

        What came past the page meanwhile says nothing here: the desk may be a new one, which holds nothing.
        """
        with self._lock:
            self.seat = seat
            return self._said(message)

    def _said(self, message: object) -> dict[str, Any]:
        """The answer to this message. Answers are numbered: a higher number knows what a lower one does, also where a
        window has two visits, by its key and by the page that opened anew."""
        with _turn(self.seat.place):
            number = next(_numbers)
            scene, outbox = self.seat.seen(message)
        self._watch(scene)
        more = {"heard": [_PROCESS, number], "untold": bool(self.to_tell)}
        return {**payload(scene, outbox, datetime.now(UTC)), **more}

    def _watch(self, scene: Scene) -> None:
        """Have the page tell whoever just decided faster than people read, once a streak."""
        newest_first = [each for each in scene.recent if each.decision.verdict is not Verdict.SKIP]
        looks = [TimedVerdict(r.decision, scene.progress.cell, words(r.item)) for r in reversed(newest_first)]
        fast = just_too_fast(looks)
        just_now = bool(looks) and looks[-1].decision.id in scene.delivery.acknowledged
        if fast and just_now and not self._too_fast:
            self.to_tell.append(TOLD)
        self._too_fast = fast


def _turn(place: str) -> Lock:
    """What those have one after another who sit at the same place; it goes when nobody does."""
    with _AT:
        return _TURNS.setdefault(place, Lock())


def again(said: str, held: str) -> Callable[[Any], Mapping[str, Any]]:
    """What answers a window whose server is gone, by what its key said, in a browser that holds this session's secret.

    Raises BadInput where whoever sat there may not sit there any more.
    """
    seating = decode(said, Seating)
    if not (seating.team or for_team()):
        return _visit(seating, prepares=True).answer
    account = still_held(PAGE, held)
    if account.name != seating.annotator:
        raise BadInput(NOT_ANY_MORE)
    return while_held(_visit(seating, may_open(account.role, "prepare")).answer, PAGE, held)


def _visit(seating: Seating, prepares: bool) -> Visit:
    return Visit(Seat(opened_store(), seating.cell, seating.annotator, prepares, seating.offset))
