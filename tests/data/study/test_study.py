"""A study from end to end: made, handed out, answered, read, withdrawn from."""

import pytest

from core.errors import BadInput
from curation.study.records import ItemKind, ParticipantState, StudyEventKind, StudyState
from curation.study.steps import StudyStepKind
from data.study.session import Receipt
from data.study.studies import Studies
from data.workspace import Workspace
from tests.data.study.study_data import event_for, new_study, save_toy, small_design, walked


def test_a_study_is_drawn_from_the_workspace_and_answered_to_its_end(workspace: Workspace) -> None:
    save_toy(workspace)
    studies = Studies(workspace)
    study = studies.open(studies.create(small_design(), workers=1))
    assert (study.balance().lowest, study.balance().highest, study.balance().seen_twice) == (2, 2, 0)
    person = study.invite(1)[0]
    session = studies.session(person.token)
    assert session is not None
    kinds = [step.kind for step in walked(session)]
    items = [StudyStepKind.ITEM]
    assert kinds == [
        StudyStepKind.CONSENT, StudyStepKind.QUESTIONNAIRE, StudyStepKind.INSTRUCTIONS, *items * 7,
        StudyStepKind.INSTRUCTIONS, *items * 2, StudyStepKind.QUESTIONNAIRE, StudyStepKind.FINISH,
    ]  # fmt: skip
    assert session.steps()[0].kind is StudyStepKind.THANKS
    answers = study.answers()
    assert [a.participant for a in answers] == ["P01"] * 8  # the training is not among them
    assert study.participants()[0].state is ParticipantState.FINISHED
    assert [one.questionnaire for one in study.responses()] == ["demographics", "comments"]


def test_training_comes_first_and_checks_somewhere_among_the_rest(workspace: Workspace) -> None:
    study = new_study(workspace, small_design(participants=20, each=4))
    places = set()
    for person in study.invite(20):
        session = study.session(person.token)
        assert session is not None
        seen = [step.item.kind for step in session.steps() if step.item and step.item.part == "one"]
        assert seen[0] is ItemKind.TRAINING
        assert sorted(seen[1:]) == sorted([ItemKind.REAL] * 4 + [ItemKind.ATTENTION, ItemKind.GOLD])
        places.add(seen.index(ItemKind.ATTENTION))
    assert len(places) > 3


def test_nothing_is_kept_before_consent(workspace: Workspace) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session is not None
    item = next(step for step in session.steps() if step.kind is StudyStepKind.ITEM)
    with pytest.raises(BadInput, match="until you agree"):
        session.record(event_for(item))
    session.steps(), session.progress()
    kept = (study.folder / "participants" / "P01.jsonl").read_text().splitlines()
    assert len(kept) == 1
    assert StudyEventKind.INVITED in kept[0]


def test_what_is_sent_twice_is_stored_once_and_the_first_answer_stands(workspace: Workspace) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session is not None
    walked(session, 3)
    step = session.steps()[0]
    first = event_for(step, option=1)
    assert [session.record(first), session.record(first)] == [Receipt.STORED, Receipt.REPEATED]
    assert session.record(event_for(step, option=0)) is Receipt.DONE  # another tab
    assert step.item
    assert [a.answers for a in study.answers(True) if a.item == step.item.id] in ([], [{"same": 1}])


def test_another_participants_item_is_refused(workspace: Workspace) -> None:
    study = new_study(workspace)
    one, two = (study.session(person.token) for person in study.invite(2))
    assert one and two
    walked(one, 2), walked(two, 2)
    mine = {step.item.id for step in one.steps() if step.item}
    foreign = next(step for step in two.steps() if step.item and step.item.id not in mine)
    with pytest.raises(BadInput, match="not given to you"):
        one.record(event_for(foreign))


def test_withdrawing_removes_everything_and_shuts_the_link(workspace: Workspace) -> None:
    study = new_study(workspace)
    person = study.invite(1)[0]
    session = study.session(person.token)
    assert session is not None
    walked(session, 6)
    (study.folder / "exports").mkdir()
    (study.folder / "exports" / "answers.csv").write_text("P01")
    session.withdraw()
    assert study.session(person.token) is None
    assert session.steps() == []
    with pytest.raises(BadInput, match="not valid"):
        session.record(event_for(new_study(workspace).preview().steps()[0]))
    left = "".join(path.read_text() for path in study.folder.rglob("*") if path.is_file() and "P01" in path.name)
    assert "answered" not in left and "18-24" not in left
    assert not (study.folder / "exports").exists()
    assert study.answers(dropped=True) == [] and study.responses() == []
    assert study.participants()[0].state is ParticipantState.WITHDREW
    assert study.invite(4)[-1].participant == "P05"  # the place is free again, the pseudonym is not


def test_a_preview_records_nothing(workspace: Workspace) -> None:
    study = new_study(workspace)
    before = {path: path.stat().st_mtime_ns for path in study.folder.rglob("*")}
    session = study.preview()
    assert walked(session)[-1].kind is StudyStepKind.FINISH
    assert {path: path.stat().st_mtime_ns for path in study.folder.rglob("*")} == before
    assert study.participants() == [] and study.answers() == []


def test_a_paused_study_takes_in_what_is_under_way_and_a_closed_one_nothing(workspace: Workspace) -> None:
    study = new_study(workspace)
    working, fresh = (study.session(person.token) for person in study.invite(2))
    assert working and fresh
    walked(working, 3)
    study.set_state(StudyState.PAUSED)
    assert working.record(event_for(working.steps()[0])) is Receipt.STORED
    with pytest.raises(BadInput, match="paused"):
        fresh.record(event_for(fresh.steps()[0]))
    study.set_state(StudyState.CLOSED)
    with pytest.raises(BadInput, match="over"):
        working.record(event_for(working.steps()[0]))
