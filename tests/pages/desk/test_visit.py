"""What comes past the page: for the seat the page put them in last, in order, and as suspect as what comes by it."""

import json
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.records import DatasetCard, Task
from data.datasets.stored import save_dataset
from data.store import Store
from data.workspace import Workspace
from pages.ui.desk.outbox import NO_OUTBOX
from pages.ui.desk.seat import Seat
from pages.ui.desk.visit import Visit
from pages.ui.shell.answering import ADDRESS, ENDPOINTS, HEADER, LONGEST, route
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job
from tests.pages.desk.test_forged import FORGED, SAMPLES


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(5)))
    opened.ingest(write_job(workspace, range(5, 10), OTHER, job="job-2"))
    save_dataset(workspace, DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), ()), SAMPLES)
    opened.receive([decision(candidate(2).id, annotator="bob", id="bobs")])
    yield opened
    opened.close()


@pytest.fixture
def seat(store: Store) -> Seat:
    return Seat(store, CELL, "ann", prepares=False, offset=0)


def honest(scene: dict[str, Any]) -> dict[str, Any]:
    """The event that keeps the first sample of the queue."""
    first = scene["queue"][0]
    return {"id": "a1", "candidate": first, "ticket": scene["items"][first]["ticket"], "verdict": "keep"}


def test_an_answer_is_for_the_seat_that_the_page_gave_last_and_has_a_higher_number(store: Store, seat: Seat) -> None:
    visit = Visit(seat)
    first = visit.drawn(seat, None)
    late = visit.answer  # asked for while the page opens the other cell
    second = visit.drawn(Seat(store, OTHER, "ann", prepares=False, offset=0), None)
    third = late({"place": seat.place})
    assert [said["cell"]["id"] for said in (first, second, third)] == [CELL.id, OTHER.id, OTHER.id]
    servers, numbers = zip(*(said["heard"] for said in (first, second, third)), strict=True)
    assert len(set(servers)) == 1
    assert sorted(numbers) == list(numbers)


def test_a_decision_that_came_past_the_page_is_known_to_the_page(store: Store, seat: Seat) -> None:
    visit = Visit(seat)
    scene = visit.drawn(seat, None)
    event = honest(scene)
    said = visit.answer({"place": seat.place, "sequence": "m:1", "events": [event]})
    assert (said["reply_to"], said["acknowledged"]) == ("m:1", ["a1"])
    assert event["candidate"] not in visit.drawn(seat, None)["queue"]
    assert [made.id for made in store.decisions(CELL)] == ["bobs", "a1"]


@pytest.mark.parametrize(
    "message", [None, [], 5, "x", {}, {"events": 7}, {"place": "elsewhere", "events": [{"id": "a"}]}]
)
def test_what_is_no_message_changes_nothing(store: Store, seat: Seat, message: Any) -> None:
    said = Visit(seat).answer(message)
    assert not said["acknowledged"]
    assert set(said["refused"].values()) <= {NO_OUTBOX}
    assert [made.id for made in store.decisions(CELL)] == ["bobs"]


def test_a_forged_message_is_refused_past_the_page_too(seat: Seat, workspace: Workspace) -> None:
    visit = Visit(seat)
    scene = visit.drawn(seat, None)
    ENDPOINTS.put(visit.key, visit.answer)
    server = TestClient(Starlette(routes=[route("")]))
    before = workspace.journal.read_bytes()
    for name, forged in FORGED.items():
        body = json.dumps({"place": seat.place, "sequence": "m:1", "events": [honest(scene) | forged]})
        answer = server.post(f"/{ADDRESS}", content=body, headers={HEADER: visit.key})
        if len(body) > LONGEST:
            assert (answer.status_code, answer.content) == (413, b""), name
        else:
            (sentence,) = answer.json()["refused"].values()
            assert sentence.endswith((".", "?")), name
            assert answer.json()["acknowledged"] == [], name
        assert workspace.journal.read_bytes() == before, name


def test_a_higher_number_knows_more_also_where_a_restart_gave_the_window_two_visits(
    workspace: Workspace, store: Store, seat: Seat
) -> None:
    store.ingest(write_job(workspace, range(10, 90), job="job-3"))
    by_key, by_page, over = Visit(seat), Visit(seat), Event()
    drawn: list[dict[str, Any]] = []

    def draw() -> None:
        while not over.is_set():
            drawn.append(by_page.drawn(seat, None))

    pages = [Thread(target=draw) for _ in range(3)]
    for page in pages:
        page.start()
    stored: dict[str, int] = {}
    scene = by_key.answer(None)
    while scene["queue"]:
        event = honest(scene) | {"id": f"a{len(stored)}"}
        scene = by_key.answer({"place": seat.place, "events": [event]})
        stored[event["candidate"]] = scene["heard"][1]
    over.set()
    for page in pages:
        page.join()
    behind = [id_ for said in drawn for id_ in said["queue"] if stored.get(id_, said["heard"][1]) < said["heard"][1]]
    assert len(stored) > 80
    assert drawn
    assert not behind
