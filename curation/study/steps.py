"""What a participant sees next, derived from the design and from what they did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from curation.study.design import StudyDesign
from curation.study.questionnaires import Questionnaire
from curation.study.records import ItemKind, Participant, ParticipantState, StudyEvent, StudyEventKind, StudyItem

UNDER_WAY = (ParticipantState.INVITED, ParticipantState.WORKING)


class StudyStepKind(StrEnum):
    CONSENT = "consent"
    QUESTIONNAIRE = "questionnaire"
    INSTRUCTIONS = "instructions"  # of a part, before its first item
    ITEM = "item"
    FINISH = "finish"  # nothing is left but to say that one is done
    THANKS = "thanks"


@dataclass(frozen=True, slots=True)
class StudyStep:
    """One screen: `item` belongs to ITEM, `questionnaire` to QUESTIONNAIRE, `part` to ITEM and INSTRUCTIONS."""

    kind: StudyStepKind
    part: str = ""
    item: StudyItem | None = None
    questionnaire: Questionnaire | None = None


@dataclass(frozen=True, slots=True)
class ParticipantProgress:
    """What of a study one participant did, read off their events."""

    consented: bool
    finished: bool
    items: frozenset[str]
    parts: frozenset[str]
    questionnaires: frozenset[str]

    @classmethod
    def of(cls, events: Sequence[StudyEvent]) -> "ParticipantProgress":
        kinds = {event.kind for event in events}

        def named(kind: StudyEventKind) -> frozenset[str]:
            return frozenset(event.name for event in events if event.kind is kind)

        return cls(
            StudyEventKind.CONSENTED in kinds,
            StudyEventKind.FINISHED in kinds,
            frozenset(event.item for event in events if event.kind is StudyEventKind.ANSWERED),
            named(StudyEventKind.BEGAN),
            named(StudyEventKind.QUESTIONNAIRE),
        )


def remaining(
    design: StudyDesign, items: Mapping[str, StudyItem], order: Sequence[str], done: ParticipantProgress
) -> Iterator[StudyStep]:
    """The screens that are still to come, in order; the first is what the participant sees now.

    `order` names the participant's items, as they were drawn. Somebody who withdrew or was dropped sees none of them.
    """
    if done.finished:
        yield StudyStep(StudyStepKind.THANKS)
        return
    if not done.consented:
        yield StudyStep(StudyStepKind.CONSENT)
    yield from _asked(design.opening, done)
    for part in design.parts:
        left = [items[id_] for id_ in order if id_ in items and items[id_].part == part.name and id_ not in done.items]
        if left and part.name not in done.parts:
            yield StudyStep(StudyStepKind.INSTRUCTIONS, part.name)
        for item in left:
            yield StudyStep(StudyStepKind.ITEM, part.name, item)
    yield from _asked(design.closing, done)
    yield StudyStep(StudyStepKind.FINISH)


def _asked(questionnaires: Sequence[Questionnaire], done: ParticipantProgress) -> Iterator[StudyStep]:
    for questionnaire in questionnaires:
        if questionnaire.name not in done.questionnaires:
            yield StudyStep(StudyStepKind.QUESTIONNAIRE, questionnaire=questionnaire)


def counted(order: Sequence[str], items: Mapping[str, StudyItem]) -> list[str]:
    """The items that count as progress: all but the training."""
    return [id_ for id_ in order if id_ in items and items[id_].kind is not ItemKind.TRAINING]


def participant_of(pseudonym: str, events: Sequence[StudyEvent], items: Mapping[str, StudyItem]) -> Participant:
    """How far this participant is, by their events."""
    invited = next((event for event in events if event.kind is StudyEventKind.INVITED), None)
    kinds = {event.kind for event in events}
    done, order = ParticipantProgress.of(events), counted(invited.items, items) if invited else []
    own = [e for e in events if e.kind not in (StudyEventKind.INVITED, StudyEventKind.DROPPED)]
    state = ParticipantState.WORKING if done.consented else ParticipantState.INVITED
    if StudyEventKind.WITHDREW in kinds:
        state = ParticipantState.WITHDREW
    elif done.finished:
        state = ParticipantState.FINISHED
    elif StudyEventKind.DROPPED in kinds:
        state = ParticipantState.DROPPED
    return Participant(
        pseudonym,
        state,
        sum(id_ in done.items for id_ in order),
        len(order),
        invited.slot if invited else -1,
        invited.at if invited else None,
        own[-1].at if own else None,
    )


def needs_reminder(people: Sequence[Participant], now: datetime, quiet: timedelta) -> list[str]:
    """The pseudonyms of those who are not done and of whom nothing was heard for so long, the longest unheard first."""
    late = [(since, p.id) for p in people if p.state in UNDER_WAY and (since := p.last or p.invited)]
    return [pseudonym for since, pseudonym in sorted(late) if now - since >= quiet]
