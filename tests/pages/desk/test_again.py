"""A window whose server is gone: the next server answers it, if whoever sits before it still may."""

import json
from collections.abc import Callable, Iterator

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.records import Cell, DatasetCard, Task
from curation.roles import TeamRole
from data.accounts.accounts import Accounts
from data.datasets.stored import save_dataset
from data.store import Store
from data.workspace import Workspace
from pages.ui.desk.seat import Seat
from pages.ui.desk.visit import Visit
from pages.ui.shell.answering import ADDRESS, HEADER, route
from pages.ui.shell.people import COOKIE, TEAM, accounts
from pages.ui.shell.session import opened_store
from tests.data.store.store_data import CELL, OTHER, write_job
from tests.pages.desk.test_forged import SAMPLES

Ask = Callable[..., tuple[int, str]]
PASSWORD = "correct horse battery"


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    write_job(workspace, range(5))
    write_job(workspace, range(5, 10), OTHER, job="job-2")
    save_dataset(workspace, DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), ()), SAMPLES)
    opened = opened_store()
    for job in workspace.jobs.iterdir():
        opened.ingest(job)
    yield opened
    opened.close()
    st.cache_resource.clear()


@pytest.fixture
def ask() -> Ask:
    """Sends a message with a key, in a browser that holds the secret of this session: the status, and what is said."""
    server = TestClient(Starlette(routes=[route("")]))

    def asked(key: str, held: str = "", **message: object) -> tuple[int, str]:
        headers = {HEADER: key, "Cookie": f"{COOKIE}={held}"}
        answer = server.post(f"/{ADDRESS}", content=json.dumps(message), headers=headers)
        return answer.status_code, answer.text

    return asked


def key_of(store: Store, annotator: str, cell: Cell = CELL) -> str:
    """The key of a window whose server is gone: nothing of it is remembered."""
    return Visit(Seat(store, cell, annotator, prepares=False, offset=0)).key


def test_a_decision_made_while_the_server_was_gone_is_taken_for_the_same_seat(store: Store, ask: Ask) -> None:
    seat = Seat(store, OTHER, "ann", prepares=False, offset=0)
    visit = Visit(seat)
    scene = visit.drawn(seat, None)
    first = scene["queue"][0]
    event = {"id": "a1", "candidate": first, "ticket": scene["items"][first]["ticket"], "verdict": "keep"}
    status, said = ask(visit.key, place=seat.place, sequence="m:1", events=[event])
    heard = json.loads(said)
    assert (status, heard["acknowledged"], heard["cell"]["id"]) == (200, ["a1"], OTHER.id)
    assert [(made.id, made.annotator) for made in store.decisions(OTHER)] == [("a1", "ann")]
    again = json.loads(ask(visit.key, place=seat.place, sequence="m:2", events=[event])[1])
    assert again["heard"][1] > heard["heard"][1]
    assert len(store.decisions(OTHER)) == 1


def test_two_windows_of_one_person_have_keys_of_their_own(store: Store) -> None:
    assert key_of(store, "ann") != key_of(store, "ann")


@pytest.fixture
def team(monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> Accounts:
    monkeypatch.setenv(TEAM, "1")
    joined(accounts(), "ada", TeamRole.RESEARCHER)
    return accounts()


def joined(team: Accounts, name: str, role: TeamRole = TeamRole.ANNOTATOR) -> str:
    return team.join(team.invite(role, "the researcher"), name, PASSWORD)


def test_in_a_team_only_whose_window_it_was_is_answered(store: Store, team: Accounts, ask: Ask) -> None:
    ann, bob = joined(team, "ann"), joined(team, "bob")
    key = key_of(store, "ann")
    assert ask(key)[0] == 403
    assert ask(key, "ann")[0] == 403
    assert ask(key, bob)[0] == 403
    assert ask(key, ann)[0] == 200
    assert ask(key, ann)[0] == 200


def test_who_signed_out_or_was_shut_out_is_not_answered_any_more(store: Store, team: Accounts, ask: Ask) -> None:
    ann, bob = joined(team, "ann"), joined(team, "bob")
    keys = key_of(store, "ann"), key_of(store, "bob")
    assert [ask(key, held)[0] for key, held in zip(keys, (ann, bob), strict=True)] == [200, 200]
    team.sign_out(ann)
    team.close("bob")
    assert [ask(key, held)[0] for key, held in zip(keys, (ann, bob), strict=True)] == [403, 403]


def test_a_key_from_before_there_was_a_team_needs_a_session_too(
    store: Store, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_of(store, "ann")
    monkeypatch.setenv(TEAM, "1")
    assert ask(key)[0] == 403
    assert ask(key, joined(accounts(), "ann"))[0] == 200
