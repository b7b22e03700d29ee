"""A snapshot is taken of decisions and studies; then somebody withdraws."""

from contextlib import closing
from pathlib import Path

from data.store import Store
from data.store.snapshots.daily import take_snapshot
from data.store.snapshots.kept import snapshots
from data.workspace import Workspace
from tests.data.store.store_data import candidate, decision, write_job
from tests.killed.people import answered, is_left, leftovers, only_study

DECIDED = 5


def prepare(root: Path) -> None:
    workspace = Workspace(root)
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(10)))
        store.record([decision(candidate(n).id, minute=n, id=f"d{n}") for n in range(DECIDED)])
    answered(workspace)
    take_snapshot(workspace)


def act(root: Path) -> None:
    take_snapshot(Workspace(root))


def check(root: Path) -> None:
    with closing(Store.open(Workspace(root))):
        assert leftovers(root) == []
        there = snapshots(root)
        assert len(there) in (1, 2)
        for one in there:
            one.check()
            assert (one.card.decisions, one.card.studies) == (DECIDED, 1)
        assert len(is_left(root, "P01")) == 1 + len(there)
        only_study(Workspace(root)).withdraw("P01")
        assert is_left(root, "P01") == []
        for one in there:
            one.check()
