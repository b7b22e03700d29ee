"""What the browser's outbox holds, as decisions, and which of them are safe now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from core.errors import BadInput
from core.records import Decision, Verdict
from data.store import Store

LONGEST_AGE = timedelta(days=30)  # an outbox found in a browser after that long is dated to then


@dataclass(frozen=True, slots=True)
class Delivery:
    """The ids that are stored, and for each that can't be, the sentence that says why."""

    acknowledged: frozenset[str] = frozenset()
    refused: Mapping[str, str] = field(default_factory=dict)


def decision_of(event: Mapping[str, Any], annotator: str, now: datetime) -> Decision:
    """The decision in one event of the outbox. Its age is measured by the browser, so that no two clocks are mixed.

    Raises BadInput when the event is not one that the desk makes.
    """
    try:
        age = min(max(timedelta(milliseconds=float(event["age"])), timedelta()), LONGEST_AGE)
        return Decision(
            id=str(event["id"]),
            candidate_id=str(event["candidate"]),
            annotator=annotator,
            verdict=Verdict(event["verdict"]),
            at=now - age,
            label=str(event.get("label", "")),
            reason=str(event.get("reason", "")),
            note=str(event.get("note", "")),
            milliseconds=int(event.get("milliseconds", 0)),
            hints_visible=bool(event.get("hints", True)),
            undoes=str(event.get("undoes", "")),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadInput(f"The page sent a decision that can't be read ({error!r}); reload the page.") from error


def deliver(store: Store, events: Sequence[Mapping[str, Any]], annotator: str, now: datetime) -> Delivery:
    """Store these events, those stored before once more without effect, and say what became of each.

    They are stored together; when one of them can't be taken, one by one, so that it does not hold up the others.
    """
    if not events:
        return Delivery()
    try:
        return Delivery(store.record([decision_of(event, annotator, now) for event in events]))
    except BadInput:
        return _one_by_one(store, events, annotator, now)


def _one_by_one(store: Store, events: Sequence[Mapping[str, Any]], annotator: str, now: datetime) -> Delivery:
    acknowledged: set[str] = set()
    refused: dict[str, str] = {}
    for event in events:
        try:
            acknowledged |= store.record([decision_of(event, annotator, now)])
        except BadInput as error:
            refused[str(event.get("id", ""))] = str(error)
    return Delivery(frozenset(acknowledged), refused)
