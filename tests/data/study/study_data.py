"""Small studies for the tests: two parts on texts of our own, made once and copied."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count

from core.records import DatasetCard, Sample, Task, TextField
from curation.study.design import Question, StudyDesign, StudyPart, TrainingItem
from curation.study.questionnaires import demographics, free_text
from curation.study.records import ItemKind, StudyEvent, StudyEventKind, StudyItem
from curation.study.steps import StudyStep, StudyStepKind
from data.datasets.stored import save_dataset
from data.study.sampling import DrawnItems
from data.study.session import StudySession
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace

WORDS = ("lamp", "river", "garden", "window", "bridge", "candle", "market", "village", "kettle", "meadow")
AT = datetime(2026, 1, 1, tzinfo=UTC)
_numbers = count()


def small_design(participants: int = 4, each: int = 4, k: int = 2) -> StudyDesign:
    questions = (Question("same", "Does it mean the same?", ("Yes", "No")),)
    training = (TrainingItem("A red door.", "A rde door.", {"same": 0}, "One can still read it."),)
    first = StudyPart(
        "one", "First", ("toy/test",), ("word_repetition", "character_swapping"), ("pps-1", "pps-2"), each, questions,
        "Look **closely**.", checks=1, gold=1, training=training,
    )  # fmt: skip
    second = StudyPart("two", "Second", ("toy/test",), ("word_deletion",), ("pps-1",), 2, questions, show_label=True)
    return StudyDesign(
        "A small study", (first, second), participants, k, "Do you agree?",
        opening=(demographics(),), closing=(free_text(),),
    )  # fmt: skip


def toy_texts(n: int = 60) -> list[Sample]:
    def text(i: int) -> str:
        return f"The {WORDS[i % 10]} near the {WORDS[i // 10 % 10]} looked {'old' if i % 2 else 'new'} in number {i}."

    return [Sample("toy", "test", (TextField("text", text(i)),), "old" if i % 2 else "new") for i in range(n)]


def save_toy(workspace: Workspace, n: int = 60) -> None:
    save_dataset(workspace, DatasetCard("toy", Task.CLASSIFICATION, ("old", "new"), ("text",), {}), toy_texts(n))


def made_up(design: StudyDesign) -> DrawnItems:
    """Items as they might be drawn for this design, without perturbing anything."""
    items = list[StudyItem]()
    for part in design.parts:
        wanted = -(-design.participants * part.per_participant // design.judgements_per_item)
        for n in range(wanted):
            condition = part.conditions[n % len(part.conditions)]
            place = ("toy", "test", condition.perturbation, condition.severity.key)
            items.append(_item(part.name, ItemKind.REAL, n, place))
        extra = ((ItemKind.ATTENTION, part.checks), (ItemKind.GOLD, part.gold), (ItemKind.TRAINING, len(part.training)))
        items += [_item(part.name, kind, n, ("", "", "", "")) for kind, times in extra for n in range(times)]
    return DrawnItems(items, [])


def _item(part: str, kind: ItemKind, n: int, place: tuple[str, str, str, str]) -> StudyItem:
    name = f"{part}-{kind}-{n}"
    right = {} if kind is ItemKind.REAL else {"same": 0}
    return StudyItem(
        name, part, kind, {"text": f"The {name}."}, {"text": f"Teh {name}."}, *place, name, name, "old", right
    )


def new_study(workspace: Workspace, design: StudyDesign | None = None) -> Study:
    """A study of made-up items, open."""
    design, studies = design or small_design(), Studies(workspace)
    return studies.open(studies.keep(design, made_up(design)))


def event_for(step: StudyStep, option: int = 0, id_: str = "") -> StudyEvent:
    """What a participant's browser sends at this step."""
    id_ = id_ or f"event-{next(_numbers)}"
    match step.kind:
        case StudyStepKind.CONSENT:
            return StudyEvent(id_, StudyEventKind.CONSENTED, AT)
        case StudyStepKind.QUESTIONNAIRE:
            assert step.questionnaire
            said = {item.id: item.options[0] if item.options else "fine" for item in step.questionnaire.items}
            return StudyEvent(id_, StudyEventKind.QUESTIONNAIRE, AT, name=step.questionnaire.name, responses=said)
        case StudyStepKind.INSTRUCTIONS:
            return StudyEvent(id_, StudyEventKind.BEGAN, AT, name=step.part)
        case StudyStepKind.ITEM:
            assert step.item
            return StudyEvent(
                id_, StudyEventKind.ANSWERED, AT, item=step.item.id, answers={"same": option}, browser_ms=900
            )
    return StudyEvent(id_, StudyEventKind.FINISHED, AT)


def walk(session: StudySession, steps: int = 1_000) -> Iterator[StudyStep]:
    """Go through the study, so many screens at most, and yield what was seen."""
    for _ in range(steps):
        step = next(iter(session.steps()), None)
        if step is None or step.kind is StudyStepKind.THANKS:
            return
        session.record(event_for(step))
        yield step


def walked(session: StudySession, steps: int = 1_000) -> list[StudyStep]:
    return list(walk(session, steps))
