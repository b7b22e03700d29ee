"""A study as a participant will see it, for the researcher who made it: nothing that is done here is recorded."""

import streamlit as st

from data.study.study import Study
from pages.ui.shell.guard import guarded
from pages.ui.study.served import ADDRESS, TOKEN, keep_preview

SESSION = "study-preview"
HEIGHT = 420  # pixels, until the page in the frame says how high it is


def draw_preview(study: Study) -> None:
    """The participant's page from its beginning, and the ways to begin again and to end it."""
    st.caption("This is what participants see, with the samples of one participant. Nothing you do here is recorded.")
    if study.design.doubt_of_minutes:
        st.warning(study.design.doubt_of_minutes)
    begun = _key(study.id) in st.session_state
    with st.container(horizontal=True):
        label = "Begin again" if begun else "Begin"
        st.button(label, icon=":material/visibility:", key=f"{SESSION}-begin", on_click=_begin, args=(study,))
        if begun:
            st.button("End preview", icon=":material/close:", on_click=_end, args=(study.id,))
    if token := st.session_state.get(_key(study.id)):
        base = str(st.get_option("server.baseUrlPath") or "").strip("/")
        st.iframe(f"/{base}/{ADDRESS}?{TOKEN}={token}".replace("//", "/"), height=HEIGHT, alt="Participant page")


@guarded
def _begin(study: Study) -> None:
    st.session_state[_key(study.id)] = keep_preview(study.preview())


@guarded
def _end(id_: str) -> None:
    st.session_state.pop(_key(id_), None)


def _key(id_: str) -> str:
    return f"{SESSION}-{id_}"
