"""The review desk: a component that paints the next sample by itself and sends its decisions as one outbox.

Each message holds the whole outbox, and decisions carry ids made in the browser: what is stored, acknowledged and shown
is read from the outbox and the database, never counted along the way. Messages come past the page where that can be, as
a run of the page takes many times what an answer takes; else, and where there is something for the page to say, by it.
"""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from core.records import Cell
from pages.ui.desk.seat import Seat
from pages.ui.desk.visit import Visit
from pages.ui.shared.browser import Component
from pages.ui.shared.cell_choice import CELL
from pages.ui.shell.answering import ADDRESS, ENDPOINTS, HEADER
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import may_see
from pages.ui.shell.session import store

KEY, VISIT = "desk", "desk-visit"
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

    seat = Seat(store(), cell, annotator, may_see("prepare"), st.context.timezone_offset or 0)
    visit: Visit = st.session_state.setdefault(VISIT, Visit(seat))

    def store_outbox() -> None:
        visit.take(_message())

    def leave() -> None:
        st.session_state[CELL] = str(st.session_state[KEY]["goto"])

    ENDPOINTS.put(visit.key, visit.answer)
    scene = visit.drawn(seat, _message())
    while visit.to_tell:
        st.toast(visit.to_tell.pop(0), icon=":material/info:", duration="long")
    COMPONENT.draw(
        KEY,
        {**scene, "untold": False, "wire": {"address": ADDRESS, "header": HEADER, "key": visit.key}},
        _message(),
        on_outbox_change=guarded(store_outbox),
        on_goto_change=guarded(leave),
    )


def _message() -> object:
    state = st.session_state.get(KEY)
    return state.get("outbox") if isinstance(state, Mapping) else None
