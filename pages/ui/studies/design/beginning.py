"""What a new study begins with."""

import streamlit as st

from core.errors import BadInput
from curation.study.presets import preset
from data.study.studies import Studies
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.design.draft import USUAL, begin, begin_with_file, splits_at_hand

FILE, OTHER = "study-file", "study-other"


def draw_beginning() -> None:
    """A menu: the paper's study, one that is there, or a file."""
    with st.popover("Start from …", icon=":material/draft:"):
        st.caption("This replaces what you typed below.")
        st.button("Study by Moradi & Samwald 2021", on_click=_preset)
        titles = _titles()
        if titles:
            st.selectbox("A study of this workspace", tuple(titles), format_func=titles.__getitem__, key=OTHER)
            st.button("Copy its design", on_click=_copy)
        st.file_uploader("A file", type="toml", key=FILE)
        st.button("Load file", on_click=_read, disabled=st.session_state.get(FILE) is None)


@guarded
def _preset() -> None:
    begin(preset(USUAL, splits_at_hand()))


@guarded
def _copy() -> None:
    begin(Studies(workspace()).open(st.session_state[OTHER]).design)


@guarded
def _read() -> None:
    if held := st.session_state.get(FILE):
        begin_with_file(held.getvalue())


def _titles() -> dict[str, str]:
    studies, titles = Studies(workspace()), {}
    for id_ in studies.ids():
        try:
            titles[id_] = f"{studies.open(id_).design.title} · {id_[:4]}"
        except BadInput:
            continue  # the selector above has said so
    return titles
