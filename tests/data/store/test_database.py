"""The database file: what it may take, what an error undoes, and how what DuckDB says is told."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from core.errors import BadInput
from data.store import Store
from data.store.database import Database
from data.store.opening import DatabaseInUse, explained, of_the_machine
from data.workspace import Workspace

FULL = "Nothing was saved: the disk that holds '/w/flinch.duckdb' is full; free some space there and try again."
MACHINE = [
    ("IO Error: Could not write all bytes: No space left on device", FULL),
    ("IO Error: File too large", FULL),
    (
        'IO Error: Cannot open file "/w/flinch.duckdb": Permission denied',
        "'/w/flinch.duckdb' can't be written (permission denied); make it writable or set FLINCH_WORKSPACE to another "
        "folder.",
    ),
    (
        "Out of Memory Error: could not allocate block\nand more",
        "'/w/flinch.duckdb' needs more memory than is available (Out of Memory Error: could not allocate block); close "
        "other programs and try again.",
    ),
]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "d.duckdb")) as opened:
        yield opened


def test_it_keeps_to_its_share_of_the_memory_and_fetches_nothing(database: Database) -> None:
    settings = "select current_setting('memory_limit'), current_setting('autoinstall_known_extensions')"
    [(memory, fetches)] = database.rows(settings)
    assert memory.endswith("MiB") and 80 < float(memory.split()[0]) < 100
    assert fetches is False


def test_what_an_error_breaks_off_is_undone_as_a_whole_and_work_goes_on(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.transaction() as cursor:
        cursor.execute("insert into parts values (1, 'a')")
        raise ZeroDivisionError
    with pytest.raises(BadInput, match="nowhere"), database.transaction() as cursor:
        cursor.execute("insert into parts values (1, 'b')")
        cursor.execute("insert into nowhere values (1)")
    with database.transaction() as cursor:
        cursor.execute("insert into parts values (1, 'c')")
    assert database.rows("select name from parts") == [("c",)]


def test_a_closed_one_opens_itself_again(database: Database) -> None:
    database.close()
    database.close()
    assert database.rows("select count(*) from parts") == [(0,)]


def test_new_tables_are_in_the_file_and_not_only_in_its_log(workspace: Workspace) -> None:
    store = Store.open(workspace)
    log = workspace.database.with_name(f"{workspace.database.name}.wal")
    assert not log.exists() or log.stat().st_size == 0
    store.close()


@pytest.mark.parametrize(("said", "told"), MACHINE)
def test_what_the_machine_lacks_is_told_with_what_to_do(said: str, told: str) -> None:
    error = duckdb.IOException(said)
    assert str(explained(Path("/w/flinch.duckdb"), error)) == told
    assert of_the_machine(error)


def test_whoever_holds_the_file_is_named_where_duckdb_knows() -> None:
    begun = "'/w/flinch.duckdb' is in use by another process"
    for said, who in (("Conflicting lock is held in python (PID 7) by ann", " (PID 7)"), ("Could not set lock", "")):
        found = explained(Path("/w/flinch.duckdb"), duckdb.IOException(f"IO Error: {said}"))
        assert isinstance(found, DatabaseInUse)
        assert str(found) == f"{begun}{who}, probably a running Flinch; stop that process or use it instead."


def test_anything_else_is_damage_told_by_its_first_line() -> None:
    error = duckdb.IOException("IO Error: not a database\nlook it up")
    assert str(explained(Path("/w/flinch.duckdb"), error)) == (
        "'/w/flinch.duckdb' can't be read (IO Error: not a database); build it again from the decision log with "
        "`python cli.py doctor --rebuild`."
    )
    assert not of_the_machine(error)
