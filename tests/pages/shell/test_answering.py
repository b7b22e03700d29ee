"""What answers past the page: whom, with what, and what it says to everything else."""

from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.errors import BadInput
from data.workspace import Workspace
from pages.ui.shell.answering import ADDRESS, ENDPOINTS, HEADER, LONGEST, MOST, Endpoints, UnderWay, route
from pages.ui.shell.keys import key_for, said_by


def echo(message: Any) -> dict[str, Any]:
    return {"heard": message}


def refuse(message: Any) -> dict[str, Any]:
    raise BadInput(f"{message} is nothing.")


def fail(message: Any) -> dict[str, Any]:
    return {"never": 1 / int(message)}


@pytest.fixture
def server(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=[route("")]))


@pytest.fixture
def key(workspace: Workspace) -> str:
    return key_for("desk", "of Zoë's")


def asked(server: TestClient, key: str, body: str) -> tuple[int, str]:
    answer = server.post(f"/{ADDRESS}", content=body, headers={HEADER: key})
    return answer.status_code, answer.text


def test_only_who_has_a_key_that_was_made_here_is_answered(server: TestClient, key: str) -> None:
    ENDPOINTS.put(key, echo)
    assert asked(server, key, '{"a": "é"}') == (200, '{"heard":{"a":"é"}}')
    assert asked(server, "", "{}")[0] == 404
    assert server.post(f"/{ADDRESS}", content="{}").status_code == 404
    assert server.get(f"/{ADDRESS}").status_code == 405
    ENDPOINTS.put(key, fail)
    assert asked(server, key, "1") == (200, '{"never":1.0}')


def test_a_key_says_what_it_was_made_for_and_nothing_of_it_can_be_changed(server: TestClient, key: str) -> None:
    assert said_by(key) == ("desk", "of Zoë's")
    ENDPOINTS.put(key, echo)
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
    assert asked(server, others[-1], "{}")[0] == 404


def test_a_key_of_another_workspace_says_nothing(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "other"))
    Workspace.current().prepare()
    assert said_by(key) is None


@pytest.mark.parametrize(
    "body", ["", "{", "[1", '{"a": nothing}', "[" * 100_000, "\udcff".encode("utf-8", "surrogatepass")]
)
def test_what_is_no_json_is_not_passed_on(server: TestClient, key: str, body: str) -> None:
    ENDPOINTS.put(key, fail)
    assert asked(server, key, body) == (400, "")


def test_a_message_that_is_too_long_is_not_read(server: TestClient, key: str) -> None:
    ENDPOINTS.put(key, echo)
    assert asked(server, key, '"' + "x" * LONGEST + '"') == (413, "")
    assert asked(server, key, '"' + "x" * (LONGEST - 2) + '"')[0] == 200


def test_faults_are_found_in_the_log_and_not_in_the_answer(server: TestClient, key: str, workspace: Workspace) -> None:
    ENDPOINTS.put(key, refuse)
    assert asked(server, key, '"that"') == (403, "")
    ENDPOINTS.put(key, fail)
    assert asked(server, key, "0") == (500, "")
    log = (workspace.root / "flinch.log").read_text(encoding="utf-8")
    assert "that is nothing." in log
    assert "ZeroDivisionError" in log


def test_old_keys_are_forgotten_not_the_one_in_use() -> None:
    answers = Endpoints()
    for number in range(MOST):
        answers.put(str(number), echo)
    answers.put("0", refuse)
    answers.put("one more", echo)
    assert answers.get("0", "") is refuse
    assert answers.get("2", "") is echo
    with pytest.raises(KeyError):  # it is to be made again, and never was a key
        answers.get("1", "")


def test_the_address_lies_below_the_apps_own() -> None:
    assert route("/lab/flinch/").path == f"/lab/flinch/{ADDRESS}"
    assert route("").path == f"/{ADDRESS}"


def test_who_opens_a_page_lets_those_at_work_go_first_but_not_for_ever() -> None:
    under_way, gone_on = UnderWay(), Event()
    opening = Thread(target=lambda: (under_way.over(60), gone_on.set()))
    with under_way:
        opening.start()
        with under_way:
            under_way.over(0.05)  # it does not wait longer than this
        assert not gone_on.is_set()
    assert gone_on.wait(30)
    opening.join()
    under_way.over(60)
