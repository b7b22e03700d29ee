"""The pages, one line each, and the guarantee that each of them runs inside app.py."""

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.ui.shell.people import PAGE, in_team, may_see, participating

PAGES = (
    ("start", "Start"),
    ("datasets", "Data sets"),
    ("perturbations", "Perturbations"),
    ("playground", "Playground"),
    ("prepare", "Prepare"),
    ("curate", "Curate"),
    ("progress", "Progress"),
    ("evaluate", "Evaluate"),
    ("experiments", "Experiments"),
    ("heatmaps", "Heatmaps"),
    ("flips", "Flips"),
    ("samples", "Samples"),
    ("studies", "Studies"),
    ("team", "Team"),
)
ADDRESSES = "addresses"  # those that the page which is open had in this session since it was opened
_FRAMED = "inside-app"


def opening() -> bool:
    """Whether this is the first run of a page in its session."""
    return _FRAMED not in st.session_state


def navigate() -> StreamlitPage:
    """The page the address asks for; the sidebar lists those that whoever sits here may open.

    Where somebody takes part in a study there is an empty one.
    """
    st.session_state[_FRAMED] = True
    if participating():
        st.session_state[PAGE] = None
        return st.navigation([st.Page(_nothing, title="Study", url_path="none", default=True)], position="hidden")
    page = _navigation()
    name = next(name for name, title in PAGES if title == page.title)
    if st.session_state.get(PAGE) != name:
        st.session_state.pop(ADDRESSES, None)
    st.session_state[PAGE] = name if may_see(name) else None  # at the door there is no page
    return page


def on_page(page: StreamlitPage) -> bool:
    """Whether whoever signed in may be on the page `page`; else they are told, and led to theirs from the first one."""
    if st.session_state[PAGE]:
        return True
    if page.title == PAGES[0][1]:
        st.switch_page("pages/curate.py")
    st.info("This page is for researchers.")
    st.page_link("pages/curate.py", label="Curate", icon=":material/arrow_forward:")
    return False


def framed() -> None:
    """Start again through app.py if this page was run by itself.

    Until `st.navigation` was called once in a process, Streamlit takes `pages/` for its older kind of app and opens an
    address such as /heatmaps without app.py, and so without the guard.
    """
    if _FRAMED not in st.session_state:
        _navigation()
        st.rerun()
    page = st.session_state.get(PAGE)
    if in_team() and not (page and may_see(page)):
        st.stop()  # at the door no page is drawn, however it was asked for


def _nothing() -> None:
    st.text("There is nothing here. Open your link again.")
    st.caption(
        "A participant uses this browser for a study, so it opens only that study. If you run the study, close "
        "all windows of this browser and open it again, or use another browser or a private window."
    )


def _navigation() -> StreamlitPage:
    """All pages, so that a link to any of them is known; those that are not for whoever sits here are in no list."""
    return st.navigation(  # no groups: Streamlit's lists of them are none to a screen reader
        [
            st.Page(
                f"pages/{name}.py",
                title=title,
                default=name == PAGES[0][0],
                visibility="visible" if may_see(name) else "hidden",
            )
            for name, title in PAGES
        ],
        expanded=True,  # more than twelve would hide behind "View more"
    )
