"""What a person sees when something fails: one sentence. What a developer finds: the traceback in flinch.log."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import ParamSpec, TypeVar
from uuid import uuid4

import streamlit as st

from core.errors import BadInput, MissingResource
from data.workspace import Workspace
from pages.ui.shell.collecting import run_begins
from pages.ui.shell.people import PAGE, in_team, still_admitted, still_held, token

P = ParamSpec("P")
R = TypeVar("R")
LOG = "flinch.log"


@contextmanager
def guard() -> Iterator[None]:
    """Run a page, a fragment or a callback, if whoever sits here may: what it raises becomes a sentence on the page and
    an entry in the log.

    BadInput and MissingResource say themselves what to do; anything else is shown as a reference to the log.
    """
    run_begins()
    try:
        still_admitted()
        yield
    except (BadInput, MissingResource) as error:
        log().warning("%s: %s", type(error).__name__, error)
        _show(str(error))
    except Exception:
        reference = uuid4().hex[:8]
        log().exception("reference %s", reference)
        _show(
            f"Something went wrong (reference {reference}). No saved data is lost. Try again; "
            f"if it happens again, {LOG} in the workspace says why."
        )


def guarded(function: Callable[P, R]) -> Callable[P, R | None]:
    """The function under the guard, for fragments and callbacks, which run without the page around them."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R | None:
        with guard():
            return function(*args, **kwargs)
        return None

    return run


@guarded
def put(key: str, value: object) -> None:
    """Have the session's state, and so the widget of this key, say so: for callbacks."""
    st.session_state[key] = value


def while_admitted(content: Callable[P, R]) -> Callable[P, R]:
    """The function, for what a button hands over, which is made when it is pressed and outside any run of the page: it
    asks first whether whoever saw the button may still be on its page. Raises BadInput where they may not."""
    page, secret = str(st.session_state.get(PAGE) or ""), token()
    if not page or not in_team():
        return content

    @wraps(content)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        still_held(page, secret)
        return content(*args, **kwargs)

    return made


def _show(sentence: str) -> None:
    st.error(sentence, icon=":material/error:")
    st.button("Try again", key=f"try-again-{uuid4().hex}", icon=":material/refresh:")


def log() -> logging.Logger:
    """The logger that writes to the workspace's flinch.log, or to stderr where that can't be written."""
    path = Workspace.current().root / LOG
    logger = logging.getLogger("flinch")
    if not any(_path_of(handler) == path for handler in logger.handlers):
        for handler in logger.handlers[:]:
            logger.removeHandler(handler)
            handler.close()
        logger.addHandler(_handler(path))
        logger.propagate = False
    return logger


def _handler(path: Path) -> logging.Handler:
    handler: logging.Handler
    try:
        handler = RotatingFileHandler(path, maxBytes=2_000_000, backupCount=2, encoding="utf-8")
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler


def _path_of(handler: logging.Handler) -> Path | None:
    return Path(handler.baseFilename) if isinstance(handler, logging.FileHandler) else None
