"""What participants answered, read off their events."""

from collections.abc import Mapping, Sequence

from curation.study.records import (
    ItemKind,
    ParticipantState,
    StudyAnswer,
    StudyEvent,
    StudyEventKind,
    StudyItem,
    StudyResponse,
)
from curation.study.steps import participant_of


def answers_of(
    pseudonym: str, events: Sequence[StudyEvent], items: Mapping[str, StudyItem], dropped: bool
) -> list[StudyAnswer]:
    """The judgements of one participant in the order given, each as it was changed last; of one who was dropped only
    with `dropped`."""
    if not _counts(pseudonym, events, items, dropped):
        return []
    given = {event.item: event for event in events if event.kind is StudyEventKind.ANSWERED}
    return [
        StudyAnswer(
            pseudonym, event.item, items[event.item].part, event.answers, event.browser_ms, event.server_ms, event.at
        )
        for event in given.values()
        if event.item in items and items[event.item].kind is not ItemKind.TRAINING
    ]


def responses_of(
    pseudonym: str, events: Sequence[StudyEvent], items: Mapping[str, StudyItem], dropped: bool
) -> list[StudyResponse]:
    """The answers of one participant to questionnaires."""
    if not _counts(pseudonym, events, items, dropped):
        return []
    return [
        StudyResponse(pseudonym, event.name, event.responses, event.at)
        for event in events
        if event.kind is StudyEventKind.QUESTIONNAIRE
    ]


def _counts(pseudonym: str, events: Sequence[StudyEvent], items: Mapping[str, StudyItem], dropped: bool) -> bool:
    state = participant_of(pseudonym, events, items).state
    return not state.gone or (dropped and state is ParticipantState.DROPPED)
