"""What a person is told when the machine is in the way, and that nothing acknowledged is lost by it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.store import Store
from data.store.database import Database
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.data.store.trouble.others import files_no_longer_than, held
from tests.ordinary_user import as_an_ordinary_user


def filled(workspace: Workspace, samples: int = 20) -> Store:
    write_job(workspace, range(samples))
    store = Store.open(workspace)
    store.ingest(workspace.jobs / "job-1")
    return store


def log_size(workspace: Workspace) -> int:
    return workspace.database.with_name("flinch.duckdb.wal").stat().st_size


def lengthen(store: Store) -> None:
    """Make the database's log longer than that of decisions."""
    store._database.rows("insert into parts select i, repeat('x', 99) from range(100) t(i)")


def test_a_second_app_is_told_who_holds_the_workspace(workspace: Workspace) -> None:
    with held(workspace) as pid:
        with pytest.raises(BadInput, match=rf"in use by another process \(PID {pid}\).*stop that process"):
            Store.open(workspace)
        with pytest.raises(BadInput, match="in use"):
            Store.rebuild(workspace)
    Store.open(workspace).close()


def test_the_store_of_this_process_is_not_rebuilt_under_it(workspace: Workspace) -> None:
    store = Store.open(workspace)
    with pytest.raises(BadInput, match="stop Flinch before you rebuild the database"):
        Store.rebuild(workspace)
    store.close()


def test_a_disk_that_is_full_for_the_journal(workspace: Workspace) -> None:
    store = filled(workspace)
    one, two = decision(candidate(0).id), decision(candidate(1).id)
    store.record([one])
    with (
        files_no_longer_than(workspace.journal.stat().st_size + 10),
        pytest.raises(BadInput, match="Nothing was saved"),
    ):
        store.record([two])
    assert store.decisions(CELL) == [one]
    assert store.record([two]) == {two.id}  # there is room again
    store.close()
    store = Store.open(workspace)
    assert store.decisions(CELL) == [one, two]
    store.close()


def test_a_disk_that_is_full_for_the_database(workspace: Workspace) -> None:
    store = filled(workspace)
    one, two, three = (decision(candidate(n).id, minute=n) for n in range(3))
    store.record([one])
    lengthen(store)
    assert log_size(workspace) > workspace.journal.stat().st_size + 1000
    with files_no_longer_than(log_size(workspace) + 10):
        with pytest.raises(BadInput, match=r"Nothing was saved.*is full; free some space"):
            store.record([two])
        with pytest.raises(BadInput, match="full"):
            store.record([two])
    assert store.progress(CELL).kept == 1
    assert store.record([two, three]) == {two.id, three.id}  # there is room again; the browser sends it again
    assert store.progress(CELL).kept == 3
    assert [d.id for d in store.decisions(CELL)] == [one.id, two.id, three.id]
    assert [d.id for d in AppendLog(workspace.journal, Decision).read()] == [one.id, two.id, three.id]
    store.close()
    store = Store.open(workspace)
    assert sorted(d.id for d in store.decisions(CELL)) == sorted([one.id, two.id, three.id])
    store.close()


def test_what_only_the_journal_got_is_counted_with_the_next_decision(workspace: Workspace) -> None:
    store = filled(workspace)
    one, two = decision(candidate(0).id), decision(candidate(1).id)
    lengthen(store)
    with files_no_longer_than(log_size(workspace) + 10), pytest.raises(BadInput, match="full"):
        store.record([one])
    assert store.progress(CELL).kept == 0
    with pytest.raises(BadInput, match="belongs to another decision"):
        store.record([replace(one, note="now otherwise")])
    store.record([two])
    assert store.progress(CELL).kept == 2
    store.close()


def test_what_only_the_journal_got_is_there_after_reopening(workspace: Workspace) -> None:
    store = filled(workspace)
    one, two = decision(candidate(0).id), decision(candidate(1).id)
    lengthen(store)
    store.record([one])
    with files_no_longer_than(log_size(workspace) + 10), pytest.raises(BadInput, match="full"):
        store.record([two])
    store.close()
    store = Store.open(workspace)
    assert store.decisions(CELL) == [one, two]
    store.close()


def test_a_database_that_duckdb_gave_up_is_opened_again(tmp_path: Path) -> None:
    database = Database(tmp_path / "d.duckdb")
    database.rows("insert into parts select i, repeat('x', 1000) || i from range(1000) t(i)")
    with files_no_longer_than((tmp_path / "d.duckdb").stat().st_size + 10), pytest.raises(BadInput, match="full"):
        database.rows("checkpoint")  # DuckDB takes nothing more after this fails
    assert database.rows("select count(*) from parts") == [(1000,)]
    database.close()


def test_what_a_job_made_comes_in_once_there_is_room(workspace: Workspace) -> None:
    store = filled(workspace)
    lengthen(store)
    job = write_job(workspace, range(20, 4000), job="job-2")
    with files_no_longer_than(log_size(workspace) + 10), pytest.raises(BadInput, match="full"):
        store.ingest(job)
    assert store.ingest(job) == 1
    assert store.progress(CELL).candidates == 4000
    store.close()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB of its own."""
    place = tmp_path / "tiny"
    place.mkdir()
    mount = shutil.which("mount")
    if os.geteuid() or not mount:
        pytest.skip("needs root to make a small file system")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("this machine does not let us make a small file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(ballast: Path) -> None:
    """Leave no room at all."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass


def test_a_disk_that_really_is_full(tiny_disk: Path) -> None:
    workspace = Workspace(tiny_disk).prepare()
    fill(tiny_disk / "ballast")
    with pytest.raises(BadInput, match=r"is full; free some space|No space left on device.*free some space"):
        Store.open(workspace)
    (tiny_disk / "ballast").unlink()
    store = filled(workspace)
    fill(tiny_disk / "ballast")
    saved = []
    said = ""
    for n in range(20):
        try:
            saved += store.record([decision(candidate(n).id, id=f"d-{n}", note="n" * 900)])
        except BadInput as error:
            said = str(error)
    assert "Nothing was saved" in said
    (tiny_disk / "ballast").unlink()
    store.close()
    store = Store.open(workspace)
    assert set(saved) <= {d.id for d in store.decisions(CELL)}
    assert store.record([decision(candidate(19).id)])
    store.close()


def test_a_workspace_that_cannot_be_written(ordinary_place: Path) -> None:
    workspace = Workspace(ordinary_place).prepare()
    filled(workspace).close()
    workspace.root.chmod(0o555)
    with (
        as_an_ordinary_user(),
        pytest.raises(BadInput, match=r"can't be written \(Permission denied\); make it writable"),
    ):
        Store.open(workspace)
    workspace.root.chmod(0o755)


def test_a_database_file_that_cannot_be_written(ordinary_place: Path) -> None:
    workspace = Workspace(ordinary_place).prepare()
    filled(workspace).close()
    workspace.root.chmod(0o777)
    workspace.database.chmod(0o444)
    with as_an_ordinary_user(), pytest.raises(BadInput, match=r"flinch\.duckdb' can't be written"):
        Store.open(workspace)


def test_a_journal_that_cannot_be_written(ordinary_place: Path) -> None:
    workspace = Workspace(ordinary_place).prepare()
    filled(workspace).close()
    workspace.root.chmod(0o777)
    workspace.database.chmod(0o666)
    workspace.journal.chmod(0o444)
    with as_an_ordinary_user(), pytest.raises(BadInput, match=r"decisions\.jsonl' can't be written"):
        Store.open(workspace)
    Store.open(workspace).close()  # nothing was left open or locked by the refusal


def test_a_bad_line_in_the_journal_keeps_nobody_out(workspace: Workspace) -> None:
    filled(workspace).close()
    workspace.journal.write_text("nonsense\n")
    store = Store.open(workspace)
    assert store.record([decision(candidate(0).id, id="after")]) == {"after"}
    store.close()
    assert [d.id for d in AppendLog(workspace.journal, Decision).read([])][-1] == "after"
