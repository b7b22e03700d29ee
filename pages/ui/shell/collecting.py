"""Garbage collection: Streamlit collects all of it after each run of a page, which takes the longer the more there is.

What exists is therefore put aside (`gc.freeze`) once in a while, so that a collection looks at what came since then;
just before, what was put aside earlier and is of no use any more goes.
"""

import atexit
import gc
from functools import cache
from threading import Event, Thread

from pages.ui.shell.sparing import give_back

EVERY = 20.0  # seconds; a whole collection holds everybody up for about 0.2

_ran = Event()


def run_begins() -> None:
    """A page, a fragment or a callback begins: the first time everything there is is put aside."""
    _ran.set()
    _begin()


def collect() -> None:
    """Collect all garbage, and put aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_back()


@cache
def _begin() -> None:
    collect()
    atexit.register(gc.unfreeze)  # at the very end it may go, else DuckDB reports it as leaked
    Thread(target=_from_time_to_time, name="collecting", daemon=True).start()


def _from_time_to_time() -> None:
    pause = Event()
    while not pause.wait(EVERY):
        if _ran.is_set():  # else nothing came since the last time
            _ran.clear()
            collect()
