"""Studies that researchers try before anybody is invited: each under a token of its own, until newer ones come."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # half a second's imports, for which the app's start does not wait
    from data.study.session import StudySession

MOST = 50


class Previews:
    """Sessions that are kept nowhere else, by their tokens."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sessions: OrderedDict[str, StudySession] = OrderedDict()

    def put(self, session: "StudySession") -> str:
        """The token under which this session is answered from now on; the oldest one goes where there are too many."""
        token = f"preview-{token_urlsafe(16)}"
        with self._lock:
            self._sessions[token] = session
            while len(self._sessions) > MOST:
                self._sessions.popitem(last=False)
        return token

    def get(self, token: str) -> "StudySession | None":
        """The session of this token, None for none."""
        with self._lock:
            return self._sessions.get(token)

    def __contains__(self, token: str) -> bool:
        return self.get(token) is not None


PREVIEWS = Previews()
