"""What the doctor says of database, journal and files of texts, word for word, and that it changes nothing."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.records_json import decode
from data.store import Store
from data.store.health import REBUILD, RESTORE, UNKNOWN, Finding, database, index, journal
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, as_line, candidate, decision, hint, write_job

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
    assert database(workspace) == Finding("database", True, "none yet; the app makes it")
    assert journal(workspace) == Finding("decision log", True, "0 decisions")
    assert index(workspace) == Finding("index", True, "none yet")


def test_a_healthy_workspace_is_counted(decided: Store, workspace: Workspace) -> None:
    decided.close()
    assert database(workspace) == Finding("database", True, "10 candidates, 2 decisions")
    assert journal(workspace) == Finding("decision log", True, "2 decisions")
    assert index(workspace) == Finding("index", True, "the database matches the logs and files")


def test_what_this_app_has_open_is_well(decided: Store, workspace: Workspace) -> None:
    assert database(workspace) == Finding("database", True, "in use by this app")
    assert journal(workspace) == Finding("decision log", True, "2 decisions")
    assert index(workspace) == Finding("index", True, "see the check of the database")


def test_another_process_that_holds_the_database_is_named(decided: Store, workspace: Workspace) -> None:
    decided.close()
    with held(workspace.database) as pid:
        said = f"in use by the process {pid}, probably the running app"
        assert database(workspace) == Finding("database", True, said)
        assert journal(workspace) == Finding("decision log", True, "2 decisions")
    assert database(workspace).summary == "10 candidates, 2 decisions"


def test_a_damaged_database_says_how_to_build_it_again(workspace: Workspace) -> None:
    workspace.database.write_bytes(b"no database" * 1000)
    found = database(workspace)
    assert (found.subject, found.ok) == ("database", False)
    assert found.remedy == f"build it again from the decision log with `{REBUILD}`"
    assert (
        found.summary.startswith(f"{str(workspace.database)!r} can't be read (IO Error: ") and "\n" not in found.summary
    )


def test_a_damaged_journal_names_the_line(workspace: Workspace) -> None:
    workspace.journal.write_text("{}\nno decision\n")
    found = journal(workspace)
    assert (found.subject, found.ok, found.remedy) == ("decision log", False, RESTORE)
    assert found.summary == "0 decisions; line 1 can't be read (id: it is missing) (and 1 more)"


def test_what_the_database_or_the_log_lacks_is_counted(decided: Store, workspace: Workspace) -> None:
    decided.close()
    AppendLog(workspace.journal, Decision).append([decision(candidate(2).id)])
    summary = f"in {str(workspace.database)!r}, 1 decisions are missing or different"
    assert index(workspace) == Finding("index", False, summary, f"run `{REBUILD}`")
    Store.open(workspace).close()
    assert index(workspace).ok
    workspace.journal.unlink()
    summary = f"{str(workspace.journal)!r} does not have 3 decisions that the database has"
    assert index(workspace) == Finding("index", False, summary, RESTORE)


def test_rows_that_say_otherwise_are_counted_and_made_again(decided: Store, workspace: Workspace) -> None:
    decided.close()
    change_rows(workspace, "update decisions set annotator = 'eve'")
    Store.open(workspace).close()  # the app's start looks at their number alone
    summary = f"in {str(workspace.database)!r}, 2 decisions are missing or different"
    assert index(workspace) == Finding("index", False, summary, f"run `{REBUILD}`")
    Store.rebuild(workspace)
    assert index(workspace).ok
    with closing(Store.open(workspace)) as store:
        assert store.people() == {"ann"}


def test_what_nobody_took_in_yet_is_not_missed(decided: Store, workspace: Workspace) -> None:
    decided.close()
    write_job(workspace, range(5), OTHER, "job-0")
    write_job(workspace, [], job="job-5", hints=[hint(9, 0.5)])
    assert index(workspace).ok


def change_rows(workspace: Workspace, update: str) -> None:
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute(update)


def test_verdicts_that_were_changed_in_the_journal_are_named(decided: Store, workspace: Workspace) -> None:
    decided.close()
    content = workspace.journal.read_bytes()
    workspace.journal.write_bytes(content.replace(b'"verdict":"keep"', b'"verdict":"skip"'))
    summary = "0 decisions; line 1 differs from what was written: its checksum does not match (and 1 more)"
    assert journal(workspace) == Finding("decision log", False, summary, RESTORE)
    workspace.journal.write_text("".join(as_line(d) for d in written(content)).replace("keep", "skip"))
    assert not index(workspace).ok  # all checksums taken away with it: the database knows what they said


def written(content: bytes) -> list[Decision]:
    return [decode(line, Decision) for line in content.splitlines()]


def test_decisions_on_unknown_candidates_are_counted(decided: Store, workspace: Workspace) -> None:
    decided.close()
    AppendLog(workspace.journal, Decision).append([decision("nobody's")])
    Store.open(workspace).close()
    summary = "1 decisions are on unknown candidates"
    assert index(workspace) == Finding("index", False, summary, UNKNOWN)


def test_an_id_that_says_two_things_is_named(decided: Store, workspace: Workspace) -> None:
    decided.close()
    log = AppendLog(workspace.journal, Decision)
    first = next(log.read())
    log.append([first, replace(first, note="something else")])
    summary = "2 decisions; line 4 has the id of line 1 but different content"
    assert journal(workspace) == Finding("decision log", False, summary, RESTORE)


def test_a_look_changes_no_file(decided: Store, workspace: Workspace, tmp_path: Path) -> None:
    copy = Workspace(tmp_path / "copy")
    shutil.copytree(workspace.root, copy.root)  # as it stands, its log not yet written into it
    log = copy.database.with_name(f"{copy.database.name}.wal")
    before = copy.database.read_bytes(), log.read_bytes()
    assert database(copy).summary == "10 candidates, 2 decisions"
    assert journal(copy).ok and index(copy).ok
    assert (copy.database.read_bytes(), log.read_bytes()) == before


def test_a_file_of_texts_that_is_gone_is_named_and_said_at_the_desk(filled: Store, workspace: Workspace) -> None:
    filled.ingest(write_job(workspace, range(5), OTHER, "job-2"))
    name = f"variants/job-1/{CELL.condition.key}.parquet"
    aside = (workspace.root / name).rename(workspace.root / "aside.parquet")
    with pytest.raises(BadInput, match=r"can.t be read.*prepare"):
        filled.desk(CELL, "ann")
    filled.close()
    found = index(workspace)
    assert not found.ok
    assert f"{str(workspace.root / name)!r} does not hold the variants of" in found.summary
    assert "run its job again" in found.remedy
    aside.rename(workspace.root / name)
    assert index(workspace).ok
    store = Store.open(workspace)
    assert len(store.desk(CELL, "ann")) == 10
    store.close()
