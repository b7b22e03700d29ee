"""What every request passes: the token where nobody signs in, and what every answer says of frames and cookies."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
import uvicorn
from anyio import run as run_async
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import Message
from starlette.websockets import WebSocket
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from data.workspace import Workspace
from pages.ui.shell import laptop
from pages.ui.shell.door import Door
from pages.ui.shell.patience import Rate, hurry_heads, in_time
from pages.ui.shell.people import TEAM
from pages.ui.shell.remember import _word_for, keeping

HOST, STREAM = "http://127.0.0.1:8501", "ws://127.0.0.1:8501/_stcore/stream"


async def page(request: Request) -> Response:
    answer = PlainTextResponse(f"{request.url.path}?{request.url.query}")
    answer.set_cookie("plain", "1")
    return answer


async def spoken(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


@pytest.fixture
def app(workspace: Workspace) -> Starlette:
    paths = ("/", "/curate", "/study", "/_stcore/health", "/_stcore/metrics", "/_stcore/host-config", "/flinch/answers")
    routes = [Route(path, page, methods=["GET", "POST"]) for path in paths]
    routes += [keeping("")]
    return Starlette(
        routes=[*routes, WebSocketRoute("/_stcore/stream", spoken)], middleware=[Middleware(Door, base="")]
    )


@pytest.fixture
def server(app: Starlette) -> TestClient:
    return TestClient(app, HOST, follow_redirects=False)


@pytest.fixture
def token(workspace: Workspace) -> str:
    return laptop.address().partition("token=")[2]


def test_without_the_token_only_health_and_studies_are_open(server: TestClient, token: str) -> None:
    for path in ("/", "/curate", "/?token=", "/?token=x", f"/?token={token[:-1]}", "/_stcore/host-config"):
        answer = server.get(path)
        assert (answer.status_code, "token" in answer.text) == (403, True)
    assert server.post("/flinch/answers").status_code == 403
    with pytest.raises(WebSocketDenialResponse) as refused, server.websocket_connect(STREAM):
        pass
    assert refused.value.status_code == 403
    assert [server.get(path).status_code for path in ("/_stcore/health", "/study", "/_stcore/metrics")] == [
        200,
        200,
        404,
    ]


def test_the_token_is_given_once_and_kept_where_no_script_reads_it(server: TestClient, token: str) -> None:
    answer = server.get(f"/curate?a=1&token={token}&b=2")
    assert (answer.status_code, answer.headers["location"]) == (303, "/curate?a=1&b=2")
    kept = answer.headers["set-cookie"]
    assert "HttpOnly" in kept and "SameSite=lax" in kept and "Secure" not in kept
    assert server.get("/curate?a=1").text == "/curate?a=1"
    assert server.post("/flinch/answers").status_code == 200
    with server.websocket_connect(STREAM) as wire:
        assert wire.receive_text() == "hello"


def test_a_browser_is_opened_with_a_word_that_opens_once(server: TestClient, token: str) -> None:
    word = laptop.address_once().partition("token=")[2]
    assert word != token
    assert server.get(f"/?token={word}").status_code == 303
    server.cookies.clear()
    assert server.get(f"/?token={word}").status_code == 403


def test_a_workspace_keeps_its_token_and_no_other_has_it(
    server: TestClient, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.get(f"/?token={token}")
    name, laptop_made = laptop.cookie(), laptop.address()
    laptop._made.cache_clear()  # as a restart does
    assert laptop.address() == laptop_made
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "other"))
    assert laptop.cookie() != name
    assert server.get("/").status_code == 403


def test_the_token_can_be_turned_off_and_a_team_signs_in_instead(
    server: TestClient, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.get("/", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr("sys.argv", ["app.py", laptop.OFF])
        assert server.get("/").status_code == 200
        assert "token" not in laptop.address() + laptop.address_once()
    monkeypatch.setenv(TEAM, "1")
    assert server.get("/").status_code == 200
    assert "token" not in laptop.address()


def test_another_sites_frame_shows_nothing_and_https_keeps_its_cookies(app: Starlette, workspace: Workspace) -> None:
    for address, secure in ((HOST, False), ("https://127.0.0.1:8501", True)):
        answer = TestClient(app, address).get("/study")
        assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
        assert answer.headers["x-frame-options"] == "SAMEORIGIN"
        assert ("Secure" in answer.headers["set-cookie"]) is secure


def test_what_comes_from_another_site_or_by_another_name_is_refused(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TEAM, "1")
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"{HOST}.evil.example"):
        assert server.post("/study", headers={"Origin": origin}).status_code == 403
    assert server.post("/study", headers={"Origin": HOST}).status_code == 200
    assert server.post("/study", headers={"Origin": "https://a.org", "X-Forwarded-Host": "a.org"}).status_code == 200
    assert server.get("/study", headers={"Origin": "null"}).status_code == 200
    assert server.get("/study", headers={"Host": "evil.example"}).status_code == 403


def test_a_cookie_is_kept_by_a_word_that_holds_once(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TEAM, "1")
    word = _word_for("flinch_annotator", "Zoë; x=1")
    answer = server.post("/flinch/kept", headers={"X-Flinch-Word": word})
    assert answer.status_code == 204
    assert answer.headers["set-cookie"].startswith("flinch_annotator=Zo%C3%AB%3B%20x%3D1; HttpOnly; Max-Age=31536000")
    assert server.post("/flinch/kept", headers={"X-Flinch-Word": word}).status_code == 404
    assert server.post("/flinch/kept").status_code == 404


def test_a_body_that_comes_too_slowly_is_refused() -> None:
    async def slow() -> Message:
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def whole() -> list[str]:
        async def receive() -> Message:
            return {"type": "http.disconnect"} if told else {"type": "http.request", "body": b"", "more_body": False}

        told = list[str]()
        received = in_time(receive, 0.05)
        told.append((await received())["type"])
        await asyncio.sleep(0.1)  # what is answered may take its time
        return [*told, (await received())["type"]]

    async def read() -> None:
        received = in_time(slow, 0.2)
        while True:
            await received()

    with pytest.raises(HTTPException) as refused:
        run_async(read)
    assert refused.value.status_code == 408
    assert run_async(whole) == ["http.request", "http.disconnect"]


def test_a_session_has_a_number_of_messages_at_once_and_so_many_a_second() -> None:
    seconds = [0.0]
    rate = Rate(burst=3, a_second=2, clock=lambda: seconds[0])
    assert [rate.takes("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.takes("b")
    seconds[0] += 0.5
    assert [rate.takes("a"), rate.takes("a")] == [True, False]
    seconds[0] += 100
    assert [rate.takes("a") for _ in range(4)] == [True, True, True, False]


def test_a_request_whose_head_never_ends_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("connection_made", "data_received"):  # so that they are put back
        monkeypatch.setattr(AutoHTTPProtocol, name, getattr(AutoHTTPProtocol, name))
    hurry_heads(0.3)

    async def answer(scope: object, receive: object, send: Callable[..., object]) -> None:
        await asyncio.sleep(0.6)  # a slow answer is none of a slow head
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})  # type: ignore[misc]
        await send({"type": "http.response.body", "body": b""})  # type: ignore[misc]

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = listening.getsockname()
        server = uvicorn.Server(uvicorn.Config(answer, lifespan="off", log_level="critical"))  # type: ignore[arg-type]
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                sleep(0.01)
            whole, ends = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b""
            for sent in ([], [b"GET / HT"], [whole, b"GET / HT"]):
                with socket.create_connection(address, timeout=10) as line:
                    for part in sent:
                        line.sendall(part)
                        sleep(1.0 if part == whole else 0)
                    began = monotonic()
                    said = b""
                    while part := line.recv(1000):
                        said += part
                    assert monotonic() - began < 4
                    ends += said[:12]
            assert ends == b"HTTP/1.1 200"
        finally:
            server.should_exit = True
            thread.join()
