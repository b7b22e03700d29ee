"""What was typed or chosen a moment before another page is asked for is not lost, and the other page comes.

Streamlit stops the run that was to take in what was typed as soon as the next request is there; where that asks for
another page, it says nothing of the first one's widgets, and what was typed is gone. And a text that is left by a tap
on another page's name is sent after that name: Streamlit then stays on the page, and shows its widgets empty. Both are
mended here: requests are read before Streamlit gets them, and the next page's run keeps what they said.
"""

from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import unpack_widget_state_value, user_key_from_element_id
from streamlit.runtime.state.session_state import WStates

LATE = 0.5  # seconds after a page was asked for in which a text of the page before may still come
KEY = "requests-heard"


@dataclass(eq=False)
class RequestLog:
    """What one session's requests said: which page they asked for last, and what no run has taken in yet."""

    page: str = ""
    query: str = ""
    left: str = ""  # the page before
    asked_at: float = 0.0
    seen: dict[str, WidgetState] = field(default_factory=dict)  # what widgets said last, by their ids
    untaken: dict[str, WidgetState] = field(default_factory=dict)
    untaken_of: str = ""  # the page it was said on
    _lock: Lock = field(default_factory=Lock)

    def hear(self, request: ClientState) -> None:
        """Take note of a request; one that comes late asks for the page that was asked for before it."""
        if request.fragment_id:
            return
        widgets = {widget.id: widget for widget in request.widget_states.widgets}
        with self._lock:
            of = request.page_script_hash
            if widgets and of == self.left and monotonic() - self.asked_at < LATE:
                request.page_script_hash, request.query_string = self.page, self.query
            elif of != self.page:
                self.left, self.page, self.query, self.asked_at = self.page, of, request.query_string, monotonic()
            if widgets:
                self._note(of, {id_: widget for id_, widget in widgets.items() if not self._has_seen(widget)})
                self.seen |= widgets

    def _has_seen(self, widget: WidgetState) -> bool:
        seen = self.seen.get(widget.id)  # numbers may be of another kind there
        return bool(seen and unpack_widget_state_value(seen) == unpack_widget_state_value(widget))

    def _note(self, of: str, changed: dict[str, WidgetState]) -> None:
        self.untaken = changed if of != self.untaken_of else self.untaken | changed
        self.untaken_of = of

    def show(self, widgets: dict[str, WidgetState]) -> None:
        """A page was drawn, and these widgets, of which nothing was heard yet, say this."""
        with self._lock:
            self.seen = widgets | self.seen

    def now(self) -> tuple[str, dict[str, WidgetState]]:
        """The page on which it was said, and what no run has taken in yet."""
        with self._lock:
            return self.untaken_of, self.untaken

    def taken(self, widgets: dict[str, WidgetState]) -> None:
        """They are stored, or a run of their own page came to its end."""
        with self._lock:
            self.untaken = {id_: widget for id_, widget in self.untaken.items() if widgets.get(id_) is not widget}


SESSIONS: WeakValueDictionary[str, RequestLog] = WeakValueDictionary()  # kept by the sessions themselves


def listen() -> None:
    """Have requests read from now on."""
    request_rerun = AppSession.request_rerun

    def read(session: AppSession, client_state: ClientState | None) -> None:
        heard = SESSIONS.get(session.id)
        if heard and client_state:
            heard.hear(client_state)
        request_rerun(session, client_state)

    AppSession.request_rerun = read  # type: ignore[method-assign, assignment]


@contextmanager
def nothing_typed_is_lost() -> Iterator[None]:
    """Around the run of a page, once it is known which: keep first what was typed on another and no run took in."""
    run = get_script_run_ctx()
    if not run:
        yield
        return
    heard: RequestLog = st.session_state.setdefault(KEY, RequestLog())
    heard.page = heard.page or run.page_script_hash
    SESSIONS[run.session_id] = heard
    of, untaken = heard.now()
    if of != run.page_script_hash:
        _keep(untaken, run.session_state._state)
        heard.taken(untaken)
    yield
    heard.taken(untaken)
    heard.show(_widgets(run.session_state._state, heard.seen.keys()))


def _widgets(state: SessionState, besides: Set[str]) -> dict[str, WidgetState]:
    """What the other widgets say, of those that are to say the same when they are seen again."""
    metadata = dict(state._new_widget_state.widget_metadata)
    states = WStates(widget_metadata=metadata)
    for id_ in metadata.keys() - besides:
        if metadata[id_].persist_state == "session":
            with suppress(KeyError):  # one that says nothing now
                states.set_from_value(id_, state.get_widget_value(id_))
    return {widget.id: widget for widget in states.as_widget_states()}


def _keep(widgets: dict[str, WidgetState], state: SessionState) -> None:
    """Store what these widgets said, of those that are to say the same when they are seen again."""
    for id_, widget in widgets.items():
        metadata, key = state.get_widget_metadata(id_), user_key_from_element_id(id_)
        if metadata and key and metadata.persist_state == "session":
            st.session_state[key] = metadata.deserializer(unpack_widget_state_value(widget))
