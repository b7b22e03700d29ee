"""The participant's page: a component that paints each screen by itself and sends what is answered as one outbox."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from data.study.studies import Studies
from data.workspace import Workspace
from pages.ui.shared.browser import Component
from pages.ui.shell.guard import guarded, log
from pages.ui.shell.session import keep_safe
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
COMPONENT = Component("flinch.study", Path(__file__).parent / "browser", SCRIPTS, keep=True)
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
    keep_safe(str(Workspace.current().root))
    token = str(st.query_params.get(TOKEN, ""))
    reply = _reply(token)
    if reply.token != token:
        st.query_params[TOKEN] = reply.token
    if reply.withdrew:
        st.session_state[LEFT] = reply
    COMPONENT.draw(KEY, reply.data | {"alone": True}, message(KEY), on_outbox_change=_heard)


def _reply(token: str) -> Reply:
    left = st.session_state.get(LEFT)
    if isinstance(left, Reply) and left.token == token:
        return left
    try:
        return visit(Studies(Workspace.current().prepare()), token, message(KEY))
    except Exception:  # whatever it is, a participant can do nothing about it, and loses nothing by it
        log().exception("a participant's page")
        return trouble(Workspace.current().root, token)


def message(key: str) -> object:
    """What the browser's component of this key last sent."""
    state = st.session_state.get(key)
    return state.get("outbox") if isinstance(state, Mapping) else None


def _heard() -> None:
    """The page is drawn anew; that saves what was sent."""
