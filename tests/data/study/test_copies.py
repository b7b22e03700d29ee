"""Studies in snapshots: copied, put back where something is missing or damaged, and never with who left since."""

import json
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
from data.study.gone import GoneFrom, gone_from, note_gone
from data.study.studies import Studies
from data.study.study import Study, StudyInvitation
from data.workspace import Workspace
from tests.data.study.study_data import new_study, walked

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
    assert (done.studies.whole, done.studies.mended) == (1, 0)
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
    assert done.studies.mended == 1
    said = " ".join(done.studies.told)
    assert "design and samples were put back" in said and "answers of P02" in said and "answers of P03" in said
    assert "the links of P04 are lost" in said and "P01" not in said
    assert [state for state, _ in states(workspace, study.id)] == [
        ParticipantState.WITHDREW, ParticipantState.WORKING, ParticipantState.WORKING, ParticipantState.WORKING,
    ]  # fmt: skip
    assert [one for one in back.answers() if one.participant == "P04"] == kept
    assert len(set(back.register.places.values())) == 3
    assert back.session(people[0].token) is None and back.session(people[1].token)
    assert restore(workspace, taken).studies.told == ()


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


def test_a_damaged_copy_is_refused(workspace: Workspace, study: Study, people: list[StudyInvitation]) -> None:
    taken = take_snapshot(workspace)
    place = taken.path / "studies" / study.id / "participants" / "P01.jsonl"
    place.write_bytes(place.read_bytes()[:-5])
    with pytest.raises(BadInput, match=r"P01\.jsonl is not as written"):
        restore(workspace, taken)
    shutil.rmtree(taken.path / "studies")
    with pytest.raises(BadInput, match=r"digests\.json is not as written"):
        restore(workspace, taken)


def test_nobody_comes_back_because_the_list_of_who_left_is_damaged(workspace: Workspace, study: Study) -> None:
    taken = take_snapshot(workspace)
    note_gone(workspace.root, GoneFrom(study.id, "P01"))
    note_gone(workspace.root, GoneFrom(study.id, "P01"))
    assert gone_from(workspace.root) == {GoneFrom(study.id, "P01")}
    assert len((workspace.root / gone.NAME).read_text().splitlines()) == 1
    (workspace.root / gone.NAME).write_text("garbage\n")
    with pytest.raises(BadInput, match="who withdrew"):
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
        note_gone(root, GoneFrom(study.id, "P01"))
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
