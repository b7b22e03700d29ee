"""The table of decisions follows the log: what is in it is not read again, and what does not fit is built again."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.store import Store, decision_index
from data.store.database import Database
from data.store.decision_index import DecisionIndex
from data.workspace import Workspace
from tests.data.store.store_data import candidate, decision, write_job

MANY = 50


@pytest.fixture
def decided(workspace: Workspace) -> Workspace:
    """A workspace with many decisions that nobody has open."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(20)))
        store.record([decision(candidate(n % 20).id, minute=n) for n in range(MANY)])
    return workspace


def log_of(workspace: Workspace) -> AppendLog[Decision]:
    return AppendLog(workspace.journal, Decision)


def add(workspace: Workspace, many: int) -> None:
    """Decisions that only the log has, as after a kill."""
    log_of(workspace).append([decision(candidate(n % 20).id, minute=n) for n in range(many)])


def stored(workspace: Workspace) -> int:
    with closing(Store.open(workspace)) as store:
        [(count,)] = store._database.rows("select count(*) from decisions")
    return int(count)


def rebuilt(workspace: Workspace) -> int:
    """How often the database was built again."""
    return len(list(workspace.root.glob("flinch.replaced-*.duckdb")))


def test_what_the_log_has_beyond_it_is_taken_in_and_what_is_in_it_is_not_read_again(decided: Workspace) -> None:
    add(decided, 3)
    assert stored(decided) == MANY + 3
    content = decided.journal.read_bytes()
    decided.journal.write_bytes(b"#" * 10 + content[10:])  # which reading would notice
    add(decided, 2)
    assert stored(decided) == MANY + 5
    assert rebuilt(decided) == 0


def test_many_lines_come_in_by_parts_and_each_decision_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_index, "AT_ONCE", 3)
    log, made = AppendLog(tmp_path / "log", Decision), [decision("c", id=f"d{n}") for n in range(8)]
    log.append([*made[:4], made[0]])
    log.append([*made[2:], made[7]])
    with log.path.open("ab") as file:
        file.write(b"nonsense\n")
    with closing(Database(tmp_path / "d.duckdb")) as database:
        flaws: list[str] = []
        index = DecisionIndex(database, log)
        assert (index.catch_up(flaws), index.catch_up(), index.decisions) == (8, 0, 8)
        assert flaws == [f"Line 13 of {str(log.path)!r} has no checksum; restore a copy of the file."]
        rows = database.rows("select number, id from decisions order by number")
        assert rows == [(n + 1, one.id) for n, one in enumerate(made)]
        assert DecisionIndex(database, log).resume()


def test_a_database_put_back_from_a_copy_gets_what_it_lacks(decided: Workspace, tmp_path: Path) -> None:
    copy = shutil.copyfile(decided.database, tmp_path / "copy")
    add(decided, 20)
    assert stored(decided) == MANY + 20
    shutil.copyfile(copy, decided.database)
    assert stored(decided) == MANY + 20
    assert rebuilt(decided) == 0


def test_a_log_put_back_from_a_copy_is_not_taken_for_the_whole(decided: Workspace, tmp_path: Path) -> None:
    copy, whole = shutil.copyfile(decided.journal, tmp_path / "copy"), MANY + 5
    add(decided, 5)
    assert stored(decided) == whole
    newest = shutil.copyfile(decided.journal, tmp_path / "newest")
    for less in (copy.read_bytes(), b""):
        decided.journal.write_bytes(less)
        with pytest.raises(BadInput, match=rf"decisions, but {whole} were saved in it; restore a copy .*--rebuild"):
            Store.open(decided)
    shutil.copyfile(newest, decided.journal)
    assert stored(decided) == whole
    shutil.copyfile(copy, decided.journal)
    assert Store.rebuild(decided).decisions == stored(decided) == MANY


def test_a_log_with_more_before_what_is_in_it_is_taken_in_from_its_beginning(decided: Workspace) -> None:
    log = log_of(decided)
    log.replace([decision(candidate(0).id, id="first"), *log.read()])
    assert stored(decided) == MANY + 1
    assert rebuilt(decided) == 1


def test_rows_that_went_from_the_database_come_back(decided: Workspace) -> None:
    with closing(Store.open(decided)) as store, store._database.transaction() as cursor:
        cursor.execute("delete from decisions where number <= 7")
    assert stored(decided) == MANY
    assert rebuilt(decided) == 1
