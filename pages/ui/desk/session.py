"""A seat at the desk: who sits there, before which cell, and what they see."""

from datetime import UTC, datetime
from functools import lru_cache
from time import monotonic

from core.errors import BadInput
from core.identity import content_id
from core.records import Cell, Verdict
from curation.quality.day import midnight
from curation.queue import CLAIM_SECONDS
from curation.reach import shortfall
from curation.records import CellProgress
from curation.tickets import Tickets
from data.datasets.stored import dataset_card
from data.jobs.jobs import jobs
from data.secret import secret
from data.store import Store
from pages.ui.desk.events import Delivery, deliver
from pages.ui.desk.outbox import Outbox, sent
from pages.ui.desk.payload import DeskState, LabelChoices
from pages.ui.desk.served import DeskConnection
from pages.ui.shared.split_size import split_size
from pages.ui.shell.guard import log
from pages.ui.shell.session import workspace

AHEAD = 24  # samples the browser holds: a burst of keys 60 ms apart may last over a second before the next delivery
MOST_DESKS = 100  # of one person at one cell that are told apart
MOST_REFUSALS = 10_000  # refusals that are remembered, so that one sent again every few seconds is one line
_open_desks: dict[tuple[str, str], dict[str, float]] = {}  # by person and cell: when each was last heard of


def seen(store: Store, seating: DeskConnection, prepares: bool, message: object) -> tuple[DeskState | None, Outbox]:
    """All that this desk shows when what came in this message is stored, nothing where its page was closed; and what
    the message said.

    `prepares`: whether whoever sits there prepares samples too.
    """
    outbox = sent(message, place_of(seating.annotator))
    tickets = Tickets(seating.annotator, secret(workspace().root))
    delivery = deliver(store, outbox.events, tickets, datetime.now(UTC))
    delivery = delivery.with_refusals({**outbox.refused, **_set_keys(store, seating.annotator, outbox)})
    for id_, sentence in delivery.refused.items():
        _note_refusal(seating.annotator, id_, sentence)
    key, now = (seating.annotator, seating.cell.id), monotonic()
    desks = {desk: at for desk, at in _open_desks.get(key, {}).items() if now - at < CLAIM_SECONDS}
    _open_desks[key] = desks
    if outbox.leaving:
        desks.pop(outbox.desk, None)
        if not desks:  # another window of theirs may be open
            store.leave(seating.cell, seating.annotator)
        return None, outbox
    if len(desks) < MOST_DESKS:
        desks[outbox.desk] = now
    return _scene(store, seating, prepares, outbox, tickets, delivery), outbox


def _set_keys(store: Store, annotator: str, outbox: Outbox) -> dict[str, str]:
    """Have the letters that came; a sentence where they can't be."""
    try:
        if outbox.keys is not None:
            store.set_desk_keys(annotator, outbox.keys)
    except BadInput as error:
        return {"keys": str(error)}
    return {}


def _scene(
    store: Store, seating: DeskConnection, prepares: bool, outbox: Outbox, tickets: Tickets, delivery: Delivery
) -> DeskState:
    cell, annotator = seating.cell, seating.annotator
    items = store.desk(cell, annotator, AHEAD)
    first = store.undecided_since(cell, annotator, seating.first.ids, seating.first.since)
    asked_ids = {item.candidate.id for item in first}
    held = [id_ for id_ in outbox.candidates if id_ not in asked_ids]  # what is asked for may be anybody's
    own = store.said_of(cell, annotator, held)
    progress = store.progress_as_seen(cell, annotator)
    return DeskState(
        delivery=delivery,
        tickets=tickets,
        lost=store.lost(cell, annotator, held),
        decided=[decision.candidate_id for decision in own if decision.verdict is not Verdict.SKIP],
        progress=progress,
        answers=_answers(cell),
        items=items,
        first=first,
        earlier=store.said_of(cell, annotator, asked_ids),
        recent=store.recent(cell, annotator, outbox.recent),
        carried=store.carried(cell, annotator),
        own=store.own_tally(cell, annotator),
        day=store.days_work(annotator, midnight(datetime.now(UTC), seating.offset)),
        flags=store.flags(cell),
        cells=store.cells(),
        prepares=prepares,
        reach=_out_of_reach(progress, prepares),
        campaign=store.campaign(cell),
        keys=store.desk_keys(annotator),
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


@lru_cache(MOST_REFUSALS)
def _note_refusal(annotator: str, id_: str, sentence: str) -> None:
    """Write it down, once for each event."""
    number = _note_refusal.cache_info().misses
    log().warning("refused a decision of %r (refusal %d): %s", annotator, number, sentence)
