"""The views of a page that has several: a segmented control whose choice stands in the address."""

from collections.abc import Sequence

import streamlit as st

from pages.ui.shared.address import follow, known, write

VIEW = "view"


def choose_page_view(views: Sequence[str], key: str) -> str:
    """The view that the address asks for, else the one left open, else the first; the address then names it.

    An unknown view in the address is said, and the page stays as it was.
    """
    follow(lambda query: take_view(known(query, VIEW, tuple(map(str.casefold, views))), views, key))
    chosen = draw_view_switch(views, key)
    write({VIEW: spelled_view(chosen, views)})
    return chosen


def take_view(asked: str | None, views: Sequence[str], key: str) -> None:
    """Have the switch of this key show what an address asks for."""
    if asked:
        st.session_state[key] = next(view for view in views if view.casefold() == asked)


def draw_view_switch(views: Sequence[str], key: str) -> str:
    """The switch alone, for a page that keeps its own address."""
    if st.session_state.get(key) not in views:
        st.session_state[key] = views[0]
    chosen = st.segmented_control(
        "View", views, key=key, required=True, label_visibility="collapsed", persist_state="session"
    )
    return chosen or views[0]


def spelled_view(view: str, views: Sequence[str]) -> str:
    """The view as an address spells it; "" for the first, which needs no word."""
    return "" if view == views[0] else view.casefold()
