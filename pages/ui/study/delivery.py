"""The outbox of a participant's browser, emptied into their session: each event once, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.errors import BadInput
from curation.study.records import StudyEvent, StudyEventKind
from curation.study.steps import StudyStepKind
from data.study.session import StudySession
from pages.ui.shell.guard import log
from pages.ui.study.events import WITHDREW, again, event_of, id_of

FINISHED = "the end"  # the id of that event: there is one, and no browser may send such an id


@dataclass(frozen=True, slots=True)
class SyncResult:
    """The ids that are saved, those that never will be with the sentence that says why, and whether the participant
    withdrew."""

    acknowledged: frozenset[str] = frozenset()
    refused: dict[str, str] = field(default_factory=dict)
    withdrew: bool = False


def handle(session: StudySession, sent: Sequence[object]) -> SyncResult:
    """Save these entries of the outbox in order, those saved before once more without effect.

    One that can't be taken does not hold up the others. Raises BadInput where the disk takes nothing, so that the
    browser keeps them all and sends them again.
    """
    acknowledged: set[str] = set()
    refused: dict[str, str] = {}
    for entry in sent:
        try:
            event = event_of(entry, datetime.now(UTC))
            if event.kind is WITHDREW:
                session.withdraw()
                return SyncResult(frozenset({event.id}), {}, withdrew=True)
            session.record(event, again(entry))
            acknowledged.add(event.id)
        except BadInput as error:
            if isinstance(error.__cause__, OSError):
                raise
            refused[id_of(entry)] = str(error)
            log().warning("refused an event of %s in study %s: %s", session.participant, session.study, error)
    if sent:
        _finish(session)
    return SyncResult(frozenset(acknowledged), refused)


def _finish(session: StudySession) -> None:
    """Note that all is done, once nothing else is left to do."""
    steps = session.steps()
    if steps and steps[0].kind is StudyStepKind.FINISH:
        session.record(StudyEvent(FINISHED, StudyEventKind.FINISHED, datetime.now(UTC)))
