"""The pages, one line each, and the guarantee that each of them runs inside app.py."""

import streamlit as st
from streamlit.navigation.page import StreamlitPage

PAGES = (
    ("start", "Start"),
    ("datasets", "Data sets"),
    ("catalogue", "Perturbations"),
    ("playground", "Playground"),
    ("prepare", "Prepare"),
    ("curate", "Curate"),
    ("progress", "Progress"),
    ("evaluate", "Evaluate"),
    ("heatmaps", "Heatmaps"),
    ("flips", "Flips"),
    ("samples", "Samples"),
)
_FRAMED = "inside-app"


def navigate() -> StreamlitPage:
    """The page the address asks for; the sidebar lists them all."""
    st.session_state[_FRAMED] = True
    return _navigation()


def framed() -> None:
    """Start again through app.py if this page was run by itself.

    Until `st.navigation` was called once in a process, Streamlit takes `pages/` for its older kind of app and opens an
    address such as /heatmaps without app.py, and so without the guard.
    """
    if _FRAMED not in st.session_state:
        _navigation()
        st.rerun()


def _navigation() -> StreamlitPage:
    return st.navigation([st.Page(f"pages/{name}.py", title=title, default=name == "start") for name, title in PAGES])
