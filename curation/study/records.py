"""What a running study is made of: items to judge, who judges them, and what each participant did, as events.

Of a participant nothing is kept but a pseudonym ("P01") and what they answered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class ItemKind(StrEnum):
    """REAL: a perturbed sample. ATTENTION: a text that names the answer to give. GOLD: a text that did not change."""

    REAL = "real"
    ATTENTION = "attention"
    GOLD = "gold"
    TRAINING = "training"


@dataclass(frozen=True, slots=True)
class StudyItem:
    """One thing to judge. `original` and `perturbed` are its texts by the data set's names of them.

    `severity` is a severity's key ("pps-2"). `right` holds the right option by question, where there is one;
    `feedback` is what is said after a training item. `edits` counts what was changed.
    """

    id: str
    part: str
    kind: ItemKind
    original: Mapping[str, str]
    perturbed: Mapping[str, str]
    dataset: str = ""
    split: str = ""
    perturbation: str = ""
    severity: str = ""
    sample_id: str = ""
    candidate_id: str = ""
    gold_label: str = ""
    right: Mapping[str, int] = field(default_factory=dict)
    feedback: str = ""
    edits: int = 0

    @property
    def stratum(self) -> tuple[str, str, str]:
        """What it is drawn evenly over: perturbation, data set and severity."""
        return self.perturbation, self.dataset, self.severity


class StudyEventKind(StrEnum):
    """What can happen to a participant. Only INVITED and DROPPED are the researcher's doing."""

    INVITED = "invited"
    CONSENTED = "consented"
    BEGAN = "began"  # read the instructions of a part
    ANSWERED = "answered"
    QUESTIONNAIRE = "questionnaire"
    FINISHED = "finished"
    DROPPED = "dropped"
    WITHDREW = "withdrew"


@dataclass(frozen=True, slots=True)
class StudyEvent:
    """One line of a participant's file. `id` is chosen by the browser, so that sending it twice stores it once.

    `items` are the items of an invitation, in the order in which this participant sees them, and `slot` its place in
    the plan. `answers` are options by question; `responses` those to the questionnaire `name`, or "" where `name` is a
    part that began. `browser_ms` is the time the browser took, `server_ms` that since the event before.
    """

    id: str
    kind: StudyEventKind
    at: datetime
    item: str = ""
    name: str = ""
    answers: Mapping[str, int] = field(default_factory=dict)
    responses: Mapping[str, str] = field(default_factory=dict)
    browser_ms: int = 0
    server_ms: int = 0
    items: tuple[str, ...] = ()
    slot: int = -1


class ParticipantState(StrEnum):
    """How far a participant is. Of whoever WITHDREW no data is left; the place of one who was DROPPED is free."""

    INVITED = "invited"
    WORKING = "working"
    FINISHED = "finished"
    DROPPED = "dropped"
    WITHDREW = "withdrew"

    @property
    def gone(self) -> bool:
        """Whether the place is given up."""
        return self in (ParticipantState.DROPPED, ParticipantState.WITHDREW)


@dataclass(frozen=True, slots=True)
class Participant:
    """How far somebody is: `done` of `total` items. `last` is when they were last heard of, since `invited` else."""

    id: str
    state: ParticipantState
    done: int
    total: int
    slot: int = -1
    invited: datetime | None = None
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class StudyAnswer:
    """One judgement that stands: the option chosen, by question."""

    participant: str
    item: str
    part: str
    answers: Mapping[str, int]
    browser_ms: int
    server_ms: int
    at: datetime

    @property
    def seconds(self) -> float:
        """How long it took, by the browser where it said so."""
        return (self.browser_ms if self.browser_ms > 0 else self.server_ms) / 1000


@dataclass(frozen=True, slots=True)
class StudyResponse:
    """What one participant answered to one questionnaire, by its questions."""

    participant: str
    questionnaire: str
    responses: Mapping[str, str]


class StudyState(StrEnum):
    """Whether answers are taken: a PAUSED study says so and can go on; a CLOSED one is over."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"
