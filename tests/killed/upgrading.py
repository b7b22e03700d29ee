"""A workspace of version 9 is opened: its settings go into a log, and its database is built again."""

from contextlib import closing
from pathlib import Path

from curation.order import Order
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER
from tests.data.store.test_versions import write_earlier
from tests.killed.people import leftovers


def prepare(root: Path) -> None:
    write_earlier(Workspace(root))


def act(root: Path) -> None:
    with closing(Store.open(Workspace(root))) as store:
        for job in sorted((root / "jobs").iterdir()):
            store.ingest(job)


def check(root: Path) -> None:
    act(root)
    with closing(Store.open(Workspace(root))) as store:
        assert [one.id for one in store.decisions(CELL)] == ["d0", "d1", "d2"]
        assert store.orders() == {CELL: Order(True), OTHER: Order(triage=True)}
        assert (store.quota(), store.quality().majority, store.campaign(OTHER).quota) == (77, True, 3)
        assert len(store.campaign_versions(store.campaign(OTHER))) == 1
    assert leftovers(root) == []
