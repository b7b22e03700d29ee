"""What a kill left half done is brought to its end at the next start. `tests/killed` kills at each single step."""

import shutil

import pytest

from core.errors import BadInput
from curation.study.records import ParticipantState
from data.store import Store
from data.store.snapshots.daily import take_snapshot
from data.study.gone import NAME, Withdrawal, note_gone
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace
from tests.command_line import command_line
from tests.killed.people import NOBODY, answered, is_left, is_whole, leftovers


@pytest.fixture
def study(workspace: Workspace) -> Study:
    Store.open(workspace).close()
    return answered(workspace)


def start(workspace: Workspace) -> None:
    Store.open(workspace).close()


@pytest.mark.parametrize("name", [".20260103T000000.000000Z.part", f".20260103T000000.000000Z.{NOBODY}-0.part"])
def test_a_snapshot_that_was_killed_keeps_nobodys_answers(workspace: Workspace, study: Study, name: str) -> None:
    taken = take_snapshot(workspace).path
    taken.rename(taken.with_name(name))
    study.withdraw("P01")
    assert is_left(workspace.root, "P01") == []
    assert leftovers(workspace.root) == []


@pytest.mark.parametrize("name", [".{}", ".{}." + str(NOBODY) + "-1.part"])
def test_a_study_that_was_being_put_back_is_no_leftover_either(workspace: Workspace, study: Study, name: str) -> None:
    study.folder.rename(study.folder.with_name(name.format(study.id)))
    start(workspace)
    assert is_left(workspace.root, "P01") == is_left(workspace.root, "P02") == []


def test_a_withdrawal_that_only_its_note_came_of_is_done_at_the_next_start(workspace: Workspace, study: Study) -> None:
    token = study.invite(1)[0].token
    (study.folder / "exports").mkdir()
    shutil.copy(study.folder / "participants" / "P01.jsonl", study.folder / "exports")
    taken = take_snapshot(workspace)
    for who in ("P01", "P03"):
        note_gone(workspace.root, Withdrawal(study.id, who))
    start(workspace)
    assert is_left(workspace.root, "P01") == []
    states = [one.state for one in study.participants()]
    assert states == [ParticipantState.WITHDREW, ParticipantState.FINISHED, ParticipantState.WITHDREW]
    assert Studies(workspace).session(token) is None
    assert study.free_places() == 3
    taken.check()


def test_commands_of_studies_begin_so_too(workspace: Workspace, study: Study) -> None:
    note_gone(workspace.root, Withdrawal(study.id, "P01"))
    assert "P01\twithdrew" in command_line("study", "status", study.id).stdout


def test_a_study_that_was_deleted_half_way_is_gone_at_the_next_start(workspace: Workspace, study: Study) -> None:
    taken = take_snapshot(workspace)
    note_gone(workspace.root, Withdrawal(study.id))
    shutil.rmtree(taken.path / "studies" / study.id)  # and killed before it was told in the list of digests
    start(workspace)
    assert Studies(workspace).ids() == []
    assert is_left(workspace.root, "P01") == is_left(workspace.root, "P02") == []
    assert is_whole(workspace.root / "snapshots")


def test_studies_that_are_not_here_keep_no_other_withdrawal_from_being_done(
    workspace: Workspace, study: Study, caplog: pytest.LogCaptureFixture
) -> None:
    take_snapshot(workspace)
    for gone in (
        Withdrawal("-0", "P01"),
        Withdrawal("-1"),
        Withdrawal(study.id, "P01"),
    ):  # in the order they are gone through
        note_gone(workspace.root, gone)
    start(workspace)
    assert is_left(workspace.root, "P01") == []
    assert Studies(workspace).ids() == [study.id]
    assert caplog.text == ""


def test_what_was_deleted_reaches_nothing_outside_the_studies(workspace: Workspace, study: Study) -> None:
    taken = take_snapshot(workspace)
    places = [root / "kept" / "participants" / "P01.jsonl" for root in (workspace.root, taken.path)]
    for place in places:
        place.parent.mkdir(parents=True)
        place.write_text("kept")
    for gone in (Withdrawal("../kept", "P01"), Withdrawal("../kept")):
        note_gone(workspace.root, gone)
    start(workspace)
    assert [place.read_text() for place in places] == ["kept"] * 2


def test_a_withdrawal_that_could_not_reach_a_snapshot_says_so(workspace: Workspace, study: Study) -> None:
    copies = take_snapshot(workspace).path / "studies" / study.id / "participants"
    (copies / "P01.lock").mkdir()  # so that nobody can hold the file
    with pytest.raises(BadInput, match="studies' can't be written"):
        study.withdraw("P01")
    assert len(is_left(workspace.root, "P01")) == 1


def test_who_withdrew_is_in_no_copy_whose_list_of_digests_is_lost(workspace: Workspace, study: Study) -> None:
    (take_snapshot(workspace).path / "studies" / "digests.json").unlink()
    study.withdraw("P01")
    assert is_left(workspace.root, "P01") == []
    assert len(is_left(workspace.root, "P02")) == 2


def test_what_was_exported_since_a_withdrawal_stays(workspace: Workspace, study: Study) -> None:
    study.withdraw("P01")
    (study.folder / "exports").mkdir()
    (study.folder / "exports" / "mixed.json").write_text("{}")
    start(workspace)
    assert (study.folder / "exports" / "mixed.json").exists()


def test_a_list_of_who_left_that_cant_be_read_keeps_nobody_from_working(workspace: Workspace, study: Study) -> None:
    (workspace.root / NAME).write_text("garbage\n")
    start(workspace)
    assert len(study.participants()) == 2
