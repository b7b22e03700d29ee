"""What the doctor says of database, journal and files of texts, word for word, and that it changes nothing."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import BadInput
from data.store import Store
from data.store.journal import Journal
from data.store.repair.health import REWRITE, Finding, database, journal, variants
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job

HOLD = "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"


@contextmanager
def held(path: Path) -> Iterator[int]:
    """Another process has this database open; its id."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"open\n"
        yield holder.pid
        holder.kill()


@pytest.fixture
def decided(filled: Store) -> Store:
    """Two of ten candidates are decided."""
    filled.record([decision(candidate(0).id), decision(candidate(1).id)])
    return filled


def test_a_new_workspace_has_nothing_wrong_with_it(workspace: Workspace) -> None:
    assert database(workspace) == Finding("database", True, "there is none yet; the app makes it")
    assert journal(workspace) == Finding("journal", True, "0 decisions")
    assert variants(workspace) == Finding("variants", True, "0 files with texts to curate, each in its place")


def test_a_healthy_workspace_is_counted(decided: Store, workspace: Workspace) -> None:
    decided.close()
    assert database(workspace) == Finding("database", True, "10 candidates, 2 decisions")
    assert journal(workspace) == Finding("journal", True, "2 decisions")
    assert variants(workspace) == Finding("variants", True, "1 files with texts to curate, each in its place")


def test_what_this_app_has_open_is_well(decided: Store, workspace: Workspace) -> None:
    assert database(workspace) == Finding("database", True, "in use by this app")
    assert journal(workspace) == Finding("journal", True, "2 decisions, each readable")
    assert variants(workspace) == Finding("variants", True, "named by the check of the database")


def test_another_process_that_holds_the_database_is_named(decided: Store, workspace: Workspace) -> None:
    decided.close()
    with held(workspace.database) as pid:
        said = f"in use by the process {pid}, probably the running app"
        assert database(workspace) == Finding("database", True, said)
        assert journal(workspace) == Finding("journal", True, "2 decisions, each readable")
    assert database(workspace).summary == "10 candidates, 2 decisions"


def test_a_damaged_database_says_how_to_build_it_again(workspace: Workspace) -> None:
    workspace.database.write_bytes(b"no database" * 1000)
    found = database(workspace)
    assert (found.subject, found.ok, found.remedy) == ("database", False, "python cli.py doctor --rebuild")
    assert found.summary.startswith("can't be read (IO Error: ") and "\n" not in found.summary


def test_a_damaged_journal_names_the_line(workspace: Workspace) -> None:
    workspace.journal.write_text("{}\nno decision\n")
    found = journal(workspace)
    assert (found.subject, found.ok, found.remedy) == ("journal", False, REWRITE)
    assert found.summary.startswith("0 decisions; Line 1 of ")
    assert found.summary.endswith("(and 1 more)")


def test_decisions_that_only_one_of_the_two_has_are_counted_and_healed(decided: Store, workspace: Workspace) -> None:
    decided.close()
    written = Journal(workspace.journal)
    written.append([decision(candidate(2).id)])
    written.close()
    remedy = "start the app: it writes what is missing where it is missing"
    summary = "3 decisions, 1 of them in one of journal and database only"
    assert journal(workspace) == Finding("journal", False, summary, remedy)
    workspace.journal.unlink()
    assert journal(workspace).summary == "0 decisions, 2 of them in one of journal and database only"
    Store.open(workspace).close()
    assert journal(workspace) == Finding("journal", True, "2 decisions")


def test_a_look_changes_no_file(decided: Store, workspace: Workspace, tmp_path: Path) -> None:
    copy = Workspace(tmp_path / "copy")
    shutil.copytree(workspace.root, copy.root)  # as it stands, its log not yet written into it
    log = copy.database.with_name(f"{copy.database.name}.wal")
    before = copy.database.read_bytes(), log.read_bytes()
    assert database(copy).summary == "10 candidates, 2 decisions"
    assert journal(copy).ok and variants(copy).ok
    assert (copy.database.read_bytes(), log.read_bytes()) == before


def test_a_file_of_texts_that_is_gone_is_named_and_said_at_the_desk(filled: Store, workspace: Workspace) -> None:
    filled.ingest(write_job(workspace, range(5), OTHER, "job-2"))
    name = f"variants/job-1/{CELL.condition.key}.parquet"
    aside = (workspace.root / name).rename(workspace.root / "aside.parquet")
    with pytest.raises(BadInput, match=r"can.t be read.*prepare"):
        filled.desk(CELL, "ann")
    filled.close()
    summary = f"1 of 2 files with texts to curate are missing, such as {name}"
    remedy = "put them back from a copy, or prepare their data sets again"
    assert variants(workspace) == Finding("variants", False, summary, remedy)
    aside.rename(workspace.root / name)
    assert variants(workspace).ok
    store = Store.open(workspace)
    assert len(store.desk(CELL, "ann")) == 10
    store.close()
