"""The message in which the browser sends its outbox, as far as it is one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LONGEST_WORD = 100  # characters of what names an item
MOST_HELD = 2_000  # items that a browser can hold
RECENT = 32  # of one's last decisions that are sent unless the browser asks for more
MOST_RECENT = 1_000
MOST_KEYS = 100
NO_OUTBOX = "The page did not send a list of decisions; reload the page."


@dataclass(frozen=True, slots=True)
class Outbox:
    """What a browser sent: events, the versions of the items it holds, and how many of the last decisions it wants to
    see; `keys` are the letters of the actions that were set there, `leaving` says that this desk was closed, and `desk`
    tells those of one person apart.

    `refused` has a sentence for what was none of these.
    """

    events: tuple[Mapping[str, Any], ...] = ()
    held: frozenset[str] = frozenset()
    recent: int = RECENT
    keys: Mapping[str, str] | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    leaving: bool = False
    desk: str = ""

    @property
    def candidates(self) -> list[str]:
        """The candidates that the browser holds."""
        return sorted({version.partition(":")[0] for version in self.held})


def sent(message: object, place: str) -> Outbox:
    """What the browser last sent from this place: nothing at first, and nothing that another person sent from it."""
    if message is None:
        return Outbox()
    if not isinstance(message, Mapping):
        return Outbox(refused={"message": NO_OUTBOX})
    if message.get("place") != place:
        return Outbox()
    events, held = message.get("events", []), message.get("held", [])
    if not isinstance(events, list) or not isinstance(held, list):
        return Outbox(refused={"message": NO_OUTBOX})
    good = tuple(event for event in events if isinstance(event, Mapping))
    words = (word for word in held[:MOST_HELD] if isinstance(word, str) and len(word) <= LONGEST_WORD)
    odd = {"message": NO_OUTBOX} if len(good) < len(events) else {}
    leaving, desk = message.get("leaving") is True, str(message.get("desk", ""))[:LONGEST_WORD]
    return Outbox(
        good, frozenset(words), _wanted(message.get("recent")), _keys(message.get("keys")), odd, leaving, desk
    )


def _keys(keys: object) -> Mapping[str, str] | None:
    """Letters by action; None where none were set."""
    if not isinstance(keys, Mapping) or len(keys) > MOST_KEYS:
        return None
    return {str(action)[:LONGEST_WORD]: str(letter)[:LONGEST_WORD] for action, letter in keys.items()}


def _wanted(recent: object) -> int:
    """How many decisions to send; the usual number where the browser names none that makes sense."""
    wanted = recent if isinstance(recent, int) and not isinstance(recent, bool) else RECENT
    return min(max(wanted, 1), MOST_RECENT)
