"""One window with a desk: what its browser sends, by the page or past it, is taken and answered one after another."""

from datetime import UTC, datetime
from itertools import count
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Any

from core.records import Verdict
from curation.quality.streaks import TOLD, TimedVerdict, just_too_fast, words
from pages.ui.desk.payload import Scene, payload
from pages.ui.desk.seat import Seat
from pages.ui.shell.session import taken_in

_PROCESS = token_hex(4)
_numbers = count()


class Visit:
    """A window for as long as its session lasts. Its `key` is told to nobody else.

    `to_tell` are sentences that the page has not said yet, `seat` is where it put the person last.
    """

    def __init__(self, seat: Seat) -> None:
        self.key = token_urlsafe(32)
        self.to_tell: list[str] = []
        self.seat = seat
        self._lock = Lock()
        self._too_fast = False

    def take(self, message: object) -> None:
        """Store what came by the page."""
        with self._lock:
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
        """The answer to this message. Answers are numbered: a higher number knows what a lower one does."""
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
