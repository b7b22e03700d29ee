"""A workspace of an earlier version opens with nothing lost; what a newer one wrote is left alone."""

import struct
import subprocess
import sys
from contextlib import closing

import duckdb
import pytest

from core.errors import BadInput
from curation.order import Order, OrderStrategy
from curation.resolve import CandidateStatus
from data.store import Store
from data.workspace import PROJECT, Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job

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
def earlier(workspace: Workspace) -> Workspace:
    """A workspace with three decisions whose database is of an earlier version."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(4)))
        store.ingest(write_job(workspace, range(4), OTHER, "job-2"))
        store.record([decision(candidate(n).id, id=f"d{n}") for n in range(3)])
        store.set_way(OTHER, OrderStrategy.BEST_FIRST)
        store.set_quota(77)
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute("update layout set version = 9")
        connection.execute("drop table candidates")
    return workspace


def test_a_workspace_of_an_earlier_version_opens_with_nothing_lost(earlier: Workspace) -> None:
    for _ in range(2):
        with closing(Store.open(earlier)) as store:
            assert [d.id for d in store.decisions(CELL)] == ["d0", "d1", "d2"]
            outcomes = store.outcomes(OTHER)  # the same texts
            assert {one.standing for one in outcomes.values()} == {CandidateStatus.KEPT}
            assert (store.quota(), store.orders()) == (77, {CELL: Order(), OTHER: Order(best_first=True)})
    [kept] = earlier.root.glob("flinch.replaced-*.duckdb")
    with duckdb.connect(str(kept)) as connection:
        assert connection.execute("select version from layout").fetchall() == [(9,)]


def test_building_it_again_does_not_let_another_process_in(earlier: Workspace) -> None:
    with closing(Store.open(earlier)):
        tried = subprocess.run([sys.executable, "-c", OPEN, earlier.root], cwd=PROJECT, capture_output=True, text=True)
    assert "in use by another process" in tried.stdout, tried.stderr


def test_a_database_of_a_newer_version_is_left_alone(workspace: Workspace) -> None:
    Store.open(workspace).close()
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute("update layout set version = 9999")
    with pytest.raises(BadInput, match=r"newer Flinch \(version 9999 .*\); update"):
        Store.open(workspace)


def test_a_database_of_another_program_is_left_alone(workspace: Workspace) -> None:
    workspace.prepare()
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute("create table sales (id integer)")
    with pytest.raises(
        BadInput, match=r"is a database of another program; move it away, then run `python cli.py doctor --rebuild`"
    ):
        Store.open(workspace)


@pytest.fixture
def old(workspace: Workspace) -> Workspace:
    """A workspace with a decision in it, closed."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(3)))
        store.record([decision(candidate(0).id, id="kept")])
    return workspace


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
