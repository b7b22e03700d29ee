"""The review desk: a component that paints the next sample by itself and sends its decisions as one outbox.

Whatever interrupts a rerun, the next one gets the whole outbox again, and decisions carry ids made in the browser:
what is stored, acknowledged and shown is read from the outbox and the database, never counted along the way.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

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
from pages.ui.desk.events import Delivery, Desk, deliver
from pages.ui.desk.outbox import Outbox, sent
from pages.ui.desk.payload import LabelChoices, Scene, payload
from pages.ui.desk.refusals import note_refusals
from pages.ui.shared.browser import Component
from pages.ui.shared.cell_choice import CELL
from pages.ui.shared.split_size import split_size
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

KEY, TOLD_KEY = "desk", "told-too-fast"
AHEAD = 24  # samples the browser holds: a burst of keys 60 ms apart may last over a second before the next delivery
SCRIPTS = (
    "outbox",
    "wire",
    "watch",
    "element",
    "cover",
    "written",
    "drafts",
    "line",
    "text",
    "words",
    "tags",
    "scale",
    "paint",
    "past",
    "flags",
    "zoom",
    "lease",
    "deck",
    "keys",
    "entry",
    "acts",
    "shortcuts",
    "desk",
)
COMPONENT = Component("flinch.desk", Path(__file__).parent / "browser", SCRIPTS, keep=True)


@st.fragment
@guarded
def desk(cell: Cell, annotator: str) -> None:
    """Draw the desk for this cell; when the person asks for another, its id is put in the session under CELL."""
    if st.session_state.get(CELL) != cell.id:
        st.rerun()

    place = content_id(str(workspace().root), annotator)
    here = Desk(annotator, Tickets(secret(workspace().root)))

    def store_outbox() -> None:
        _deliver(_outbox(place), here)

    def leave() -> None:
        st.session_state[CELL] = str(st.session_state[KEY]["goto"])

    outbox = _outbox(place)
    opened, delivery = store(), _deliver(outbox, here)
    items = opened.desk(cell, annotator, AHEAD)
    progress = opened.progress_as_seen(cell, annotator)
    scene = Scene(
        place=place,
        delivery=delivery,
        desk=here,
        lost=opened.lost(cell, annotator, outbox.candidates),
        decided=opened.decided(cell, annotator, outbox.candidates),
        progress=progress,
        answers=_answers(cell),
        items=items,
        recent=opened.recent(cell, annotator, outbox.recent),
        carried=opened.carried(cell, annotator),
        stats=opened.session_stats(cell, annotator),
        day=opened.days_work(annotator, midnight(datetime.now(UTC), st.context.timezone_offset or 0)),
        flags=[flag for flag in opened.flags(cell) if flag.annotator == annotator],
        cells=opened.cells(),
        reach=_out_of_reach(progress),
        campaign=opened.campaign(cell),
        hints_awaited=any(item.hint is None and not item.hints_hidden for item in items) and _hints_awaited(cell),
    )
    _say_if_too_fast(scene)
    COMPONENT.draw(
        KEY,
        payload(scene, outbox, datetime.now(UTC)),
        _message(),
        on_outbox_change=guarded(store_outbox),
        on_goto_change=guarded(leave),
    )


def _say_if_too_fast(scene: Scene) -> None:
    """Tell whoever just decided faster than people read, in one friendly sentence, once a streak."""
    newest_first = [each for each in scene.recent if each.decision.verdict is not Verdict.SKIP]
    looks = [TimedVerdict(r.decision, scene.progress.cell, words(r.item)) for r in reversed(newest_first)]
    fast = just_too_fast(looks)
    just_now = bool(looks) and looks[-1].decision.id in scene.delivery.acknowledged
    if fast and just_now and not st.session_state.get(TOLD_KEY):
        st.toast(TOLD, icon=":material/speed:", duration="long")
    st.session_state[TOLD_KEY] = fast


def _outbox(place: str) -> Outbox:
    return sent(_message(), place)


def _message() -> object:
    state = st.session_state.get(KEY)
    return state.get("outbox") if isinstance(state, Mapping) else None


def _deliver(outbox: Outbox, here: Desk) -> Delivery:
    delivery = deliver(store(), outbox.events, here, datetime.now(UTC)).with_refusals(outbox.refused)
    note_refusals(here.annotator, delivery.refused)
    return delivery


def _answers(cell: Cell) -> LabelChoices:
    try:
        card = dataset_card(workspace(), cell.dataset)
    except BadInput:
        return (
            LabelChoices()
        )  # the data set was removed: what is there can still be kept, discarded or relabelled by hand
    return LabelChoices.of(card)


def _out_of_reach(progress: CellProgress) -> str:
    """Why the quota can't be reached; "" where it can, or while more candidates are being made."""
    cell = progress.cell
    return "" if not progress.out_of_reach or _hints_awaited(cell) else shortfall(progress, split_size(cell))


def _hints_awaited(cell: Cell) -> bool:
    """Whether a job is at work that makes hints for this cell's data set."""
    working = (job.arguments for job in jobs(workspace()) if job.kind == "candidates" and not job.ended)
    designs = (arguments.get("design", {}) for arguments in working)
    return any((design.get("dataset"), design.get("split")) == (cell.dataset, cell.split) for design in designs)
