"""The participants' page as the server gives it: one document, its program, and answers to what is sent."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from data.study.study import Study
from data.workspace import Workspace
from pages.ui.shell.answering import LONGEST
from pages.ui.study.served import PROGRAM, study_routes
from pages.ui.study.visit import UNKNOWN, place_of
from tests.data.study.study_data import new_study, small_design
from tests.pages.study.visits import JSON, agree, file_of


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return new_study(workspace, replace(small_design(), title="</script><b>&amp;"))


@pytest.fixture
def token(study: Study) -> str:
    return study.invite(1)[0].token


@pytest.fixture
def server(workspace: Workspace) -> TestClient:
    return TestClient(Starlette(routes=study_routes("")))


def first_scene(text: str) -> JSON:
    """What the document shows before anything is sent."""
    found = re.search(r'<script type="application/json" id="scene">(.*?)</script>', text, re.DOTALL)
    assert found
    scene: JSON = json.loads(found[1])
    return scene


def test_the_document_holds_what_it_shows_first_and_no_text_gets_out_of_it(server: TestClient, token: str) -> None:
    answer = server.get("/study", params={"t": token})
    assert answer.status_code == 200
    scene = first_scene(answer.text)
    assert (scene["state"], scene["title"]) == ("consent", "</script><b>&amp;")
    assert answer.text.count("</script>") == 2
    assert PROGRAM.address in answer.text


def test_the_address_is_kept_secret_and_the_page_reaches_nothing_else(server: TestClient, token: str) -> None:
    headers = server.get("/study", params={"t": token}).headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]


def test_an_open_link_knows_a_browser_by_a_cookie_that_no_script_reads(
    server: TestClient, workspace: Workspace, study: Study, token: str
) -> None:
    assert "set-cookie" not in server.get("/study", params={"t": token}).headers
    door = study.open_link(3)
    said = server.get("/study", params={"t": door}).headers["set-cookie"]
    assert all(word in said for word in ("HttpOnly", "SameSite=lax", "Path=/study"))
    assert "Max-Age" not in said and "expires" not in said  # it lasts until the browser is closed
    assert "set-cookie" not in server.get("/study", params={"t": door}).headers
    for n in range(4):
        message = {"place": place_of(workspace.root, door), "events": [agree(f"e{n}")]}
        scene = server.post("/study", params={"t": door}, json=message).json()
        assert scene["acknowledged"] == [f"e{n}"]
    assert len(study.participants()) == 2  # who was invited, and who came with this browser


def test_the_program_is_kept_for_ever_under_a_name_that_says_what_is_in_it(server: TestClient) -> None:
    answer = server.get(f"/{PROGRAM.address}")
    assert answer.text == PROGRAM.text
    assert "immutable" in answer.headers["Cache-Control"]
    assert server.get("/flinch/study-0000000000000000.js").status_code == 404


def test_what_is_sent_is_saved_and_answered(server: TestClient, workspace: Workspace, study: Study, token: str) -> None:
    message = {"place": place_of(workspace.root, token), "events": [agree()], "held": ""}
    scene = server.post("/study", params={"t": token}, json=message).json()
    assert (scene["state"], scene["acknowledged"]) == ("open", [agree()["id"]])
    assert b"consented" in file_of(study, token)
    assert first_scene(server.get("/study", params={"t": token}).text)["book"] == scene["book"]


@pytest.mark.parametrize(
    ("body", "status"), [(b"{", 400), (b"[" * 100_000, 400), (b" " * (LONGEST + 1), 413), (b"null", 200), (b"[3]", 200)]
)
def test_what_is_no_message_changes_nothing(
    server: TestClient, study: Study, token: str, body: bytes, status: int
) -> None:
    before = file_of(study, token)
    assert server.post("/study", params={"t": token}, content=body).status_code == status
    assert file_of(study, token) == before


def test_half_a_character_goes_back_as_it_came(server: TestClient, workspace: Workspace, token: str) -> None:
    body = f'{{"place": "{place_of(workspace.root, token)}", "events": [{{"id": "\\ud800"}}]}}'
    scene = server.post("/study", params={"t": token}, content=body).json()
    assert list(scene["refused"]) == ["\ud800"]


def test_a_message_by_a_link_that_opens_nothing_is_told_what_its_page_is_told(server: TestClient, study: Study) -> None:
    assert first_scene(server.get("/study").text)["sentence"] == UNKNOWN
    assert server.post("/study", json={"events": [agree()]}).json()["sentence"] == UNKNOWN
    assert study.participants() == []


def test_a_link_with_a_slash_leads_to_the_page(server: TestClient, token: str) -> None:
    answer = server.get("/study/", params={"t": token}, follow_redirects=False)
    assert answer.headers["location"] == f"../study?t={token}"
    assert str(server.get("/study/", params={"t": token}).url) == f"http://testserver/study?t={token}"


def test_an_app_below_its_servers_root_has_its_page_there() -> None:
    assert [route.path for route in study_routes("/lab/flinch/")][:2] == ["/lab/flinch/study"] * 2


def test_all_may_come_at_once(server: TestClient, study: Study) -> None:
    links = [one.token for one in study.invite(study.design.participants)] * 20
    with ThreadPoolExecutor(8) as people:
        pages = list(people.map(lambda token: server.get("/study", params={"t": token}).text, links))
    assert {first_scene(page)["state"] for page in pages} == {"consent"}


def test_a_workspace_that_fails_loses_nothing_and_says_so(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, token: str
) -> None:
    broken = tmp_path_factory.mktemp("broken") / "file"
    broken.write_text("no folder")
    monkeypatch.setenv("FLINCH_WORKSPACE", str(broken))
    assert first_scene(server.get("/study", params={"t": token}).text)["state"] == "trouble"
