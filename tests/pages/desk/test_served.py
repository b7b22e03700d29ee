"""What the desk's browser asks: whom it is answered, with what, and what is said to everything else."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.records import Cell, DatasetCard, Task, Verdict
from curation.campaigns.campaigns import Campaign, CampaignState
from curation.queue import CLAIM_SECONDS, LEFT_SECONDS
from curation.roles import TeamRole
from data.accounts.accounts import Accounts
from data.datasets.stored import save_dataset
from data.store import Store, assignments
from data.workspace import Workspace
from pages.ui.desk import served, session
from pages.ui.desk.outbox import NO_OUTBOX
from pages.ui.desk.served import ADDRESS, HEADER, PROGRAM, ChosenSamples, DeskConnection, answer, desk_routes
from pages.ui.desk.session import place_of
from pages.ui.shell import answering
from pages.ui.shell.answering import LONGEST
from pages.ui.shell.keys import said_by
from pages.ui.shell.patience import Rate
from pages.ui.shell.people import COOKIE, TEAM, accounts
from pages.ui.shell.session import opened_store
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job
from tests.data.store.trouble.others import held
from tests.pages.desk.test_forged import FORGED, SAMPLES

Ask = Callable[..., tuple[int, str]]
PASSWORD = "correct horse battery"
JSON = dict[str, Any]


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    write_job(workspace, range(5))
    write_job(workspace, range(5, 10), OTHER, job="job-2")
    save_dataset(workspace, DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), {}), SAMPLES)
    opened = opened_store()
    for job in workspace.jobs.iterdir():
        opened.ingest(job)
    opened.receive([decision(candidate(2).id, annotator="bob", id="bobs")])
    yield opened
    opened.close()
    st.cache_resource.clear()


@pytest.fixture
def server(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=desk_routes("")))


@pytest.fixture
def ask(server: TestClient) -> Ask:
    """Sends a message with a key, in a browser that holds the secret of this session: the status, and what is said."""

    def asked(key: str, held: str = "", body: str | bytes = "", **message: object) -> tuple[int, str]:
        headers = {HEADER: key, "Cookie": f"{COOKIE}={held}"}
        said = server.post(f"/{ADDRESS}", content=body or json.dumps(message), headers=headers)
        return said.status_code, said.text

    return asked


def seat(annotator: str = "ann", cell: Cell = CELL, window: str = "window") -> DeskConnection:
    return DeskConnection(window, cell, annotator, offset=0, team=False)


def first_kept(scene: JSON, id_: str = "a1") -> JSON:
    """The event that keeps the first sample of the queue."""
    first = scene["queue"][0]
    return {"id": id_, "candidate": first, "ticket": scene["items"][first]["ticket"], "verdict": "keep"}


def test_a_page_that_is_closed_leaves_its_last_decisions_and_is_answered_nothing(store: Store) -> None:
    event = first_kept(answer(seat(), None))
    assert answer(seat(), {"place": place_of("ann"), "events": [event], "leaving": True}) == {}
    assert {one.id for one in store.decisions(CELL) if one.annotator == "ann"} == {"a1"}


def test_who_closes_the_last_window_gives_back_what_they_hold(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(assignments, "monotonic", lambda: clock[0])
    first, *_ = answer(seat(), {"place": place_of("ann"), "desk": "one"})["queue"]
    answer(seat(), {"place": place_of("ann"), "desk": "two"})
    for desk, free in (("two", False), ("one", True)):
        assert answer(seat(), {"place": place_of("ann"), "desk": desk, "leaving": True}) == {}
        clock[0] += LEFT_SECONDS + 1
        assert (first in answer(seat("eve"), None)["queue"]) is free


def test_a_window_that_died_is_forgotten_with_its_lease(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    for module in (assignments, session):
        monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    answer(seat("zoe"), {"place": place_of("zoe"), "desk": "died"})
    clock[0] += CLAIM_SECONDS
    first, *_ = answer(seat("zoe"), {"place": place_of("zoe"), "desk": "new"})["queue"]
    answer(seat("zoe"), {"place": place_of("zoe"), "desk": "new", "leaving": True})
    clock[0] += LEFT_SECONDS + 1
    assert first in answer(seat("eve"), None)["queue"]


def test_what_was_skipped_is_not_decided(store: Store) -> None:
    scene = answer(seat(), None)
    kept, skipped, *_ = scene["queue"]
    events = [first_kept(scene)]
    events.append({"id": "a2", "candidate": skipped, "ticket": scene["items"][skipped]["ticket"], "verdict": "skip"})
    held = [f"{id_}:1" for id_ in (kept, skipped)]
    assert answer(seat(), {"place": place_of("ann"), "events": events, "held": held})["decided"] == [kept]


def test_flags_of_others_are_shown_at_a_sample_that_a_link_opens(store: Store) -> None:
    flagged = candidate(0).id
    store.receive([decision(flagged, Verdict.FLAG, annotator="bob", id="bobs-flag", note="odd")])
    first = ChosenSamples((flagged,))
    scene = answer(replace(seat(), first=first), None)
    assert scene["flagged"] == [{"candidate": flagged, "by": "bob", "note": "odd"}] and scene["flags"] == {}
    assert answer(seat(), None)["flagged"] == []
    store.set_campaign(Campaign("blind", (CELL.id,), 4, judgements=2, state=CampaignState.RUNNING))
    assert answer(replace(seat(), first=first), None)["flagged"] == []  # before one's own verdict


def test_a_decision_is_taken_for_whom_and_where_the_key_says(store: Store, ask: Ask) -> None:
    event = first_kept(answer(seat(cell=OTHER), None))
    for _ in range(2):  # sent once more it is stored once
        status, said = ask(seat(cell=OTHER).key, place=place_of("ann"), events=[event])
        heard = json.loads(said)
        assert (status, heard["acknowledged"], heard["cell"]["id"]) == (200, ["a1"], OTHER.id)
    assert [(made.id, made.annotator) for made in store.decisions(OTHER)] == [("a1", "ann")]
    assert event["candidate"] not in heard["queue"]


@pytest.mark.parametrize(
    "message", [None, [], 5, "x", {}, {"events": 7}, {"place": "elsewhere", "events": [{"id": "a"}]}]
)
def test_what_is_no_message_changes_nothing(store: Store, message: object) -> None:
    said = answer(seat(), message)
    assert not said["acknowledged"]
    assert set(said["refused"].values()) <= {NO_OUTBOX}
    assert [made.id for made in store.decisions(CELL)] == ["bobs"]


def test_a_forged_message_is_refused(store: Store, ask: Ask, workspace: Workspace) -> None:
    scene = answer(seat(), None)
    before = workspace.journal.read_bytes()
    for name, forged in FORGED.items():
        body = json.dumps({"place": place_of("ann"), "events": [first_kept(scene) | forged]})
        status, said = ask(seat().key, body=body)
        if len(body) > LONGEST:
            assert status == 413, name
        elif "\\ud8" in body:
            assert status == 400, name
        else:
            (sentence,) = json.loads(said)["refused"].values()
            assert sentence.endswith((".", "?")), name
            assert json.loads(said)["acknowledged"] == [], name
        assert workspace.journal.read_bytes() == before, name


def test_a_burst_that_nobody_reads_is_told_so_once_it_is_one(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(10, 40), job="job-3"))
    scene, told = answer(seat(), None), []
    for n in range(12):
        event = first_kept(scene, f"a{n}") | {"milliseconds": 40}
        scene = answer(seat(), {"place": place_of("ann"), "events": [event]})
        told.append(bool(scene["hurried"]))
    assert told == [False] * 9 + [True] * 3
    assert not answer(seat(), None)["hurried"]  # nothing was decided just now


def test_only_who_has_a_key_that_was_made_here_is_answered(store: Store, ask: Ask, server: TestClient) -> None:
    assert ask(seat().key)[0] == 200
    assert ask("")[0] == 404
    assert server.post(f"/{ADDRESS}", content="{}").status_code == 404
    assert server.get(f"/{ADDRESS}").status_code == 405


def test_a_key_says_what_it_was_made_for_and_nothing_of_it_can_be_changed(workspace: Workspace, ask: Ask) -> None:
    key = seat().key
    assert (said_by(key) or ("",))[0] == "desk"
    assert seat().key == key != seat(window="another").key
    kind, said, mark = key.split(".")
    others = [
        f"{kind}.{said}",
        f".{said}.{mark}",
        f"{kind}.{said[:-4]}.{mark}",
        f"{kind}.{said}.{mark[:-1]}",
        "é",
        "...",
    ]
    for at, character in enumerate(key):
        others.append(f"{key[:at]}{'b' if character == 'a' else 'a'}{key[at + 1 :]}")
    assert {said_by(other) for other in others} == {None}
    assert ask(others[-1])[0] == 404


def test_a_key_of_another_workspace_says_nothing(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = seat().key
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "other"))
    Workspace.current().prepare()
    assert said_by(key) is None


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[1",
        '{"a": nothing}',
        "[" * 100_000,
        "\udcff".encode("utf-8", "surrogatepass"),
        '{"events": "\\ud800"}',
    ],
)
def test_what_is_no_json_is_not_passed_on(store: Store, ask: Ask, body: str | bytes) -> None:
    assert ask(seat().key, body=body)[0] == 400


def test_a_message_that_is_too_long_is_not_read(store: Store, ask: Ask) -> None:
    assert ask(seat().key, body='"' + "x" * LONGEST + '"')[0] == 413
    assert ask(seat().key, body='"' + "x" * (LONGEST - 2) + '"')[0] == 200


def test_a_window_that_sends_too_much_is_told_to_wait(store: Store, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "RATE", Rate(burst=3, a_second=0))
    assert [ask(seat().key)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
    assert ask(seat(window="another").key)[0] == 200


def test_a_store_that_can_not_be_opened_is_said_and_logged(ask: Ask, workspace: Workspace) -> None:
    with held(workspace):
        status, said = ask(seat().key)
    sentence = json.loads(said)["sentence"]
    assert (status, "in use by another process" in sentence) == (503, True)
    assert sentence in (workspace.root / "flinch.log").read_text(encoding="utf-8")


def test_a_fault_is_found_in_the_log_and_not_in_the_answer(
    store: Store, ask: Ask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "answer", lambda seating, message: 1 / 0)
    assert ask(seat().key) == (500, "")
    assert "ZeroDivisionError" in (workspace.root / "flinch.log").read_text(encoding="utf-8")


def test_the_program_is_kept_for_ever_under_a_name_that_says_what_is_in_it(server: TestClient) -> None:
    said = server.get(f"/{PROGRAM.address}")
    assert said.text == PROGRAM.text
    assert PROGRAM.version[:16] in PROGRAM.address
    assert "immutable" in said.headers["Cache-Control"]


def test_the_address_lies_below_the_apps_own() -> None:
    assert desk_routes("/lab/flinch/")[0].path == f"/lab/flinch/{ADDRESS}"
    assert desk_routes("")[0].path == f"/{ADDRESS}"


@pytest.fixture
def team(monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> Accounts:
    monkeypatch.setenv(TEAM, "1")
    joined(accounts(), "ada", TeamRole.RESEARCHER)
    return accounts()


def joined(team: Accounts, name: str, role: TeamRole = TeamRole.ANNOTATOR) -> str:
    return team.join(team.invite(role, "the researcher"), name, PASSWORD)


def test_in_a_team_only_whose_window_it_was_is_answered(store: Store, team: Accounts, ask: Ask) -> None:
    ann, bob = joined(team, "ann"), joined(team, "bob")
    key = seat().key
    assert [ask(key, held)[0] for held in ("", "ann", bob)] == [403, 403, 403]
    assert ask(key, ann)[0] == 200


def test_who_signed_out_or_was_shut_out_is_not_answered_any_more(store: Store, team: Accounts, ask: Ask) -> None:
    ann, bob = joined(team, "ann"), joined(team, "bob")
    keys = seat().key, seat("bob").key
    assert [ask(key, held)[0] for key, held in zip(keys, (ann, bob), strict=True)] == [200, 200]
    team.sign_out(ann)
    team.close("bob")
    assert [ask(key, held)[0] for key, held in zip(keys, (ann, bob), strict=True)] == [403, 403]


def test_a_key_from_before_there_was_a_team_needs_a_session_too(
    store: Store, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = seat().key
    monkeypatch.setenv(TEAM, "1")
    assert ask(key)[0] == 403
    assert ask(key, joined(accounts(), "ann"))[0] == 200
