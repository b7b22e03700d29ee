"""Decisions that were made elsewhere are imported."""

from contextlib import closing
from pathlib import Path

from core.records import Decision
from data.append_log import AppendLog
from data.store import Store
from data.store.decision_import import NameMapping, import_decisions, read_import
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
        found = read_import(store, workspace, "".join(map(as_line, THEIRS)).encode(), NameMapping(""), [])
        import_decisions(store, found, False)


def check(root: Path) -> None:
    workspace = Workspace(root)
    act(root)
    with closing(Store.open(workspace)) as store:
        assert sorted(one.id for one in store.decisions(CELL)) == ["ours", *(one.id for one in THEIRS)]
        assert store.progress(CELL).kept == 6
    assert len(list(AppendLog(workspace.journal, Decision).read())) == 6
