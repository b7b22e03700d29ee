"""Who was handed what outlives the process that handed it out."""

import os
import time

import pytest

from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job


def handed(store: Store, annotator: str, n: int = 4) -> set[str]:
    return {item.candidate.id for item in store.desk(CELL, annotator, n)}


def restarted(store: Store, workspace: Workspace) -> Store:
    store.close()
    return Store.open(workspace)


def test_after_a_restart_nobody_is_handed_what_anothers_browser_holds(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(30)))
    anns, bobs = handed(store, "ann"), handed(store, "bob")
    store = restarted(store, workspace)
    cats = handed(store, "cat")  # the first to come back
    assert len(cats) == 4 and not cats & (anns | bobs)
    assert handed(store, "bob") == bobs
    stored = store.receive([decision(id_, annotator="ann") for id_ in anns])
    assert len(stored) == 4
    assert not any(made.second for made in store.decisions(CELL))


def test_what_was_held_longer_ago_than_a_lease_lasts_is_free(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(30)))
    anns = handed(store, "ann")
    (path,) = (workspace.root / "handed").glob("*.json")
    os.utime(path, (time.time() - 601, time.time() - 601))
    assert handed(restarted(store, workspace), "bob") == anns


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"ann": 7}', '{"ann": ["nothing"]}'])
def test_a_file_that_says_nothing_keeps_nobody_out(store: Store, workspace: Workspace, text: str) -> None:
    store.ingest(write_job(workspace, range(30)))
    anns = handed(store, "ann")
    (path,) = (workspace.root / "handed").glob("*.json")
    path.write_text(text)
    assert handed(restarted(store, workspace), "bob") == anns


def test_what_was_judged_is_held_by_nobody(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(30)))
    anns = handed(store, "ann")
    store.receive([decision(id_, annotator="ann") for id_ in anns])
    handed(store, "ann")
    store = restarted(store, workspace)
    assert handed(store, "ann", 30) == {candidate(n).id for n in range(30)} - anns


def test_the_file_of_a_cell_that_is_gone_goes_too(store: Store, workspace: Workspace) -> None:
    folder = write_job(workspace, range(5), OTHER)
    store.ingest(folder)
    store.desk(OTHER, "ann")
    assert list((workspace.root / "handed").glob("*.json"))
    store.remove_unjudged(folder)
    assert not list((workspace.root / "handed").glob("*.json"))
