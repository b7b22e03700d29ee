"""`kill -9` at any moment loses no acknowledged decision."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import sleep

import pytest

from core.records import Decision, Verdict
from data.append_log import AppendLog
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, curated_of, decision, write_job

ROOT = Path(__file__).parents[3]
KILLS = 20


def write_and_kill(workspace: Workspace, round_: int, after: float) -> set[str]:
    """Let the writers run for so many seconds from their start, kill them, and give what they had acknowledged."""
    command = [sys.executable, "-m", "tests.data.store.kill_writer", str(workspace.root), str(round_)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"open\n"
        sleep(after)
        writer.kill()
        said = writer.stdout.read()
    return {line.decode() for line in said.splitlines(keepends=False)} if said else set()


@pytest.mark.slow
def test_no_acknowledged_decision_is_lost_to_kill_9(workspace: Workspace) -> None:
    write_job(workspace, range(20_000))
    store = Store.open(workspace)
    store.set_quota(100_000)
    store.ingest(workspace.jobs / "job-1")
    store.close()
    acknowledged: set[str] = set()
    random = Random(9)
    for round_ in range(KILLS):
        acknowledged |= write_and_kill(workspace, round_, random.uniform(0.02, 0.5))
        store = Store.open(workspace)
        stored = Counter(d.id for d in store.decisions(CELL))
        assert acknowledged <= set(stored), "an acknowledged decision is gone"
        assert set(stored.values()) <= {1}, "a decision is there twice"
        curated, state = curated_of(store), store.progress(CELL)
        store.close()
    assert len(acknowledged) > KILLS, "the writers must have been writing when they were killed"

    rebuilt = Store.rebuild(workspace)
    assert rebuilt.decisions == len(stored)
    store = Store.open(workspace)
    assert curated_of(store) == curated
    assert store.progress(CELL) == state
    assert {d.id for d in store.decisions(CELL)} == set(stored)
    store.close()
    workspace.database.unlink()  # and from nothing but the journal and the job's parts
    Store.rebuild(workspace)
    store = Store.open(workspace)
    assert curated_of(store) == curated
    store.close()


def test_a_kill_between_journal_and_database_is_healed(workspace: Workspace) -> None:
    write_job(workspace, range(5))
    store = Store.open(workspace)
    store.ingest(workspace.jobs / "job-1")
    first, second = decision(candidate(0).id), decision(candidate(1).id, Verdict.DISCARD)
    store.record([first])
    store.close()
    journal = AppendLog(workspace.journal, Decision)
    journal.append([second])  # … and here the process dies
    store = Store.open(workspace)
    assert store.decisions(CELL) == [first, second]
    assert store.record([second]) == {second.id}  # the browser sends it again
    assert store.decisions(CELL) == [first, second]
    store.close()


def test_an_id_that_is_twice_in_the_journal_is_once_in_the_database(workspace: Workspace) -> None:
    write_job(workspace, range(5))
    one = decision(candidate(0).id)
    journal = AppendLog(workspace.journal, Decision)
    journal.append([one])
    journal.append([one])
    assert Store.rebuild(workspace).decisions == 1
    store = Store.open(workspace)
    assert store.decisions(CELL) == [one]
    store.close()


def test_a_torn_last_line_does_not_keep_the_store_shut(workspace: Workspace) -> None:
    write_job(workspace, range(5))
    store = Store.open(workspace)
    store.ingest(workspace.jobs / "job-1")
    one = decision(candidate(0).id)
    store.record([one])
    store.close()
    with workspace.journal.open("ab") as file:
        file.write(b'{"id":"half')
    store = Store.open(workspace)
    assert store.decisions(CELL) == [one]
    store.close()
    assert list(AppendLog(workspace.journal, Decision).read()) == [one]
