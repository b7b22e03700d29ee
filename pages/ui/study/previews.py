"""Studies that researchers try before anybody is invited: each under a token of its own, until newer ones come."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # half a second's imports, for which the app's start does not wait
    from data.study.session import StudySession

MOST = 50
PREVIEWS: "OrderedDict[str, StudySession]" = OrderedDict()  # kept nowhere else, by their tokens
_lock = Lock()


def keep(session: "StudySession") -> str:
    """The token under which this session is answered from now on; the oldest one goes where there are too many."""
    token = f"preview-{token_urlsafe(16)}"
    with _lock:
        PREVIEWS[token] = session
        while len(PREVIEWS) > MOST:
            PREVIEWS.popitem(last=False)
    return token
