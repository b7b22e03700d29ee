"""Studies in snapshots: copied, put back where something is missing or damaged, and never with who left since."""

import json
import os
import shutil
from contextlib import closing, suppress
from pathlib import Path

import pytest

from core.errors import BadInput
from curation.study.records import ParticipantState, StudyState
from data.store import Store
from data.store.snapshots.daily import due, take_snapshot
from data.store.snapshots.kept import Snapshot, snapshots
from data.store.snapshots.restoring import restore
from data.study import gone
from data.study.copies import size_of_studies
from data.study.gone import Withdrawal, gone_from, note_gone
from data.study.studies import Studies
from data.study.study import Study, StudyInvitation
from data.workspace import Workspace
from tests.data.study.study_data import new_study, small_design, walked

KEPT = '"age":"18-24"'  # what everybody here answers first


@pytest.fixture
def study(workspace: Workspace) -> Study:
    """Two of four participants have answered something."""
    Store.open(workspace).close()
    return new_study(workspace)


@pytest.fixture
def people(study: Study) -> list[StudyInvitation]:
    invited = study.invite(2)
    for one in invited:
        answer(study, one, 6)
    return invited


def answer(study: Study, who: StudyInvitation, steps: int) -> None:
    session = study.session(who.token)
    assert session
    walked(session, steps)


def told(folder: Path) -> str:
    """All that the files of a folder hold."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return "".join(path.read_text(errors="replace") for path in files if path.suffix != ".parquet")


def states(workspace: Workspace, id_: str) -> list[tuple[ParticipantState, int]]:
    return [(one.state, one.done) for one in Studies(workspace).open(id_).participants()]


def test_a_study_that_was_lost_comes_back_with_its_answers_and_links(
    workspace: Workspace, study: Study, people: list[StudyInvitation]
) -> None:
    taken = take_snapshot(workspace)
    assert "1 study" in str(taken)
    assert taken.size > 1000
    before = states(workspace, study.id), study.answers()
    (study.folder / "exports").mkdir()
    shutil.rmtree(study.folder)
    done = restore(workspace, taken)
    assert done.studies.whole == 1
    back = Studies(workspace).open(study.id)
    assert (states(workspace, study.id), back.answers()) == before
    assert (back.folder / "participants").stat().st_mode & 0o077 == 0
    answer(back, people[0], 3)
    assert restore(workspace, taken).studies.whole == 0
    assert len(back.answers()) == len(before[1]) + 3  # nothing newer is taken away


def test_an_empty_workspace_gets_the_studies_of_a_copy(workspace: Workspace, study: Study, tmp_path: Path) -> None:
    taken = take_snapshot(workspace)
    elsewhere = Workspace(tmp_path / "elsewhere").prepare()
    assert restore(elsewhere, Snapshot(taken.path, taken.card)).studies.whole == 1
    assert Studies(elsewhere).open(study.id).design == study.design


def test_who_withdrew_is_in_no_snapshot_and_comes_back_from_none(
    workspace: Workspace, study: Study, people: list[StudyInvitation], tmp_path: Path
) -> None:
    taken = take_snapshot(workspace)
    shutil.copytree(taken.path, tmp_path / "usb")
    assert KEPT in told(taken.path)
    study.withdraw("P01")
    study.withdraw("P02")
    assert KEPT not in told(workspace.root / "snapshots")
    assert "answered" not in told(workspace.root / "snapshots")
    assert snapshots(workspace.root)[0].card == taken.card
    taken.check()  # it is whole, without them
    for source in (taken.path, tmp_path / "usb"):
        shutil.rmtree(study.folder)
        restore(workspace, Snapshot(source, taken.card))
        assert states(workspace, study.id) == [(ParticipantState.WITHDREW, 0)] * 2
        back = Studies(workspace).open(study.id)
        assert back.answers() == [] and back.session(people[0].token) is None
        assert back.free_places() == 4
        assert KEPT not in told(study.folder)
    assert KEPT not in told(tmp_path / "usb")


def test_what_is_missing_of_a_study_is_put_back_and_who_withdrew_is_not(
    workspace: Workspace, study: Study, people: list[StudyInvitation]
) -> None:
    third = study.invite(1)[0]
    answer(study, third, 5)
    taken = take_snapshot(workspace)
    study.withdraw("P01")
    later = study.invite(1)[0]
    answer(study, later, 6)
    kept = [one for one in study.answers() if one.participant == "P04"]
    for name in ("participants/P01.jsonl", "participants/P02.jsonl", "items.jsonl", "register.json"):
        (study.folder / name).unlink()
    with (study.folder / "participants" / "P03.jsonl").open("ab") as file:
        file.write(b"garbage\n")
    done = restore(workspace, taken)
    back = Studies(workspace).open(study.id)
    said = " ".join(done.studies.notes)
    assert "design and samples were restored" in said and "answers of P02" in said and "answers of P03" in said
    assert "the links of P04 are lost" in said and "P01" not in said
    assert [state for state, _ in states(workspace, study.id)] == [
        ParticipantState.WITHDREW, ParticipantState.WORKING, ParticipantState.WORKING, ParticipantState.WORKING,
    ]  # fmt: skip
    assert [one for one in back.answers() if one.participant == "P04"] == kept
    assert len(set(back.register.places.values())) == 3
    assert back.session(people[0].token) is None and back.session(people[1].token)
    assert restore(workspace, taken).studies.notes == ()


def test_a_register_that_is_put_back_knows_who_has_which_place_by_their_files(
    workspace: Workspace, study: Study, people: list[StudyInvitation]
) -> None:
    taken = take_snapshot(workspace)
    study.drop("P01")
    study.invite(1)  # P03 has the first place now
    (study.folder / "participants" / "P04.jsonl").touch()  # killed before it was said whom it is of
    shutil.copy(study.folder / "participants" / "P02.jsonl", study.folder / "participants" / "P02 (1).jsonl")
    (study.folder / "register.json").unlink()
    assert "the links of P03, P04 are lost" in restore(workspace, taken).studies.notes[-1]
    assert study.register.places == {"P02": 1, "P03": 0}
    assert [one.participant for one in study.invite(2)] == ["P05", "P06"]


def test_links_of_ten_and_more_that_came_later_are_said_to_be_lost(workspace: Workspace) -> None:
    Store.open(workspace).close()
    study = new_study(workspace, small_design(participants=12))
    study.invite(9)
    taken = take_snapshot(workspace)
    study.invite(3)
    (study.folder / "register.json").unlink()
    assert "the links of P10, P11, P12 are lost" in restore(workspace, taken).studies.notes[-1]
    assert study.register.named == 12


def test_a_place_that_two_say_they_have_is_counted_once(
    workspace: Workspace, study: Study, people: list[StudyInvitation]
) -> None:
    taken = take_snapshot(workspace)
    study.drop("P02")
    study.invite(1)
    (study.folder / "participants" / "P02.jsonl").unlink()  # the copy knows nothing of the drop
    (study.folder / "register.json").unlink()
    restore(workspace, taken)
    assert study.register.places == {"P01": 0, "P02": 1}


@pytest.mark.parametrize(("quota", "before", "after"), [(2, 0, 2), (2, 1, 1), (1, 0, 1), (3, 2, 1)])
def test_an_open_links_quota_holds_though_the_register_is_put_back(
    workspace: Workspace, study: Study, quota: int, before: int, after: int
) -> None:
    link = study.open_link(quota)
    for n in range(before):
        joined(workspace, link, f"the browser of number {n}")
    taken = take_snapshot(workspace)
    for n in range(1, after):
        joined(workspace, link, f"the browser after number {n}")
    (study.folder / "register.json").unlink()
    restore(workspace, taken)
    joined(workspace, link, "the browser of the last one")
    with pytest.raises(BadInput, match="All places"):
        joined(workspace, link, "the browser of nobody")
    assert len(study.participants()) == quota


def joined(workspace: Workspace, link: str, browser: str) -> None:
    door = Studies(workspace).door(link)
    assert door
    door.join(browser)


def test_a_study_that_was_deleted_is_deleted_from_snapshots_and_stays_so(
    workspace: Workspace, study: Study, people: list[StudyInvitation], tmp_path: Path
) -> None:
    taken = take_snapshot(workspace)
    shutil.copytree(taken.path, tmp_path / "usb")
    Studies(workspace).remove(study.id)
    assert study.id not in "".join(path.name for path in taken.path.rglob("*"))
    for source in (taken.path, tmp_path / "usb"):
        assert restore(workspace, Snapshot(source, taken.card)).studies.whole == 0
        assert Studies(workspace).ids() == []


def test_a_study_that_was_deleted_takes_no_other_out_of_a_snapshot(workspace: Workspace, study: Study) -> None:
    other = new_study(workspace)
    taken = take_snapshot(workspace)
    assert "2 studies" in str(taken)
    Studies(workspace).remove(study.id)
    shutil.rmtree(other.folder)
    assert restore(workspace, taken).studies.whole == 1
    assert Studies(workspace).ids() == [other.id]


def test_folders_that_are_no_study_are_not_copied_and_copies_are_their_owners_alone(
    workspace: Workspace, study: Study
) -> None:
    size = size_of_studies(workspace.root)
    shutil.copytree(study.folder, study.folder.with_name("a copy of it"))
    assert size_of_studies(workspace.root) == size
    taken = take_snapshot(workspace)
    assert sorted(path.name for path in (taken.path / "studies").iterdir()) == sorted([study.id, "digests.json"])
    assert (taken.path / "studies").stat().st_mode & 0o777 == 0o700
    Studies(workspace).remove(study.id)
    assert (take_snapshot(workspace).path / "studies").stat().st_mode & 0o777 == 0o700


def test_copies_are_on_the_disk_before_a_snapshot_counts(
    workspace: Workspace, people: list[StudyInvitation], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, fsync = set[int](), os.fsync

    def noted(file: int) -> None:
        fsync(file)
        synced.add(os.fstat(file).st_ino)

    monkeypatch.setattr(os, "fsync", noted)
    copies = take_snapshot(workspace).path / "studies"
    files = [path for path in copies.rglob("*") if path.is_file()]
    assert len(files) > 5
    assert [path.name for path in (copies, *files) if path.stat().st_ino not in synced] == []


def test_a_damaged_copy_is_refused(workspace: Workspace, study: Study, people: list[StudyInvitation]) -> None:
    taken = take_snapshot(workspace)
    place = taken.path / "studies" / study.id / "participants" / "P01.jsonl"
    place.write_bytes(place.read_bytes()[:-5])
    with pytest.raises(BadInput, match=r"P01\.jsonl is missing or changed"):
        restore(workspace, taken)
    shutil.rmtree(taken.path / "studies")
    with pytest.raises(BadInput, match=r"digests\.json is missing or changed"):
        restore(workspace, taken)


def test_nobody_comes_back_because_the_list_of_who_left_is_damaged(workspace: Workspace, study: Study) -> None:
    taken = take_snapshot(workspace)
    note_gone(workspace.root, Withdrawal(study.id, "P01"))
    note_gone(workspace.root, Withdrawal(study.id, "P01"))
    assert gone_from(workspace.root) == {Withdrawal(study.id, "P01")}
    assert len((workspace.root / gone.NAME).read_text().splitlines()) == 1
    (workspace.root / gone.NAME).write_text("garbage\n")
    with pytest.raises(BadInput, match="list of withdrawn participants"):
        restore(workspace, taken)


@pytest.mark.parametrize("strange", ["../../P01.jsonl", "x/../../y/study.toml", "/etc/passwd", "a/participants/../b"])
def test_a_copy_that_names_strange_places_reaches_none(workspace: Workspace, study: Study, strange: str) -> None:
    taken = take_snapshot(workspace)
    digests = taken.path / "studies" / "digests.json"
    held = json.loads(digests.read_text())
    digests.write_text(json.dumps({"digests": held["digests"] | {strange: "0"}}))
    shutil.rmtree(study.folder)
    assert restore(workspace, taken).studies.whole == 1
    assert Studies(workspace).ids() == [study.id]


def test_one_is_due_when_somebody_has_answered(workspace: Workspace, study: Study) -> None:
    with closing(Store.open(workspace)):
        who = study.invite(1)[0]
        first = take_snapshot(workspace).card
        from datetime import timedelta

        later = first.taken + timedelta(days=2)
        assert not due(workspace, later)
        answer(study, who, 1)
        assert due(workspace, later)
        assert not due(workspace, first.taken)


def test_who_withdraws_while_a_snapshot_is_taken_is_in_none(
    workspace: Workspace, study: Study, people: list[StudyInvitation], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the participant withdrew right after their file was copied, and the server died before it cleaned up."""
    from data.store.snapshots import taking

    copy = taking.take_copies

    def and_then(root: Path, into: Path) -> int:
        copied = copy(root, into)
        note_gone(root, Withdrawal(study.id, "P01"))
        return copied

    monkeypatch.setattr(taking, "take_copies", and_then)
    taken = take_snapshot(workspace)
    held = (taken.path / "studies" / study.id / "participants" / "P01.jsonl").read_text()
    assert "answered" not in held and "withdrew" in held
    taken.check()


def test_a_closed_study_comes_back_closed(workspace: Workspace, study: Study) -> None:
    study.set_state(StudyState.CLOSED)
    taken = take_snapshot(workspace)
    with suppress(FileNotFoundError):
        shutil.rmtree(study.folder)
    restore(workspace, taken)
    assert Studies(workspace).open(study.id).state is StudyState.CLOSED


def test_studies_that_can_not_be_put_back_say_so(workspace: Workspace, study: Study) -> None:
    taken = take_snapshot(workspace)
    shutil.rmtree(study.folder.parent)
    study.folder.parent.write_text("in the way")
    with pytest.raises(BadInput, match="can't be written"):
        restore(workspace, taken)
