"""A value kept by this browser across reloads and restarts: a first-party cookie, read back through `st.context`.

No script reads it: the page gives the browser a word that it brings back once, and the server sets the cookie then.
"""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from urllib.parse import quote, unquote

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.ui.shell.answering import below

SECONDS = 365 * 24 * 3600
ADDRESS, HEADER = "flinch/kept", "X-Flinch-Word"
MOST = 2_000  # words that were given out and not brought back
_words: OrderedDict[str, tuple[str, str]] = OrderedDict()  # what each has the browser keep
_lock = Lock()
_writer = st.components.v2.component(
    "flinch.remember",
    js="""
    export default function ({ data, setTriggerValue }) {
      const said = (window.flinchWords ??= new Set())
      if (said.has(data.word)) return
      said.add(data.word)
      const request = { method: "POST", keepalive: true, headers: { [data.header]: data.word } }
      const ask = tries => fetch(data.address, request)
        .catch(() => tries && setTimeout(ask, 1000, tries - 1))
      ask(10).then(() => data.awaited && setTriggerValue("kept", true))
    }
    """,
)


def remember(name: str, value: str, awaited: bool = False) -> bool:
    """Have the browser keep `value` under `name` for a year; "" has it forget. True once it does; with `awaited` the
    page runs again then."""
    state = f"kept-{name}"
    kept, word = st.session_state.get(state, (recalled(name), ""))
    if kept != value:
        kept, word = st.session_state[state] = (value, _word_for(name, value))
    if word not in _words:
        return True
    with st.container(key=f"remember-{name}", height="content"):
        data = {"word": word, "address": ADDRESS, "header": HEADER, "awaited": awaited}
        _writer(key=f"cookie-{name}", data=data, on_kept_change=_nothing)
    return False


def recalled(name: str) -> str:
    """What the browser brought along when this session began, else ""."""
    return unquote(st.context.cookies.get(name, ""))


def keeping(base: str) -> Route:
    """Where browsers bring the words back, in an app that lies at this path; each is taken once."""
    return Route(below(base, ADDRESS), _kept, methods=["POST"])


async def _kept(request: Request) -> Response:
    with _lock:
        name, value = _words.pop(request.headers.get(HEADER, ""), ("", ""))
    if not name:
        return Response(status_code=404)
    answer = Response(status_code=204)
    answer.set_cookie(name, quote(value), SECONDS if value else 0, httponly=True, samesite="lax")
    return answer


def _word_for(name: str, value: str) -> str:
    word = token_urlsafe(16)
    with _lock:
        _words[word] = (name, value)
        while len(_words) > MOST:
            _words.popitem(last=False)
    return word


def _nothing() -> None:
    """The page runs again, which is all that is wanted."""
