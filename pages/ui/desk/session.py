"""A seat at the desk: who sits there, before which cell, and what they see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from core.errors import BadInput
from core.identity import content_id
from core.records import Cell
from curation.quality.day import midnight
from curation.reach import shortfall
from curation.records import CellProgress
from curation.tickets import Tickets
from data.datasets.stored import dataset_card
from data.jobs.jobs import jobs
from data.secret import secret
from data.store import Store
from pages.ui.desk.chosen_samples import NONE, ChosenSamples
from pages.ui.desk.events import Delivery, Desk, deliver
from pages.ui.desk.outbox import Outbox, sent
from pages.ui.desk.payload import DeskState, LabelChoices
from pages.ui.shared.split_size import split_size
from pages.ui.shell.guard import log
from pages.ui.shell.session import workspace

AHEAD = 24  # samples the browser holds: a burst of keys 60 ms apart may last over a second before the next delivery
MOST_REFUSALS = 10_000  # refusals that are remembered, so that one sent again every few seconds is one line
_noted: dict[tuple[str, str, str], None] = {}


@dataclass(frozen=True, slots=True)
class DeskSession:
    """Whose desk it is, which cell lies on it, and whether they prepare samples too; `offset` is how many minutes their
    clock is behind UTC."""

    store: Store
    cell: Cell
    annotator: str
    prepares: bool
    offset: int
    first: ChosenSamples = NONE

    def seen(self, message: object) -> tuple[DeskState | None, Outbox]:
        """All that this desk shows when what came in this message is stored, nothing where its page was closed; and
        what the message said."""
        outbox = sent(message, place_of(self.annotator))
        desk = Desk(self.annotator, Tickets(secret(workspace().root)))
        delivery = deliver(self.store, outbox.events, desk, datetime.now(UTC))
        delivery = delivery.with_refusals({**outbox.refused, **self._set_keys(outbox)})
        note_refusals(self.annotator, delivery.refused)
        if outbox.leaving:
            self.store.leave(self.cell, self.annotator)
            return None, outbox
        return self._scene(outbox, desk, delivery), outbox

    def _set_keys(self, outbox: Outbox) -> dict[str, str]:
        """Have the letters that came; a sentence where they can't be."""
        try:
            if outbox.keys is not None:
                self.store.set_desk_keys(self.annotator, outbox.keys)
        except BadInput as error:
            return {"keys": str(error)}
        return {}

    def _scene(self, outbox: Outbox, desk: Desk, delivery: Delivery) -> DeskState:
        opened, cell, annotator = self.store, self.cell, self.annotator
        items = opened.desk(cell, annotator, AHEAD)
        first = opened.undecided_since(cell, annotator, self.first.ids, self.first.since)
        asked = {item.candidate.id for item in first}
        held = [id_ for id_ in outbox.candidates if id_ not in asked]  # what is asked for may be anybody's
        progress = opened.progress_as_seen(cell, annotator)
        return DeskState(
            delivery=delivery,
            desk=desk,
            lost=opened.lost(cell, annotator, held),
            decided=opened.decided(cell, annotator, held),
            progress=progress,
            answers=_answers(cell),
            items=items,
            first=first,
            earlier=opened.said_of(cell, annotator, asked),
            recent=opened.recent(cell, annotator, outbox.recent),
            carried=opened.carried(cell, annotator),
            stats=opened.session_stats(cell, annotator),
            day=opened.days_work(annotator, midnight(datetime.now(UTC), self.offset)),
            flags=opened.flags(cell),
            cells=opened.cells(),
            reach=_out_of_reach(progress, self.prepares),
            campaign=opened.campaign(cell),
            keys=opened.desk_keys(annotator),
            hints_awaited=any(item.hint is None and not item.hints_hidden for item in items) and _hints_awaited(cell),
        )


def place_of(annotator: str) -> str:
    """Names the outbox in the browser: one workspace, one person."""
    return content_id(str(workspace().root), annotator)


def _answers(cell: Cell) -> LabelChoices:
    """What samples can be relabelled as; where the data set was removed, what is there is still judged, by hand."""
    try:
        return LabelChoices.of(dataset_card(workspace(), cell.dataset))
    except BadInput:
        return LabelChoices()


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


def note_refusals(annotator: str, refused: Mapping[str, str]) -> None:
    """Write down those of these sentences, by event id, that were not written down before."""
    for id_, sentence in refused.items():
        key = (annotator, id_, sentence)
        if key in _noted:
            continue
        if len(_noted) >= MOST_REFUSALS:
            _noted.pop(next(iter(_noted)))
        _noted[key] = None
        log().warning("refused a decision of %r (refusal %d): %s", annotator, len(_noted), sentence)
