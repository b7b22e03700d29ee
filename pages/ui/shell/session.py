"""What every page asks for: the workspace, the store this app process owns, and who is sitting here."""

from pathlib import Path

import streamlit as st

from core.errors import BadInput
from data.demo import ensure_demo
from data.store import Store
from data.store.snapshots.daily import look_daily
from data.study.copies import heal
from data.workspace import Workspace
from pages.ui.shell.guard import guarded
from pages.ui.shell.navigation import framed
from pages.ui.shell.people import in_team, person
from pages.ui.shell.remember import recalled, remember
from pages.ui.shell.signing_in import draw_person

NAME = "flinch_annotator"
LONGEST_NAME = 60
GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"


def workspace() -> Workspace:
    """The workspace of this app; its folders exist once `store` was called."""
    return Workspace.current()


def store() -> Store:
    """The one store of this app process, with what finished jobs wrote taken in.

    Raises BadInput when the workspace can't be written or another process holds its database; a later call tries again.
    """
    framed()
    opened = _shown_opening(str(workspace().root))
    for sentence in taken_in(opened):
        st.warning(sentence)
    return opened


def opened_store() -> Store:
    """The same store outside any page: nothing is drawn, and what jobs wrote meanwhile is left to others."""
    return _opened(str(workspace().root))


def annotator() -> str:
    """Who decides here. Asks for the name, and stops the page, until there is one; the browser keeps it."""
    framed()
    if name := known_annotator():
        return name
    if in_team():
        raise BadInput("You are signed out; reload the page and sign in again.")
    with st.form("who", border=True, width=520):
        st.header("Who is deciding?")
        st.caption("Your name is stored with each decision, so that others can ask you.")
        typed = st.text_input("Your name", max_chars=LONGEST_NAME)
        if st.form_submit_button("Start", type="primary") and typed.strip():
            st.session_state[NAME] = " ".join(typed.split())
            st.rerun()
    st.stop()
    return ""


def known_annotator() -> str:
    """Who signed in, or without a team the name given in this session or kept by this browser, else ""."""
    if in_team():
        account = person()
        return account.name if account else ""
    return str(st.session_state.get(NAME, " ".join(recalled(NAME).split())[:LONGEST_NAME]))


@st.fragment
@guarded
def _draw_glossary() -> None:
    """A button; the terms are read when it is pressed."""
    terms = st.popover("Glossary", type="tertiary", icon=":material/help:", key="glossary", on_change="rerun")
    if terms.open:
        with terms, st.container(key="told-glossary"):
            st.markdown("- " + GLOSSARY.read_text(encoding="utf-8").partition("\n- ")[2])


def sidebar() -> None:
    """The glossary, the name of who decides, and the way to say that somebody else sits here now."""
    with st.sidebar:
        _draw_glossary()
        if in_team():
            draw_person()
            return
        name = known_annotator()
        remember(NAME, name)
        if not name:
            return
        st.caption("Your name")
        st.text(name)
        if st.button("Change name", type="tertiary", icon=":material/edit:"):
            st.session_state[NAME] = ""
            st.rerun()


@st.cache_resource(show_spinner="Opening the workspace …")
def _shown_opening(root: str) -> Store:
    return _opened(root)


@st.cache_resource(show_spinner=False)
def _opened(root: str) -> Store:
    place = Workspace(Path(root)).prepare()
    opened = Store.open(place)
    ensure_demo(place)
    keep_safe(root)
    return opened


@st.cache_resource(show_spinner=False)
def keep_safe(root: str) -> None:
    """Bring to its end what a kill left half done, and have a snapshot taken once a day, as long as this process lives,
    whoever comes: participants of a study too."""
    heal(Path(root))
    look_daily(Workspace(Path(root)))


def taken_in(opened: Store) -> list[str]:
    """Ingest what jobs wrote since the last look; a sentence for each part that can't be read, when first met."""
    unread = []
    for folder in sorted(workspace().jobs.glob("*/")):
        try:
            opened.ingest(folder)
        except BadInput as error:
            unread.append(str(error))
    return unread
