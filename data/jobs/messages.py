"""The worker's side of a place: it does what it is sent, and tells what happens meanwhile."""

import pickle
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from io import TextIOBase
from typing import Any, NamedTuple


class WorkerMessage(NamedTuple):
    """What a worker sends: a thing told (`what` is "told"), and at last what came of the work."""

    what: str  # "told", "returned", "raised"
    value: Any


Send = Callable[[WorkerMessage], None]
_send: Send | None = None


def send_message(message: object) -> None:
    """Let whoever submitted the work that is being done here have this message."""
    if _send:
        _send(WorkerMessage("told", message))


def work_at(fn: Callable[..., Any], args: tuple[Any, ...], send: Send) -> None:
    """Do `fn(*args)` and send what comes of it; what it prints is told line by line."""
    global _send
    _send = send
    try:
        with redirect_stdout(_Lines()):
            returned = fn(*args)
        said = WorkerMessage("returned", returned)
    except Exception as error:
        said = WorkerMessage("raised", _sendable(error))
    finally:
        _send = None
    try:
        send(said)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        send(WorkerMessage("raised", RuntimeError(f"what the work returned can't be sent: {error}")))


def _sendable(error: Exception) -> Exception:
    """The exception if it survives the way, else its text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception_only(error)).strip())
    error.add_note("".join(traceback.format_exception(error)))  # where it was, for the log
    return error


class _Lines(TextIOBase):
    """What is printed, told in whole lines."""

    def __init__(self) -> None:
        self._begun = ""

    def write(self, text: str) -> int:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            send_message(line)
        return len(text)
