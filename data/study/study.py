"""One study on disk: its design, its items and the plan never change; people come, answer, and may leave."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput
from core.randomness import Draws
from core.so_many import so_many
from curation.study.assignment import Balance, balance, in_order
from curation.study.design import StudyDesign
from curation.study.records import (
    ItemKind,
    Participant,
    ParticipantState,
    StudyAnswer,
    StudyEvent,
    StudyEventKind,
    StudyItem,
    StudyResponse,
    StudyState,
)
from curation.study.steps import participant_of
from data.study.answers import answers_of, responses_of
from data.study.copies import forget_everywhere
from data.study.event_log import FileLog, MemoryLog
from data.study.files import PARTICIPANTS, StudyFiles, read_study
from data.study.gone import Withdrawal, note_gone
from data.study.register import StudyLink, StudyRegister, change_register, digest, new_token, read_register
from data.study.session import CLOSED, PAUSED, StudySession


class StudyInvitation(NamedTuple):
    """A participant's pseudonym and the token of their link, which is kept nowhere."""

    participant: str
    token: str


@dataclass(frozen=True, slots=True)
class Study:
    """A study in the folder of this id. Every method may be called from any thread and any process."""

    id: str
    folder: Path
    files: StudyFiles
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @classmethod
    def open(cls, folder: Path) -> "Study":
        """The study in this folder; raises BadInput where it can't be read."""
        return cls(folder.name, folder, read_study(folder))

    @property
    def design(self) -> StudyDesign:
        return self.files.design

    @property
    def items(self) -> Mapping[str, StudyItem]:
        return self.files.items

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what could not be drawn as it was asked for."""
        return self.files.notes

    @property
    def register(self) -> StudyRegister:
        return read_register(self.folder)

    @property
    def state(self) -> StudyState:
        return self.register.state

    def balance(self) -> Balance:
        """How even the plan is."""
        real = [item for item in self.items.values() if item.kind is ItemKind.REAL]
        hands = [[self.items[id_] for id_ in place] for place in self.files.plan]
        return balance(hands, self.design.judgements_per_item, real)

    def invite(self, n: int) -> list[StudyInvitation]:
        """So many new participants, each with a place of the plan and a link, which can't be shown again.

        Raises BadInput where there are not so many free places.
        """
        made: list[StudyInvitation] = []

        def change(register: StudyRegister) -> StudyRegister:
            register = self._freed(register)
            free = register.free_places(len(self.files.plan))
            if not 1 <= n <= len(free):
                places = f"{len(free)} of {len(self.files.plan)} places {'is' if len(free) == 1 else 'are'}"
                raise BadInput(f"You can't invite {so_many(n, 'participant')}: {places} free.")
            for place in free[:n]:
                token = new_token()
                register = self._named(register, place, token)
                made.append(StudyInvitation(_pseudonym(register.named), token))
            return register

        change_register(self.folder, change)
        return made

    def open_link(self, quota: int) -> str:
        """The token of a link for the first `quota` people who agree; it can't be shown again.

        Raises BadInput for fewer than one, or more than the plan has places.
        """
        if not 1 <= quota <= len(self.files.plan):
            raise BadInput(f"One link can't admit {quota} people; give a number from 1 to {len(self.files.plan)}.")
        token = new_token()
        link = StudyLink(quota=quota)
        change_register(self.folder, lambda register: replace(register, links={**register.links, digest(token): link}))
        return token

    def join(self, door: str, token: str) -> None:
        """Let somebody in by an open link, of the hash `door`, under a new token; again under the same is nothing new.

        Raises BadInput where all places are taken, and where the study is not open.
        """

        def change(register: StudyRegister) -> StudyRegister:
            link, own = register.links.get(door), register.links.get(digest(token))
            if own and not own.dead:
                return register
            if link is None or link.dead or own:
                raise BadInput("This link is not valid any more.")
            if register.state is not StudyState.OPEN:
                raise BadInput(PAUSED if register.state is StudyState.PAUSED else CLOSED)
            register = self._freed(register)
            free, joined = register.free_places(len(self.files.plan)), register.joined.get(door, 0)
            if joined >= link.quota or not free:
                raise BadInput("All places in this study are taken. Thank you for your interest.")
            after = self._named(register, free[0], token, door)
            return replace(after, joined={**after.joined, door: joined + 1})

        change_register(self.folder, change)

    def free_places(self) -> int:
        """How many more can be invited or join."""
        return len(self._freed(self.register).free_places(len(self.files.plan)))

    def _freed(self, register: StudyRegister) -> StudyRegister:
        """The register without places of those who left, whose server was killed before it could free them."""
        for pseudonym in register.places:
            if participant_of(pseudonym, self._log(pseudonym).read(), self.items).state.gone:
                register = register.without(pseudonym)
        return register

    def _named(self, register: StudyRegister, place: int, token: str, door: str = "") -> StudyRegister:
        """The register with one more participant, whose file begins with what was drawn for them, and the `door` that
        they came in by."""
        number = register.named + 1
        pseudonym = _pseudonym(number)
        order = self._order(place, pseudonym)
        kind = StudyEventKind.INVITED
        invited = StudyEvent(f"invited-{pseudonym}", kind, self.now(), name=door, items=order, slot=place)
        log = self._log(pseudonym)
        with log.holding():
            log.path.unlink(missing_ok=True)  # of a server that was killed before it could say whom it invited
            log.append(invited)
        return replace(
            register,
            named=number,
            places={**register.places, pseudonym: place},
            links={**register.links, digest(token): StudyLink(pseudonym)},
        )

    def _order(self, place: int, who: str) -> tuple[str, ...]:
        items = self.items.values()
        hand = [self.items[id_] for id_ in self.files.plan[place]]
        extra = [item for item in items if item.kind in (ItemKind.GOLD, ItemKind.ATTENTION)]
        training = [item for item in items if item.kind is ItemKind.TRAINING]
        parts = [part.name for part in self.design.parts]
        return tuple(in_order(hand, extra, training, parts, Draws.seeded("order", who, self.design.seed)))

    def session(self, token: str) -> StudySession | None:
        """The session that this token opens, None where it opens none: never another participant's."""
        link = self.register.link(token)
        if not link or not link.participant:
            return None
        log = self._log(link.participant)
        return StudySession(
            self.id, link.participant, self.design, self.items, log, lambda: self.state, self.withdraw, self.now
        )

    def preview(self) -> StudySession:
        """A session of nobody, for the researcher to look through: nothing of it is recorded."""
        log = MemoryLog()
        order = self._order(0, "preview")
        log.append(StudyEvent("invited-preview", StudyEventKind.INVITED, self.now(), items=order, slot=0))
        gone = StudyEvent("withdrew", StudyEventKind.WITHDREW, self.now())
        seen = (self.id, "preview", self.design, self.items, log)
        return StudySession(*seen, lambda: StudyState.OPEN, lambda _: log.replace_all(gone), self.now)

    def withdraw(self, pseudonym: str) -> None:
        """Delete this participant's data, in exports of the study and in the workspace's snapshots too, shut the link
        and free the place; no snapshot that is restored later brings them back."""
        gone, root = Withdrawal(self.id, pseudonym), self.folder.parent.parent
        note_gone(root, gone)  # first of all: what a kill leaves undone after it the next start does
        forget_everywhere(root, [gone])

    def drop(self, pseudonym: str) -> None:
        """Give this participant's place back, for somebody else; what they answered is kept and marked.

        Raises BadInput for nobody, and for somebody who finished.
        """
        log = self._log(pseudonym)
        with log.holding():
            who = participant_of(pseudonym, log.read(), self.items)
            if not log.path.exists() or who.state is ParticipantState.FINISHED:
                raise BadInput(f"You can't drop {pseudonym}, who has finished or is not in the study; reload the page.")
            if not who.state.gone:
                log.append(StudyEvent(f"dropped-{pseudonym}", StudyEventKind.DROPPED, self.now()))
        change_register(self.folder, lambda register: register.without(pseudonym))

    def set_state(self, state: StudyState) -> None:
        """Pause, close or open the study again."""
        change_register(self.folder, lambda register: replace(register, state=state))

    def participants(self) -> list[Participant]:
        """Everybody who was ever invited or joined, by pseudonym."""
        return [participant_of(log.path.stem, log.read(), self.items) for log in self._logs()]

    def answers(self, dropped: bool = False) -> list[StudyAnswer]:
        """The judgements of all who count, training left out; those of drop-outs only where they are asked for."""
        return [answer for who, events in self._counting(dropped) for answer in answers_of(who, events, self.items)]

    def responses(self) -> list[StudyResponse]:
        """The answers to questionnaires of all who count."""
        return [response for who, events in self._counting() for response in responses_of(who, events)]

    def _counting(self, dropped: bool = False) -> Iterator[tuple[str, list[StudyEvent]]]:
        """The events of all who count, by pseudonym."""
        for log in self._logs():
            events = log.read()
            state = participant_of(log.path.stem, events, self.items).state
            if not state.gone or (dropped and state is ParticipantState.DROPPED):
                yield log.path.stem, events

    def _logs(self) -> Sequence[FileLog]:
        """Of all who were ever named; a file of somebody else was left by a server that was killed inviting them."""
        return [self._log(_pseudonym(number)) for number in range(1, self.register.named + 1)]

    def _log(self, pseudonym: str) -> FileLog:
        return FileLog(self.folder / PARTICIPANTS / f"{pseudonym}.jsonl")


def _pseudonym(number: int) -> str:
    return f"P{number:02}"
