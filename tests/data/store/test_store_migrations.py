"""Bringing an older database up to date keeps what is in it, and a copy of how it was."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from core.errors import BadInput
from data.store import Store, opening, statements
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job

ROOT = Path(__file__).parents[3]
OPEN = """
import sys
from pathlib import Path
from core.errors import BadInput
from data.store import Store
from data.workspace import Workspace
try:
    Store.open(Workspace(Path(sys.argv[1])))
except BadInput as error:
    print(error)
"""


@pytest.fixture
def old(workspace: Workspace) -> Workspace:
    """A workspace with a decision in it, closed."""
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    store.record([decision(candidate(0).id, id="kept")])
    store.close()
    return workspace


def add_migration(monkeypatch: pytest.MonkeyPatch, folder: Path, statement: str) -> None:
    """Make the program one migration newer than the database."""
    shutil.copytree(statements.FOLDER, folder)
    name = f"0099_{folder.name}"
    (folder / f"{name}.sql").write_text(statement)
    monkeypatch.setattr(statements, "FOLDER", folder)
    monkeypatch.setattr(opening, "MIGRATIONS", (*opening.MIGRATIONS, name))


def test_a_new_database_has_every_migration_and_no_copy(workspace: Workspace) -> None:
    Store.open(workspace).close()
    with duckdb.connect(str(workspace.database)) as connection:
        assert connection.execute("select name from migrations").fetchall() == [(n,) for n in opening.MIGRATIONS]
    assert list(workspace.root.glob("*before*")) == []


def test_every_migration_is_listed() -> None:
    assert tuple(sorted(p.stem for p in statements.FOLDER.glob("0*.sql"))) == opening.MIGRATIONS


def test_an_older_database_is_copied_and_brought_up_to_date(
    old: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_migration(monkeypatch, tmp_path / "later", "create table later (x integer)")
    store = Store.open(old)
    assert [d.id for d in store.decisions(CELL)] == ["kept"]
    # The copy must not have cost us the lock: another process still can't come in.
    tried = subprocess.run([sys.executable, "-c", OPEN, str(old.root)], cwd=ROOT, capture_output=True, text=True)
    assert "in use by another process" in tried.stdout, tried.stderr
    store.close()
    with duckdb.connect(str(old.database.with_suffix(".before-0099_later.duckdb"))) as connection:
        assert connection.execute("select id from decisions").fetchall() == [("kept",)]
        assert connection.execute("select name from migrations").fetchall()[-1] == (opening.MIGRATIONS[-2],)


def test_the_copy_has_what_was_only_in_the_log(
    filled: Store, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.record([decision(candidate(0).id, id="kept")])
    killed = Workspace(tmp_path / "killed")
    shutil.copytree(workspace.root, killed.root)
    assert killed.database.with_name(f"{killed.database.name}.wal").stat().st_size
    add_migration(monkeypatch, tmp_path / "later", "create table later (x integer)")
    Store.open(killed).close()
    with duckdb.connect(str(killed.database.with_suffix(".before-0099_later.duckdb"))) as connection:
        assert connection.execute("select id from decisions").fetchall() == [("kept",)]


def test_a_migration_that_fails_changes_nothing(
    old: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        add_migration(later, tmp_path / "wrong", "create table later (x integer); select * from nowhere")
        with pytest.raises(BadInput, match="rebuild"):
            Store.open(old)
    with duckdb.connect(str(old.database)) as connection:
        assert ("later",) not in connection.execute("show tables").fetchall()
    store = Store.open(old)
    assert [d.id for d in store.decisions(CELL)] == ["kept"]
    store.close()


def test_a_database_that_is_too_old_is_left_alone_and_built_again_from_the_journal(old: Workspace) -> None:
    with duckdb.connect(str(old.database)) as connection:
        connection.execute("delete from migrations where name >= '0004'")
    with pytest.raises(BadInput, match=r"too old to be read; build it again .*--rebuild"):
        Store.open(old)
    assert (Store.rebuild(old).decisions, Store.rebuild(old).parts) == (1, 1)
    store = Store.open(old)
    assert [d.id for d in store.decisions(CELL)] == ["kept"]
    store.close()


def test_a_file_of_a_newer_duckdb_is_left_alone(old: Workspace) -> None:
    with old.database.open("r+b") as file:
        header = bytearray(file.read(4096))
        header[12:20] = (9999).to_bytes(8, "little")  # the storage version, after the checksum and "DUCK"
        header[:8] = checksum(header[8:]).to_bytes(8, "little")
        file.seek(0)
        file.write(header)
    with pytest.raises(BadInput, match=r"newer DuckDB; update"):
        Store.open(old)


def checksum(block: bytes | bytearray) -> int:
    """DuckDB's own over one of its blocks: each 64-bit word times a constant, all of them xored."""
    total = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        total ^= word * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    return total
