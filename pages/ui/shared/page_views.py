"""The views of a page that has several: a segmented control, and how an address spells its choice."""

from collections.abc import Sequence

import streamlit as st

VIEW = "view"


def take_view(asked: str | None, views: Sequence[str], key: str) -> None:
    """Have the switch of this key show what an address asks for."""
    if asked:
        st.session_state[key] = next(view for view in views if view.casefold() == asked)


def draw_view_switch(views: Sequence[str], key: str) -> str:
    """The switch."""
    if st.session_state.get(key) not in views:
        st.session_state[key] = views[0]
    chosen = st.segmented_control(
        "View", views, key=key, required=True, label_visibility="collapsed", persist_state="session"
    )
    return chosen or views[0]


def spelled_view(view: str, views: Sequence[str]) -> str:
    """The view as an address spells it; "" for the first, which needs no word."""
    return "" if view == views[0] else view.casefold()
