"""Which study the page is about, or a new one."""

import streamlit as st

from core.errors import BadInput
from data.study.studies import Studies
from pages.ui.shared.address import follow, known, write
from pages.ui.shell.guard import guarded

NEW = "new"
STUDY = "studies-study"


def choose_study(studies: Studies) -> str:
    """The id of the study that is chosen, `NEW` for none; at first the newest there is."""
    titles = {NEW: "New study"} | {id_: title for id_ in studies.ids() if (title := _title(studies, id_))}
    offered = (*[id_ for id_ in titles if id_ != NEW], NEW)
    follow(lambda query: _take(known(query, "study", offered)))
    if st.session_state.get(STUDY) not in offered:
        st.session_state[STUDY] = offered[0]
    chosen: str = st.selectbox(
        "Study", offered, format_func=titles.__getitem__, key=STUDY, persist_state="session", width=560
    )
    write({"study": chosen})
    return chosen


@guarded
def open_study(id_: str) -> None:
    """Turn to this study, on the whole page: for a callback, of a job's box too, which is a fragment."""
    st.session_state[STUDY] = id_
    st.rerun()


def _take(id_: str | None) -> None:
    if id_:
        st.session_state[STUDY] = id_


def _title(studies: Studies, id_: str) -> str:
    """How the selector names it, "" where it can't be read: that is said."""
    try:
        study = studies.open(id_)
        return f"{study.design.title} · {study.register.created:%Y-%m-%d} · {id_[:4]}"
    except BadInput as error:
        st.warning(str(error))
        return ""
