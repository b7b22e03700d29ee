"""The participant's page: a component that paints each screen by itself and sends what is answered as one outbox."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from data.study.studies import Studies
from data.workspace import Workspace
from pages.ui.shared.browser import joined
from pages.ui.shell.guard import guarded, log
from pages.ui.study.visit import Reply, trouble, visit

KEY, TOKEN = "study", "t"
LEFT = "study-left"  # the reply to who withdrew in this session, whose link opens nothing any more
SCRIPTS = (
    "outbox",
    "watch",
    "element",
    "cover",
    "written",
    "course",
    "blocks",
    "ask",
    "screens",
    "paint",
    "post",
    "study",
)
# No menu, no header, and on a phone hardly a margin: the study is all there is.
BARE = """<style>
[data-testid=stHeader],[data-testid=stSidebar],[data-testid=stToolbar],[data-testid=stDialog]{display:none!important}
[data-stale]{opacity:1!important;transition:none!important} /* what is being saved is no reason to fade a text */
[data-testid=stMainBlockContainer]{padding:1rem clamp(.75rem,4vw,3rem) 3rem}
</style>"""


@st.fragment
@guarded
def participate() -> None:
    """Draw what this session's link opens; what the browser sent is saved before anything is drawn."""
    st.html(BARE)
    token = str(st.query_params.get(TOKEN, ""))
    reply = _reply(token)
    if reply.token != token:
        st.query_params[TOKEN] = reply.token
    if reply.withdrew:
        st.session_state[LEFT] = reply
    component()(key=KEY, data=reply.data | {"alone": True}, on_outbox_change=_heard)


def _reply(token: str) -> Reply:
    left = st.session_state.get(LEFT)
    if isinstance(left, Reply) and left.token == token:
        return left
    state = st.session_state.get(KEY)
    sent = state.get("outbox") if isinstance(state, Mapping) else None
    try:
        return visit(Studies(Workspace.current().prepare()), token, sent)
    except Exception:  # whatever it is, a participant can do nothing about it, and loses nothing by it
        log().exception("a participant's page")
        return trouble(Workspace.current().root, token)


def _heard() -> None:
    """The page is drawn anew; that saves what was sent."""


@cache
def component() -> Any:
    """The component, its parts read from the folder `browser` when it is first drawn."""
    here = Path(__file__).parent / "browser"
    return st.components.v2.component(
        "flinch.study",
        html=(here / "study.html").read_text(encoding="utf-8"),
        css=(here / "study.css").read_text(encoding="utf-8"),
        js=joined(here, SCRIPTS),
    )
