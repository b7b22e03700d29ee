"""The review desk: a component that paints the next sample by itself and sends its decisions as one outbox.

Whatever interrupts a rerun, the next one gets the whole outbox again, and decisions carry ids made in the browser:
what is stored, acknowledged and shown is read from the outbox and the database, never counted along the way.
"""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from core.errors import BadInput
from core.identity import content_id
from core.records import Cell, Task
from data.datasets import dataset_card
from data.jobs import jobs
from pages.ui.desk.events import deliver
from pages.ui.desk.payload import Answers, Scene, payload, sent
from pages.ui.guard import guarded
from pages.ui.session import store, workspace

KEY = "desk"
CELL = "cell"  # the id of the cell shown, in the session and in the address
AHEAD = 24  # samples the browser holds: a burst of keys 60 ms apart may last over a second before the next delivery
PARTS = ("desk.html", "desk.css", ("outbox.js", "line.js", "text.js", "paint.js", "keys.js", "entry.js", "desk.js"))


@st.fragment
@guarded
def desk(cell: Cell, annotator: str) -> None:
    """Draw the desk for this cell; when the person asks for another, its id is put in the session under CELL."""
    if st.session_state.get(CELL) != cell.id:
        st.rerun()

    place = content_id(str(workspace().root), annotator)

    def store_outbox() -> None:
        deliver(store(), _outbox(place)[1], annotator, datetime.now(UTC))

    def leave() -> None:
        st.session_state[CELL] = str(st.session_state[KEY]["goto"])

    sequence, events, held = _outbox(place)
    opened = store()
    delivery = deliver(opened, events, annotator, datetime.now(UTC))
    items = opened.desk(cell, annotator, AHEAD)
    scene = Scene(
        place=place,
        delivery=delivery,
        progress=opened.progress(cell),
        answers=_answers(cell),
        items=items,
        recent=opened.recent(cell, annotator),
        stats=opened.session_stats(cell, annotator),
        cells=opened.cells(),
        hints_awaited=any(item.hint is None for item in items) and _hints_awaited(cell),
    )
    _component()(
        key=KEY,
        data=payload(scene, sequence, held),
        on_outbox_change=guarded(store_outbox),
        on_goto_change=guarded(leave),
    )


def _outbox(place: str) -> tuple[str, list[Any], frozenset[str]]:
    return sent(st.session_state.get(KEY), place)


def _answers(cell: Cell) -> Answers:
    try:
        card = dataset_card(workspace(), cell.dataset)
    except BadInput:
        return Answers()  # the data set was removed: what is there can still be kept, discarded or relabelled by hand
    return Answers(card.labels, card.task is Task.SIMILARITY)


def _hints_awaited(cell: Cell) -> bool:
    """Whether a job is at work that makes hints for this cell's data set."""
    working = (job.arguments for job in jobs(workspace()) if job.kind == "candidates" and not job.ended)
    return any(asked.get("dataset") == cell.dataset and asked.get("split") == cell.split for asked in working)


@cache
def _component() -> Any:
    """The component, its parts read from the files beside this one when it is first drawn."""
    here = Path(__file__).parent
    html, css, scripts = PARTS
    js = "\n".join((here / script).read_text(encoding="utf-8") for script in scripts)
    return st.components.v2.component(
        "flinch.desk",
        html=(here / html).read_text(encoding="utf-8"),
        css=(here / css).read_text(encoding="utf-8"),
        js=js,
    )
