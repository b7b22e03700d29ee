"""What the browser's outbox holds, as decisions, and which of them are safe now.

Everything here comes from a browser, so nothing of it is believed: who decides is whom the session knows, what may be
decided is what they were handed, and what is odd is refused before the journal is touched.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from core.errors import BadInput
from core.records import Decision, DiscardReason, Verdict
from curation.tickets import Tickets
from data.store import Store

LONGEST_AGE = timedelta(days=30)  # an outbox found in a browser after that long is dated to then
LONGEST_TIME = 24 * 3600 * 1000  # milliseconds that somebody may have looked at a sample
MOST = 500  # events of one message; what is left of a longer outbox comes with the next
MOST_ON_ONE = 40  # of them about one sample: deciding and taking back twenty times while the server was away
TOO_MANY = f"The page sent more than {MOST_ON_ONE} decisions on one sample at once; reload the page and decide once."
ID = re.compile(r"[0-9A-Za-z-]{1,64}")


@dataclass(frozen=True, slots=True)
class Delivery:
    """The ids that are stored, and for each that can't be, the sentence that says why; `extra` of them came after the
    quota was reached."""

    acknowledged: frozenset[str] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)
    extra: frozenset[str] = frozenset()

    def with_refusals(self, others: Mapping[str, str]) -> "Delivery":
        """The same, and these sentences for what was no event at all."""
        return replace(self, refused={**others, **self.refused})


def decision_of(event: Mapping[str, Any], tickets: Tickets, now: datetime) -> Decision:
    """The decision in one event of the outbox, of whoever has these tickets.

    Its age is measured by the browser, so that no two clocks are mixed. It was made after its sample was handed out,
    whatever its age says. Raises BadInput when the event is not one that the desk makes, or is about a sample that this
    person was not handed.
    """
    try:
        verdict = Verdict(event["verdict"])
        candidate, id_ = _word(event, "candidate"), _word(event, "id")
        handed = tickets.handed(_text(event, "ticket"), candidate)
        age = timedelta(milliseconds=min(max(_number(event, "age"), 0.0), LONGEST_AGE / timedelta(milliseconds=1)))
        return Decision(
            id=id_,
            candidate_id=candidate,
            annotator=tickets.annotator,
            verdict=verdict,
            at=min(max(now - age, handed), now),
            label=_text(event, "label") if verdict is Verdict.RELABEL else "",
            reason=DiscardReason(event["reason"]).value if verdict is Verdict.DISCARD else "",
            note=_text(event, "note"),
            milliseconds=round(min(max(_number(event, "milliseconds"), 0.0), LONGEST_TIME)),
            hints_visible=event.get("hints", True) is True,
            undoes=_word(event, "undoes") if verdict is Verdict.UNDO else "",
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        reason = str(error)[:80]
        raise BadInput(f"The page sent a decision that can't be read ({reason}); reload the page.") from error


def deliver(store: Store, events: Sequence[Mapping[str, Any]], tickets: Tickets, now: datetime) -> Delivery:
    """Store these events, those stored before once more without effect, and say what became of each.

    They are stored together; when one of them can't be taken, one by one, so that it does not hold up the others.
    """
    times = Counter(str(event.get("candidate")) for event in events)
    few = [event for event in events if times[str(event.get("candidate"))] <= MOST_ON_ONE]
    crowded = {_id(event): TOO_MANY for event in events if times[str(event.get("candidate"))] > MOST_ON_ONE}
    return _stored(store, few[:MOST], tickets, now).with_refusals(crowded)


def _stored(store: Store, events: Sequence[Mapping[str, Any]], tickets: Tickets, now: datetime) -> Delivery:
    if not events:
        return Delivery()
    try:
        decisions = [decision_of(event, tickets, now) for event in events]
        return Delivery(store.receive(decisions), extra=store.extra(decisions))
    except BadInput:
        return _one_by_one(store, events, tickets, now)


def _one_by_one(store: Store, events: Sequence[Mapping[str, Any]], tickets: Tickets, now: datetime) -> Delivery:
    stored: list[Decision] = []
    refused: dict[str, str] = {}
    for event in events:
        try:
            decision = decision_of(event, tickets, now)
            store.receive([decision])
            stored.append(decision)
        except BadInput as error:
            refused[_id(event)] = str(error)
    return Delivery(frozenset(decision.id for decision in stored), refused, store.extra(stored))


def _id(event: Mapping[str, Any]) -> str:
    return str(event.get("id", ""))[:64]


def _text(event: Mapping[str, Any], name: str) -> str:
    value = event.get(name, "")
    if not isinstance(value, str):
        raise TypeError(f"{name} is not a text")
    return value


def _word(event: Mapping[str, Any], name: str) -> str:
    if not ID.fullmatch(_text(event, name)):
        raise ValueError(f"{name} is not an id")
    return _text(event, name)


def _number(event: Mapping[str, Any], name: str) -> float:
    value = event.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{name} is not a number")
    return float(value)
