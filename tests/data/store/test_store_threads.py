"""Twenty people at once: nobody is given another's sample, nothing is lost, nothing is there twice."""

from collections import Counter
from collections.abc import Callable, Iterator
from threading import Barrier, Thread

import pytest

from core.records import Verdict
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, decision, write_job

PEOPLE = 20


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(400)))
    yield store
    store.close()


def all_at_once(work: Callable[[str], None]) -> None:
    """Run this for twenty people, each in a thread, started together; an exception in one fails the test."""
    together, failures = Barrier(PEOPLE), []

    def one(name: str) -> None:
        together.wait()
        try:
            work(name)
        except Exception as error:
            failures.append(error)

    threads = [Thread(target=one, args=(f"person {n}",)) for n in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_nobody_is_given_what_another_holds(store: Store) -> None:
    store.set_quota(1000)
    given: dict[str, list[str]] = {}

    def look(name: str) -> None:
        given[name] = [item.candidate.id for item in store.desk(CELL, name, 12)]

    all_at_once(look)
    assert max(Counter(id_ for ids in given.values() for id_ in ids).values()) == 1
    assert sum(map(len, given.values())) == PEOPLE * 12


@pytest.mark.slow
def test_a_cell_is_worked_off_by_everybody_without_a_duplicate_or_a_hole(store: Store) -> None:
    store.set_quota(1000)

    def decide(name: str) -> None:
        for turn in range(100):
            items = store.desk(CELL, name, 3)
            if not items:
                return
            verdict = Verdict.DISCARD if turn % 4 == 3 else Verdict.KEEP
            made = decision(items[0].candidate.id, verdict, name, turn, id=f"{name}/{turn}")
            assert store.record([made, made]) == {made.id}
            store.progress(CELL)
            store.recent(CELL, name, 3)

    all_at_once(decide)
    assert set(Counter(d.candidate_id for d in store.decisions(CELL)).values()) == {1}
    state = store.progress(CELL)
    assert (state.checked, state.disputed, state.waiting) == (400, 0, 0)


def test_the_same_decision_sent_by_everybody_is_stored_once(store: Store) -> None:
    made = decision(store.desk(CELL, "ann")[0].candidate.id)
    all_at_once(lambda _: store.record([made]) and None)
    assert store.decisions(CELL) == [made]


def test_a_job_can_be_taken_in_by_everybody_at_once(store: Store, workspace: Workspace) -> None:
    job = write_job(workspace, range(500), job="job-2")
    new: list[int] = []
    all_at_once(lambda _: new.append(store.ingest(job)))
    assert sum(new) == 1
    assert store.progress(CELL).candidates == 500
