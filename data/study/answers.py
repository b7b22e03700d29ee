"""What participants answered, read off their events."""

from collections.abc import Mapping, Sequence

from curation.study.records import ItemKind, StudyAnswer, StudyEvent, StudyEventKind, StudyItem, StudyResponse


def answers_of(pseudonym: str, events: Sequence[StudyEvent], items: Mapping[str, StudyItem]) -> list[StudyAnswer]:
    """The judgements of one participant in the order given, each as it was changed last; training is left out."""
    given = {event.item: event for event in events if event.kind is StudyEventKind.ANSWERED}
    return [
        StudyAnswer(
            pseudonym, event.item, items[event.item].part, event.answers, event.browser_ms, event.server_ms, event.at
        )
        for event in given.values()
        if event.item in items and items[event.item].kind is not ItemKind.TRAINING
    ]


def responses_of(pseudonym: str, events: Sequence[StudyEvent]) -> list[StudyResponse]:
    """The answers of one participant to questionnaires."""
    return [
        StudyResponse(pseudonym, event.name, event.responses)
        for event in events
        if event.kind is StudyEventKind.QUESTIONNAIRE
    ]
