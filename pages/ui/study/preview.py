"""A study as a participant will see it, for the researcher who made it: nothing that is done here is recorded."""

from collections.abc import Mapping
from uuid import uuid4

import streamlit as st

from core.identity import content_id
from data.study.study import Study
from pages.ui.shared.browser import Component
from pages.ui.shell.guard import guarded
from pages.ui.study.program import FOLDER, SCRIPTS
from pages.ui.study.visit import look

SESSION = "study-preview"
COMPONENT = Component("flinch.study", FOLDER, (*SCRIPTS, "within"))


def draw_preview(study: Study) -> None:
    """The participant's page from its beginning, and the way to begin again."""
    st.caption(
        "This is what a participant sees, with samples of one place of the plan. Nothing you do here is recorded. "
        "It lasts until you reload the page."
    )
    label = "Begin again" if _key(study.id) in st.session_state else "Begin"
    st.button(label, icon=":material/visibility:", key=f"{SESSION}-begin", on_click=_begin, args=(study,))
    if _key(study.id) in st.session_state:
        with st.container(border=True):
            _draw(study.id)


@guarded
def _begin(study: Study) -> None:
    st.session_state[_key(study.id)] = (study.preview(), uuid4().hex)


@st.fragment
@guarded
def _draw(id_: str) -> None:
    session, visit = st.session_state[_key(id_)]
    key = f"{_key(id_)}-{visit}"
    state = st.session_state.get(key)
    message = state.get("outbox") if isinstance(state, Mapping) else None
    scene = look(session, content_id("preview", id_, visit), message)
    COMPONENT.draw(key, scene, message, on_outbox_change=_heard)


def _heard() -> None:
    """The page is drawn anew; that takes in what was sent."""


def _key(id_: str) -> str:
    return f"{SESSION}-{id_}"
