"""What a participant's browser sends, as far as it is something their page makes.

Nothing of it is believed: whose session it is the link says, what may be answered the session knows, and what is odd is
refused before anything is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.errors import BadInput
from curation.study.records import StudyEvent, StudyEventKind

MOST = 500  # events of one message; what is left of a longer outbox comes with the next
MOST_ANSWERS = 200  # of one event
LONGEST = 20_000  # characters of one answer that are looked at; how many may be kept the questionnaire says
LONGEST_WORD = 200  # characters of a name
MOST_TIME = 10**12  # milliseconds
ID = re.compile(r"[0-9A-Za-z-]{1,64}")
WITHDREW = StudyEventKind.WITHDREW
SENT = {
    str(kind): kind
    for kind in (
        StudyEventKind.CONSENTED,
        StudyEventKind.BEGAN,
        StudyEventKind.ANSWERED,
        StudyEventKind.QUESTIONNAIRE,
        WITHDREW,
    )
}
UNREADABLE = "The page sent data that the server can't read. Please reload the page."


@dataclass(frozen=True, slots=True)
class Message:
    """What a browser sent: events, and the version of the questions that it holds."""

    events: tuple[object, ...] = ()
    held: str = ""


def mail(message: object, place: str) -> Message:
    """What the browser last sent from this place: nothing at first, and nothing from what is odd."""
    if not isinstance(message, Mapping) or message.get("place") != place:
        return Message()
    events = message.get("events")
    if not isinstance(events, list):
        return Message()
    return Message(tuple(events[:MOST]), _short(message.get("held")))


def event_of(sent: object, now: datetime) -> StudyEvent:
    """The event that one entry of the outbox stands for. Raises BadInput when the page makes no such entry."""
    if not isinstance(sent, Mapping):
        raise BadInput(UNREADABLE)
    kind, id_ = sent.get("kind"), sent.get("id")
    if not isinstance(kind, str) or kind not in SENT or not isinstance(id_, str) or not ID.fullmatch(id_):
        raise BadInput(UNREADABLE)
    return StudyEvent(
        id_,
        SENT[kind],
        now,
        item=_word(sent, "item"),
        name=_word(sent, "name"),
        answers=_options(_table(sent, "answers")),
        responses=_texts(_table(sent, "responses")),
        browser_ms=_milliseconds(sent.get("milliseconds", 0)),
    )


def again(sent: object) -> bool:
    """Whether the participant went back to change an answer."""
    return isinstance(sent, Mapping) and sent.get("again") is True


def id_of(sent: object) -> str:
    """The id under which a refusal goes back, "" where there is none."""
    return _short(sent.get("id")) if isinstance(sent, Mapping) else ""


def _table(sent: Mapping[str, Any], name: str) -> Mapping[object, object]:
    table = sent.get(name, {})
    if not isinstance(table, Mapping) or len(table) > MOST_ANSWERS:
        raise BadInput(UNREADABLE)
    return table


def _options(table: Mapping[object, object]) -> dict[str, int]:
    options = {key: n for key, n in table.items() if isinstance(key, str) and isinstance(n, int)}
    if len(options) < len(table) or any(isinstance(n, bool) for n in options.values()):
        raise BadInput(UNREADABLE)
    return options


def _texts(table: Mapping[object, object]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in table.items():
        if not isinstance(key, str) or not isinstance(value, str) or len(value) > LONGEST:
            raise BadInput(UNREADABLE)
        texts[key] = value.encode("utf-8", "replace").decode()  # half a character is not one
    return texts


def _word(sent: Mapping[str, Any], name: str) -> str:
    value = sent.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise BadInput(UNREADABLE)
    return value


def _milliseconds(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_TIME:
        raise BadInput(UNREADABLE)
    return round(value)


def _short(value: object) -> str:
    return value[:LONGEST_WORD] if isinstance(value, str) else ""
