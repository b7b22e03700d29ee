"""What the outbox holds becomes decisions, each once, and one bad event does not hold up the others."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.tickets import Tickets
from data.store import Store
from data.workspace import Workspace
from pages.ui.desk.events import LONGEST_AGE, decision_of, deliver
from tests.data.store.store_data import CELL, candidate, write_job

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ANN = Tickets("ann", b"secret")
HANDED = NOW - timedelta(days=90)


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(5)))
    yield opened
    opened.close()


def event(id_: str, number: int, verdict: str = "keep", **more: Any) -> dict[str, Any]:
    ticket = ANN.given(candidate(number).id, HANDED)
    return {"id": id_, "candidate": candidate(number).id, "ticket": ticket, "verdict": verdict, "age": 1500, **more}


def test_an_event_is_dated_by_its_age() -> None:
    decision = decision_of(event("a", 0, "relabel", label="place", milliseconds=900, hints=False), ANN, NOW)
    assert decision.at == NOW - timedelta(seconds=1.5)
    assert (decision.verdict, decision.label, decision.annotator) == (Verdict.RELABEL, "place", "ann")
    assert (decision.milliseconds, decision.hints_visible) == (900, False)


@pytest.mark.parametrize(("age", "at"), [(-5, NOW), (1e15, NOW - LONGEST_AGE)])
def test_an_impossible_age_is_bounded(age: float, at: datetime) -> None:
    assert decision_of(event("a", 0, age=age), ANN, NOW).at == at


@pytest.mark.parametrize("broken", [{}, {"verdict": "maybe"}, {"age": "old"}, {"age": float("inf")}, {"age": None}])
def test_what_the_desk_never_makes_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="reload"):
        decision_of({} if not broken else event("a", 0) | broken, ANN, NOW)


def test_an_outbox_sent_twice_is_stored_once(store: Store) -> None:
    events = [event("a", 0), event("b", 1, "discard", reason="unclear")]
    assert deliver(store, events, ANN, NOW).acknowledged == {"a", "b"}
    grown = deliver(store, [*events, event("c", 0, "undo", undoes="a")], ANN, NOW + timedelta(seconds=3))
    assert grown.acknowledged == {"a", "b", "c"}
    assert [d.id for d in store.decisions(CELL)] == ["a", "b", "c"]
    assert store.progress(CELL).discarded == 1
    assert store.progress(CELL).kept == 0


def test_a_bad_event_is_named_and_the_rest_is_stored(store: Store) -> None:
    unknown = event("bad", 0) | {"candidate": "nobody", "ticket": ANN.given("nobody", HANDED)}
    delivery = deliver(store, [event("a", 0), unknown, {"id": "odd"}, event("b", 1)], ANN, NOW)
    assert delivery.acknowledged == {"a", "b"}
    assert set(delivery.refused) == {"bad", "odd"}
    assert "nobody" in delivery.refused["bad"]


def test_a_cell_takes_exactly_its_quota_whoever_sends_what_and_the_sender_is_told(workspace: Workspace) -> None:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(130)))
    opened.set_quota(40)
    skips = [event(f"s{n}", n, "skip") for n in range(110)]  # tickets for what was only skipped
    assert len(deliver(opened, skips, ANN, NOW).acknowledged) == 110
    later = NOW + timedelta(days=20)
    told = [deliver(opened, [event(f"k{n}", n)], ANN, later) for n in range(60)]
    assert [bool(one.extra) for one in told] == [False] * 40 + [True] * 20
    together = deliver(opened, [event(f"k{n}", n, age=10**9) for n in range(60, 110)], ANN, later)
    assert together.extra == together.acknowledged == {f"k{n}" for n in range(60, 110)}

    def counted() -> tuple[object, ...]:
        state, kept = opened.progress(CELL), {one.candidate_id for one in opened.curated(CELL)}
        return state.kept, state.extra, state.checked, state.waiting, state.closed, state.reached, sorted(kept)

    found = counted()
    assert found == (40, 70, 40, 20, True, True, sorted(candidate(n).id for n in range(40)))
    assert opened.desk(CELL, "bob") == []
    assert sum(d.verdict is Verdict.KEEP for d in opened.decisions(CELL)) == 110  # all are stored
    opened.close()
    opened = Store.open(workspace)
    assert counted() == found
    opened.set_quota(100)
    assert (opened.progress(CELL).kept, opened.progress(CELL).extra, len(opened.curated(CELL))) == (100, 10, 100)
    opened.set_quota(40)
    assert counted() == found
    deliver(opened, [event("u", 3, "undo", undoes="k3")], ANN, later)
    assert (opened.progress(CELL).kept, opened.progress(CELL).extra) == (40, 69)  # an extra one takes the place
    assert candidate(40).id in {one.candidate_id for one in opened.curated(CELL)}
    opened.close()
