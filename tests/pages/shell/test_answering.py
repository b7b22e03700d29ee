"""What answers past the page: whom, with what, and what it says to everything else."""

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.errors import BadInput
from data.workspace import Workspace
from pages.ui.shell.answering import ADDRESS, ENDPOINTS, HEADER, LONGEST, MOST, Endpoints, route


def echo(message: Any) -> dict[str, Any]:
    return {"heard": message}


def refuse(message: Any) -> dict[str, Any]:
    raise BadInput(f"{message} is nothing.")


def fail(message: Any) -> dict[str, Any]:
    return {"never": 1 / int(message)}


@pytest.fixture
def server(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=[route("")]))


def asked(server: TestClient, key: str, body: str) -> tuple[int, str]:
    answer = server.post(f"/{ADDRESS}", content=body, headers={HEADER: key})
    return answer.status_code, answer.text


def test_only_who_has_the_secret_is_answered(server: TestClient) -> None:
    ENDPOINTS.put("secret", echo)
    assert asked(server, "secret", '{"a": "é"}') == (200, '{"heard":{"a":"é"}}')
    assert asked(server, "Secret", "{}")[0] == 404
    assert asked(server, "", "{}")[0] == 404
    assert server.post(f"/{ADDRESS}", content="{}").status_code == 404
    assert server.get(f"/{ADDRESS}").status_code == 405
    ENDPOINTS.put("secret", fail)
    assert asked(server, "secret", "1") == (200, '{"never":1.0}')


@pytest.mark.parametrize(
    "body", ["", "{", "[1", '{"a": nothing}', "[" * 100_000, "\udcff".encode("utf-8", "surrogatepass")]
)
def test_what_is_no_json_is_not_passed_on(server: TestClient, body: str) -> None:
    ENDPOINTS.put("secret", fail)
    assert asked(server, "secret", body) == (400, "")


def test_a_message_that_is_too_long_is_not_read(server: TestClient) -> None:
    ENDPOINTS.put("secret", echo)
    assert asked(server, "secret", '"' + "x" * LONGEST + '"') == (413, "")
    assert asked(server, "secret", '"' + "x" * (LONGEST - 2) + '"')[0] == 200


def test_faults_are_found_in_the_log_and_not_in_the_answer(server: TestClient, workspace: Workspace) -> None:
    ENDPOINTS.put("refuse", refuse)
    ENDPOINTS.put("fail", fail)
    assert asked(server, "refuse", '"that"') == (403, "")
    assert asked(server, "fail", "0") == (500, "")
    log = (workspace.root / "flinch.log").read_text(encoding="utf-8")
    assert "that is nothing." in log
    assert "ZeroDivisionError" in log


def test_old_secrets_are_forgotten_not_the_one_in_use() -> None:
    answers = Endpoints()
    for number in range(MOST):
        answers.put(str(number), echo)
    answers.put("0", refuse)
    answers.put("one more", echo)
    assert answers.get("1") is None
    assert answers.get("0") is refuse
    assert answers.get("2") is echo


def test_the_address_lies_below_the_apps_own() -> None:
    assert route("/lab/flinch/").path == f"/lab/flinch/{ADDRESS}"
    assert route("").path == f"/{ADDRESS}"
