"""A seat at the desk: who sits there, before which cell, and how what their browser sends is taken and answered."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Any

from core.errors import BadInput
from core.identity import content_id
from core.records import Cell, Verdict
from curation.quality.day import midnight
from curation.quality.streaks import TOLD, TimedVerdict, just_too_fast, words
from curation.reach import shortfall
from curation.records import CellProgress
from curation.tickets import Tickets
from data.datasets.stored import dataset_card
from data.jobs.jobs import jobs
from data.secret import secret
from data.store import Store
from pages.ui.desk.events import Delivery, Desk, deliver
from pages.ui.desk.outbox import Outbox, sent
from pages.ui.desk.payload import LabelChoices, Scene, payload
from pages.ui.desk.refusals import note_refusals
from pages.ui.shared.split_size import split_size
from pages.ui.shell.session import taken_in, workspace

AHEAD = 24  # samples the browser holds: a burst of keys 60 ms apart may last over a second before the next delivery
_PROCESS = token_hex(4)
_numbers = count()


@dataclass(slots=True)
class Visit:
    """One window with a desk, for as long as its session lasts."""

    key: str = field(default_factory=lambda: token_urlsafe(32))  # nobody else's messages are answered as this visit's
    lock: Lock = field(default_factory=Lock)
    too_fast: bool = False  # whether the last decisions came faster than people read
    to_tell: list[str] = field(default_factory=list)  # sentences that the page has not said yet


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose desk it is, which cell lies on it, and whether they prepare samples too; `offset` is how many minutes their
    clock is behind UTC."""

    store: Store
    cell: Cell
    annotator: str
    prepares: bool
    offset: int
    visit: Visit

    @property
    def _desk(self) -> Desk:
        return Desk(self.annotator, Tickets(secret(workspace().root)))

    @property
    def place(self) -> str:
        """Names the outbox in the browser: one workspace, one person."""
        return content_id(str(workspace().root), self.annotator)

    def take(self, message: object) -> None:
        """Store what came in this message."""
        with self.visit.lock:
            self._delivered(sent(message, self.place), self._desk)

    def answer(self, message: object) -> dict[str, Any]:
        """Store what came in this message, and say all that the desk shows by now.

        Answers to one window are numbered, and made one after another: the higher number knows what the lower one does.
        """
        with self.visit.lock:
            number = next(_numbers)
            outbox, desk = sent(message, self.place), self._desk
            scene = self._scene(outbox, desk, self._delivered(outbox, desk))
            self._watch(scene)
            more = {"heard": [_PROCESS, number], "untold": bool(self.visit.to_tell)}
            return {**payload(scene, outbox, datetime.now(UTC)), **more}

    def answer_past_page(self, message: Any) -> dict[str, Any]:
        """The same for a message that came past the page, which then says later what there is to say."""
        self.visit.to_tell += taken_in(self.store)
        return self.answer(message)

    def _delivered(self, outbox: Outbox, desk: Desk) -> Delivery:
        delivery = deliver(self.store, outbox.events, desk, datetime.now(UTC)).with_refusals(outbox.refused)
        note_refusals(self.annotator, delivery.refused)
        return delivery

    def _scene(self, outbox: Outbox, desk: Desk, delivery: Delivery) -> Scene:
        opened, cell, annotator = self.store, self.cell, self.annotator
        items = opened.desk(cell, annotator, AHEAD)
        progress = opened.progress_as_seen(cell, annotator)
        return Scene(
            place=self.place,
            delivery=delivery,
            desk=desk,
            lost=opened.lost(cell, annotator, outbox.candidates),
            decided=opened.decided(cell, annotator, outbox.candidates),
            progress=progress,
            answers=_answers(cell),
            items=items,
            recent=opened.recent(cell, annotator, outbox.recent),
            carried=opened.carried(cell, annotator),
            stats=opened.session_stats(cell, annotator),
            day=opened.days_work(annotator, midnight(datetime.now(UTC), self.offset)),
            flags=[flag for flag in opened.flags(cell) if flag.annotator == annotator],
            cells=opened.cells(),
            reach=_out_of_reach(progress, self.prepares),
            campaign=opened.campaign(cell),
            hints_awaited=any(item.hint is None and not item.hints_hidden for item in items) and _hints_awaited(cell),
        )

    def _watch(self, scene: Scene) -> None:
        """Have the page tell whoever just decided faster than people read, once a streak."""
        newest_first = [each for each in scene.recent if each.decision.verdict is not Verdict.SKIP]
        looks = [TimedVerdict(r.decision, scene.progress.cell, words(r.item)) for r in reversed(newest_first)]
        fast = just_too_fast(looks)
        just_now = bool(looks) and looks[-1].decision.id in scene.delivery.acknowledged
        if fast and just_now and not self.visit.too_fast:
            self.visit.to_tell.append(TOLD)
        self.visit.too_fast = fast


def _answers(cell: Cell) -> LabelChoices:
    try:
        card = dataset_card(workspace(), cell.dataset)
    except BadInput:
        return (
            LabelChoices()
        )  # the data set was removed: what is there can still be kept, discarded or relabelled by hand
    return LabelChoices.of(card)


def _out_of_reach(progress: CellProgress, prepares: bool) -> str:
    """Why the quota can't be reached; "" where it can, or while more candidates are being made."""
    if not progress.out_of_reach or _hints_awaited(progress.cell):
        return ""
    return shortfall(progress, split_size(progress.cell), prepares)


def _hints_awaited(cell: Cell) -> bool:
    """Whether a job is at work that makes hints for this cell's data set."""
    working = (job.arguments for job in jobs(workspace()) if job.kind == "candidates" and not job.ended)
    designs = (arguments.get("design", {}) for arguments in working)
    return any((design.get("dataset"), design.get("split")) == (cell.dataset, cell.split) for design in designs)
