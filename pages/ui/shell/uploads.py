"""Files that browsers send: who may, and how much of them is held in all."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive
from streamlit import runtime
from streamlit.runtime.stats import CacheStat

from core.errors import BadInput
from pages.ui.shell.people import asked_in_team, held_by, still_held

ADDRESS = "_stcore/upload_file/"
PAGE = "datasets"  # whoever may be there may import
TIMES = 2  # as many of the largest files are held in all, of everybody's sessions
MEGABYTE = 1 << 20

_under_way = 0


def may_upload(request: HTTPConnection) -> bool:
    """Whether whoever asks may import."""
    try:
        if asked_in_team(request.headers):
            still_held(PAGE, held_by(request))
    except BadInput:
        return False
    return True


@contextmanager
def counted(request: HTTPConnection, receive: Receive) -> Iterator[Receive]:
    """What is received of one upload, as long as there is room for it; else the request is refused (413).

    Streamlit lets go of a file when its session ends, and so there is room again.
    """
    taken = 0

    def take(size: int) -> None:
        nonlocal taken
        global _under_way
        if size > room():
            raise HTTPException(
                413, "All uploads together are too large; try again when the other uploads are finished."
            )
        taken += size
        _under_way += size

    announced = request.headers.get("content-length", "")
    if announced.isdecimal():
        take(int(announced))

    async def received() -> Message:
        message = await receive()
        if not announced.isdecimal():
            take(len(message.get("body", b"")))
        return message

    try:
        yield received
    finally:
        give_back(taken)


def give_back(size: int) -> None:
    """So many bytes are under way no more."""
    global _under_way
    _under_way -= size


def room() -> int:
    """How many bytes of files may still come."""
    held = 0
    if runtime.exists():
        stats = runtime.get_instance().uploaded_file_mgr.get_stats()
        held = sum(stat.byte_length for kind in stats.values() for stat in kind if isinstance(stat, CacheStat))
    return TIMES * int(st.get_option("server.maxUploadSize")) * MEGABYTE - held - _under_way
