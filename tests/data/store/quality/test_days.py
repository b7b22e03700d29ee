"""A person's day is the same whether it was read from the database or kept up to date."""

from core.records import Verdict
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import OTHER, START, candidate, decision, write_job


def test_a_day_counts_all_cells_and_goes_on_after_a_restart(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(4)))
    store.ingest(write_job(workspace, range(4), OTHER, job="job-2"))
    assert store.days_work("ann", START).decisions == 0
    first = decision(candidate(0).id, minute=1, id="first")
    store.record([first, decision(candidate(1, OTHER).id, Verdict.DISCARD, minute=2)])
    store.record([first, decision(candidate(2).id, annotator="bob", minute=3)])
    assert store.days_work("ann", START).decisions == 2
    store.record([decision(candidate(0).id, Verdict.UNDO, minute=4, undoes="first")])
    assert store.days_work("ann", START).decisions == 1
    store.close()
    store = Store.open(workspace)
    assert store.days_work("ann", START).decisions == 1
    assert store.days_work("bob", START).decisions == 1
    store.close()
