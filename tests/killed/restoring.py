"""A damaged log and database and a lost study are put right with a snapshot from before somebody withdrew."""

import shutil
from contextlib import closing
from pathlib import Path

from data.store import Store
from data.store.snapshots.kept import snapshot_named
from data.store.snapshots.restoring import restore
from data.study.copies import heal
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision
from tests.killed import snapshot
from tests.killed.people import is_left, leftovers, only_study

LATER = 3


def prepare(root: Path) -> None:
    snapshot.prepare(root)
    workspace = Workspace(root)
    [taken] = (root / "snapshots").iterdir()
    shutil.copytree(taken, root / "usb")  # as if it lay elsewhere
    shutil.rmtree(taken)
    with closing(Store.open(workspace)) as store:
        later = range(snapshot.DECIDED, snapshot.DECIDED + LATER)
        store.record([decision(candidate(n).id, minute=n, id=f"d{n}") for n in later])
    study = only_study(workspace)
    study.withdraw("P01")
    shutil.rmtree(study.folder)
    workspace.database.write_bytes(b"garbage" * 1000)
    workspace.journal.write_bytes(b"garbage\n" + workspace.journal.read_bytes())


def act(root: Path) -> None:
    restore(Workspace(root), snapshot_named(root, str(root / "usb")))


def check(root: Path) -> None:
    heal(root)
    assert [path for path in is_left(root, "P01") if "usb" not in path.parts] == []
    assert leftovers(root) == []
    workspace = Workspace(root)
    act(root)
    assert is_left(root, "P01") == []
    assert {one.participant for one in only_study(workspace).answers()} == {"P02"}
    with closing(Store.open(workspace)) as store:
        assert [one.id for one in store.decisions(CELL)] == [f"d{n}" for n in range(snapshot.DECIDED + LATER)]
        assert store.progress(CELL).candidates == 10
    assert not list(root.glob("*.rebuilding*"))
