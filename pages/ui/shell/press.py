"""A button that was pressed does its work, whatever is asked for right after it.

Streamlit stops a run as soon as the next request is there; where a button was pressed in it and the run had not come to
the button yet, or was in the middle of its work, the rest never happens, and nobody is told. So requests wait until the
run of a press has come to its end, however long that takes.
"""

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession


@dataclass
class PendingPress:
    """One session's press under way, and what was asked for since; only its event loop's thread looks at it."""

    under_way: bool = False
    waiting: list[ClientState] = field(default_factory=list)


SESSIONS: WeakKeyDictionary[AppSession, PendingPress] = WeakKeyDictionary()


def one_after_another() -> None:
    """Have requests wait from now on, each for the press before it."""
    ask, hear = AppSession.request_rerun, AppSession._handle_scriptrunner_event_on_event_loop

    def asked(session: AppSession, request: ClientState | None) -> None:
        pressed = SESSIONS.setdefault(session, PendingPress())
        if pressed.under_way and request:
            pressed.waiting.append(request)
            return
        ask(session, request)
        if request and presses(request) and session._scriptrunner:
            pressed.under_way = True

    def heard(session: AppSession, *event: Any, **of: Any) -> None:
        hear(session, *event, **of)
        pressed = SESSIONS.get(session)
        if pressed and pressed.under_way and not session._scriptrunner:  # its run, and what that led to, has ended
            pressed.under_way = False
            waiting, pressed.waiting = pressed.waiting, []
            for request in waiting:
                asked(session, request)

    AppSession.request_rerun = asked  # type: ignore[method-assign, assignment]
    AppSession._handle_scriptrunner_event_on_event_loop = heard  # type: ignore[method-assign, assignment]


def presses(request: ClientState) -> bool:
    """Whether a button was pressed in it, or an entry of a menu; what components send they send again by themselves."""
    widgets = request.widget_states.widgets
    return any(widget.trigger_value or widget.string_trigger_value.data != "" for widget in widgets)
