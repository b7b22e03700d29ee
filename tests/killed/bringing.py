"""Decisions that were made elsewhere are imported."""

from contextlib import closing
from pathlib import Path

from core.records import Decision
from data.append_log import AppendLog
from data.store import Store
from data.store.brought.bringing import NameMapping, bring_in, look_at
from data.workspace import Workspace
from tests.data.store.store_data import CELL, as_line, candidate, decision, write_job

THEIRS = [decision(candidate(n).id, annotator="cem", minute=n, id=f"t{n}") for n in range(5)]


def prepare(root: Path) -> None:
    workspace = Workspace(root)
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(10)))
        store.record([decision(candidate(9).id, id="ours")])


def act(root: Path) -> None:
    workspace = Workspace(root)
    with closing(Store.open(workspace)) as store:
        found = look_at(store, workspace, "".join(map(as_line, THEIRS)).encode(), NameMapping(""), [])
        bring_in(store, found, False)


def check(root: Path) -> None:
    workspace = Workspace(root)
    act(root)
    with closing(Store.open(workspace)) as store:
        assert sorted(one.id for one in store.decisions(CELL)) == ["ours", *(one.id for one in THEIRS)]
        assert store.progress(CELL).kept == 6
    assert len(list(AppendLog(workspace.journal, Decision).read())) == 6
