"""What shows that somebody was handed a sample: a word only the server can make, which their decision brings back.

It holds good across restarts without being stored, and for one person and one sample only.
"""

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from core.errors import BadInput

MARK = 32  # hexadecimal digits of the signature: 128 bits
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOT_HANDED = "This sample is not assigned to you; reload the page and decide again."


@dataclass(frozen=True, slots=True)
class Tickets:
    """The tickets of one person, signed with this secret (HMAC-SHA256)."""

    annotator: str
    secret: bytes

    def given(self, candidate_id: str, at: datetime) -> str:
        """The ticket for this candidate, handed out then."""
        when = format((at - EPOCH) // timedelta(milliseconds=1), "x")
        return f"{when}.{self._signature(candidate_id, when)}"

    def handed(self, ticket: str, candidate_id: str) -> datetime:
        """When this person was handed this candidate, by the ticket; raises BadInput for one that was never given."""
        when, _, mark = ticket.partition(".")
        if not hmac.compare_digest(mark.encode(), self._signature(candidate_id, when).encode()):
            raise BadInput(NOT_HANDED)
        return EPOCH + timedelta(milliseconds=int(when, 16))

    def _signature(self, candidate_id: str, when: str) -> str:
        message = "\0".join((self.annotator, candidate_id, when)).encode("utf-8", "surrogatepass")
        return hmac.new(self.secret, message, sha256).hexdigest()[:MARK]
