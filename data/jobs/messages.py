"""The worker's side of a pool: it does what it is sent, and sends messages meanwhile."""

import pickle
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from io import TextIOBase
from typing import Any, NamedTuple


class WorkerMessage(NamedTuple):
    """What a worker sends: messages while it works, and at last what came of the work."""

    kind: str  # "message", "result", "error"
    value: Any

    def outcome(self) -> Any:
        """The result; raises the error."""
        if self.kind == "error":
            raise self.value
        return self.value


Send = Callable[[WorkerMessage], None]
_send: Send | None = None


def send_message(message: object) -> None:
    """Send this to whoever submitted the work that is being done here."""
    if _send:
        _send(WorkerMessage("message", message))


def run_and_send(fn: Callable[..., Any], args: tuple[Any, ...], send: Send) -> None:
    """Do `fn(*args)` and send what comes of it; what it prints is sent line by line."""
    global _send
    _send = send
    try:
        with redirect_stdout(_Lines()):
            outcome = WorkerMessage("result", fn(*args))
    except Exception as error:
        outcome = WorkerMessage("error", _picklable(error))
    finally:
        _send = None
    try:
        send(outcome)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        send(WorkerMessage("error", RuntimeError(f"the result of the work can't be sent: {error}")))


def _picklable(error: Exception) -> Exception:
    """The exception if it survives the way, else its text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception_only(error)).strip())
    error.add_note("".join(traceback.format_exception(error)))  # where it was, for the log
    return error


class _Lines(TextIOBase):
    """What is printed, sent in whole lines."""

    def __init__(self) -> None:
        self._unfinished = ""

    def write(self, text: str) -> int:
        *lines, self._unfinished = (self._unfinished + text).split("\n")
        for line in lines:
            send_message(line)
        return len(text)
