"""One participant's session: what they see next, and every answer saved once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum

from core.errors import BadInput
from core.so_many import so_many
from curation.study.design import StudyDesign
from curation.study.records import (
    ItemKind,
    Participant,
    ParticipantState,
    StudyEvent,
    StudyEventKind,
    StudyItem,
    StudyState,
)
from curation.study.steps import ParticipantProgress, StudyStep, StudyStepKind, participant_of, remaining
from data.study.event_log import FileLog, MemoryLog

LONGEST_ID = 64
DAY_MS = 24 * 3600 * 1000
PAUSED = "The study is paused. Your answers are saved. Please come back later with the same link."
CLOSED = "The study is over. It takes no more answers."
GONE = "You did not answer for a long time, so your place in the study was given to somebody else."
OWN = frozenset(
    {StudyEventKind.CONSENTED, StudyEventKind.BEGAN, StudyEventKind.ANSWERED, StudyEventKind.QUESTIONNAIRE}
    | {StudyEventKind.FINISHED}
)


class Receipt(StrEnum):
    """What became of an event: it was STORED; REPEATED came before; of DONE the answer was given already and stands."""

    STORED = "stored"
    REPEATED = "repeated"
    DONE = "done"


class StudySession:
    """What one participant may see and do; another's items are not to be had from it.

    Reading it takes time in proportion to the participant's own events alone.
    """

    def __init__(
        self,
        study: str,
        participant: str,
        design: StudyDesign,
        items: Mapping[str, StudyItem],
        log: FileLog | MemoryLog,
        state: Callable[[], StudyState],
        withdrawing: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.study = study
        self.participant = participant
        self.design = design
        self._items = items
        self._log = log
        self._state = state
        self._withdrawing = withdrawing
        self._now = now

    @property
    def state(self) -> StudyState:
        """Whether the study takes answers now."""
        return self._state()

    def progress(self) -> Participant:
        return participant_of(self.participant, self._log.read(), self._items)

    def steps(self) -> list[StudyStep]:
        """The screens that are still to come, the next one first; none for somebody who withdrew or was dropped."""
        events = self._log.read()
        if participant_of(self.participant, events, self._items).state.gone:
            return []
        return list(remaining(self.design, self._items, _order(events), ParticipantProgress.of(events)))

    def screens(self) -> list[StudyStep]:
        """All screens of this participant after consent, whatever is done of them, in order."""
        agreed = ParticipantProgress(True, False, frozenset(), frozenset(), frozenset())
        return list(remaining(self.design, self._items, _order(self._log.read()), agreed))

    def events(self) -> list[StudyEvent]:
        return self._log.read()

    def record(self, event: StudyEvent, again: bool = False) -> Receipt:
        """Save what the participant did; once this returns it is on the disk. Twice the same id saves it once.

        The first answer to an item stands, but for one who went back to change it (`again`): where the design lets
        them, the answer given last may be changed, until the next step is done. Server time is
        measured here, whatever `event.at` says. Raises BadInput for what was not asked of this participant, before
        its turn, or while the study takes nothing.
        """
        with self._log.holding():
            events = self._log.read()
            if any(earlier.id == event.id for earlier in events):
                return Receipt.REPEATED
            self._check(event, events)
            done = ParticipantProgress.of(events)
            changes = again and self._changes(event, events[-1])
            if _done_before(event, done) and not changes:
                return Receipt.DONE
            taken = self._taken(event, events)
            if not changes and not _is_next(taken, next(remaining(self.design, self._items, _order(events), done))):
                raise BadInput("This step is not saved, because an earlier step is not done. Please reload the page.")
            self._log.append(taken)
        return Receipt.STORED

    def withdraw(self) -> None:
        """Delete all that is kept of this participant, everywhere in the study, and shut their link for good."""
        self._withdrawing(self.participant)

    def _check(self, event: StudyEvent, events: Sequence[StudyEvent]) -> None:
        if event.kind not in OWN or not 1 <= len(event.id) <= LONGEST_ID or not event.id.isprintable():
            raise BadInput("This can't be saved: it did not come from the page of a study. Please reload the page.")
        state = participant_of(self.participant, events, self._items).state
        if not events or state.gone:
            raise BadInput(GONE if state is ParticipantState.DROPPED else "This link is not valid any more.")
        consented = ParticipantProgress.of(events).consented
        if self.state is StudyState.CLOSED:
            raise BadInput(CLOSED)
        if self.state is StudyState.PAUSED and not consented:
            raise BadInput(PAUSED)
        if not consented and event.kind is not StudyEventKind.CONSENTED:
            raise BadInput("Nothing is saved until you agree to take part. Please reload the page.")

    def _changes(self, event: StudyEvent, last: StudyEvent) -> bool:
        """Whether this is another answer to the item that was answered last, and may be one."""
        same = event.kind is last.kind is StudyEventKind.ANSWERED and event.item == last.item
        return self.design.go_back and same and self._items[event.item].kind is not ItemKind.TRAINING

    def _taken(self, event: StudyEvent, events: Sequence[StudyEvent]) -> StudyEvent:
        """The event as it is kept, with nothing in it that does not belong to its kind."""
        now = self._now()
        waited = int((now - events[-1].at).total_seconds() * 1000)
        kept = StudyEvent(
            event.id, event.kind, now, server_ms=max(0, waited), browser_ms=min(max(0, event.browser_ms), DAY_MS)
        )
        match event.kind:
            case StudyEventKind.ANSWERED:
                return replace(kept, item=event.item, answers=self._answers(event, events))
            case StudyEventKind.QUESTIONNAIRE:
                responses = self.design.questionnaire(event.name).accept(event.responses)
                return replace(kept, name=event.name, responses=responses)
            case StudyEventKind.BEGAN:
                return replace(kept, name=self.design.part(event.name).name)
            case StudyEventKind.FINISHED:
                self._check_finished(events)
        return kept

    def _answers(self, event: StudyEvent, events: Sequence[StudyEvent]) -> dict[str, int]:
        item = self._items.get(event.item) if event.item in _order(events) else None
        if item is None:
            raise BadInput("This text was not given to you, so your answer is not saved. Please reload the page.")
        questions = self.design.part(item.part).questions
        if set(event.answers) != {question.id for question in questions}:
            raise BadInput("Some questions have no answer. Please choose an option for each question.")
        if any(not 0 <= event.answers[question.id] < len(question.options) for question in questions):
            raise BadInput("The question does not have the option that you chose. Please reload the page.")
        return dict(event.answers)

    def _check_finished(self, events: Sequence[StudyEvent]) -> None:
        left = list(remaining(self.design, self._items, _order(events), ParticipantProgress.of(events)))
        if left[0].kind is not StudyStepKind.FINISH:
            samples = sum(step.kind is StudyStepKind.ITEM for step in left)
            texts = so_many(samples, "text is", "texts are")
            raise BadInput(f"You have not finished yet: {texts} left." if samples else "Some questions are left.")


def _order(events: Sequence[StudyEvent]) -> tuple[str, ...]:
    return next((event.items for event in events if event.kind is StudyEventKind.INVITED), ())


def _done_before(event: StudyEvent, done: ParticipantProgress) -> bool:
    """Whether this was done already, under another id: in another tab, or before a reload."""
    match event.kind:
        case StudyEventKind.ANSWERED:
            return event.item in done.items
        case StudyEventKind.QUESTIONNAIRE:
            return event.name in done.questionnaires
        case StudyEventKind.BEGAN:
            return event.name in done.parts
        case StudyEventKind.CONSENTED:
            return done.consented
    return done.finished


def _is_next(event: StudyEvent, step: StudyStep) -> bool:
    """Whether this is what the screen of this step asks for."""
    match step.kind:
        case StudyStepKind.ITEM:
            return event.kind is StudyEventKind.ANSWERED and step.item is not None and event.item == step.item.id
        case StudyStepKind.QUESTIONNAIRE:
            form = step.questionnaire
            return event.kind is StudyEventKind.QUESTIONNAIRE and form is not None and event.name == form.name
        case StudyStepKind.INSTRUCTIONS:
            return event.kind is StudyEventKind.BEGAN and event.name == step.part
        case StudyStepKind.CONSENT:
            return event.kind is StudyEventKind.CONSENTED
    return event.kind is StudyEventKind.FINISHED
