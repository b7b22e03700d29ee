"""Garbage collection: Streamlit collects everything after each run of a page, which takes the longer the more there is.

What exists when a run begins is therefore put aside (`gc.freeze`), so that the collection at its end looks at what the
run made. What was put aside and is of no use any more is collected once in a while, when nobody is waiting if possible.
"""

import atexit
import gc
from functools import cache
from threading import Thread
from time import monotonic, sleep

LOOK = 5.0  # seconds between two looks whether it is time
SELDOM, OFTEN = 300.0, 30.0  # seconds between two collections at most, and at least
QUIET = 2.0  # seconds without a run after which nobody is waiting

_last_run = 0.0


def run_begins() -> None:
    """Put aside what exists; call it as a page, a fragment or a callback begins."""
    global _last_run
    _begin()
    gc.freeze()
    _last_run = monotonic()


def due(now: float, last_run: float, last_collection: float) -> bool:
    """Whether what was put aside is to be collected now, all in seconds of one clock."""
    if last_run <= last_collection:
        return False  # nothing ran since then
    waited = now - last_collection
    return waited >= SELDOM or (waited >= OFTEN and now - last_run >= QUIET)


def collect() -> None:
    """Collect what was put aside, and put aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@cache
def _begin() -> None:
    gc.collect()
    atexit.register(gc.unfreeze)  # at the very end it may go, else DuckDB reports it as leaked
    Thread(target=_from_time_to_time, name="collecting", daemon=True).start()


def _from_time_to_time() -> None:
    collected = monotonic()
    while True:
        sleep(LOOK)
        if due(monotonic(), _last_run, collected):
            collect()
            collected = monotonic()
