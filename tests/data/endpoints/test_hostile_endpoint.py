"""An endpoint may be anybody's: what it sends is bounded and said in one sentence, and the key is written nowhere."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import BadInput
from core.models.endpoint.prompt import prompt
from core.models.registry import family, usual_spec
from core.models.training.recipes import asked_by
from data.endpoints import chat
from data.endpoints.answers import ChatAnswer, RateLimitWait, cost_in_words, keep
from data.endpoints.chat import KEPT, ChatEndpoint
from data.endpoints.client import LARGEST, EndpointError, post
from data.endpoints.keys import KEY, in_clear
from data.jobs.job import run_inline
from data.workspace import Workspace
from tests.core.models.learning import silent
from tests.data.endpoints.chat_server import chat_server
from tests.data.runs.run_data import asked, reviews

SECRET = "sk-very-secret-0123456789"
OK = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
Sends = Callable[[socket.socket], None]


@contextmanager
def raw_server(send: Sends) -> Iterator[str]:
    """A server that reads a request and then sends what `send` does; its base URL."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                try:
                    read_request(connection)
                    send(connection)
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(10)


def read_request(connection: socket.socket) -> None:
    """Read all of it: a connection closed with some of it unread takes the reply away from who asked."""
    said = more = connection.recv(1 << 16)
    while more and b"\r\n\r\n" not in said:
        said += (more := connection.recv(1 << 16))
    head, _, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    left = int(length[1]) - len(body) if length else 0
    while left > 0 and (more := connection.recv(left)):
        left -= len(more)


def once(content: bytes) -> Sends:
    return lambda connection: connection.sendall(content)


def flood(connection: socket.socket) -> None:
    """A hundred megabytes, for as long as anybody reads them."""
    connection.sendall(OK + b"Content-Length: 100000000\r\n\r\n")
    for _ in range(100):
        connection.sendall(b"x" * 1_000_000)


def chat_of(content: object) -> bytes:
    return OK + b"\r\n" + json.dumps({"choices": [{"message": {"content": content}}]}).encode()


REPLIES: dict[str, tuple[Sends, str]] = {
    "100 MB": (flood, f"more than {LARGEST:,} bytes"),
    "HTML": (
        once(OK + b"\r\n<html>" + b"<b>" * 9999),
        "the endpoint's answer does not follow the OpenAI chat protocol",
    ),
    "deep JSON": (
        once(OK + b"\r\n" + b"[" * 200_000),
        "the endpoint's answer does not follow the OpenAI chat protocol",
    ),
    "to a file": (
        once(b"HTTP/1.1 302 F\r\nLocation: file:///etc/passwd\r\n\r\n"),
        r"302 \(the endpoint redirects to another address, but Flinch follows no redirects\)",
    ),
    "the key in the status": (once(f"HTTP/1.1 401 no {SECRET} here\r\n\r\n".encode()), r"401 \(no \*\*\* here\)"),
    "a long status": (once(b"HTTP/1.1 401 " + b"no " * 9999 + b"\r\n\r\n"), r"failed once: 401 \(no no"),
    "a refusal's reason": (
        once(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b'{"error": {"message": "no room\\nfor %s"}}' % SECRET.encode()),
        r"failed once: 400 \(no room for \*\*\*\)",
    ),
    "an endless refusal": (once(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"[" * 200_000), r"400 \(Bad Request\)"),
    "a refusal of nothing": (once(b'HTTP/1.1 422 Odd\r\n\r\n{"error": {"message": ["temperature"]}}'), r"422 \(Odd\)"),
    "no HTTP": (once(f"hello {SECRET}\r\n\r\n".encode() * 99), r"failed 5 times: illegal status line.*hello \*\*\*"),
    "nothing": (once(b""), "failed 5 times"),
    "cut short": (once(OK + b"Content-Length: 999\r\n\r\n{"), "failed 5 times"),
}


@pytest.mark.parametrize("what", REPLIES)
def test_whatever_comes_back_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    send, reason = REPLIES[what]
    with raw_server(send) as url, pytest.raises(BadInput, match=reason) as refused:
        ChatEndpoint(url, "m", tmp_path, 32, pause=0.001).answers(["a prompt"], silent)
    said = str(refused.value)
    assert "\n" not in said and len(said) < 400
    assert SECRET not in said + capsys.readouterr().out
    assert refused.value.__suppress_context__  # nothing more of it in a traceback


@pytest.mark.parametrize(
    ("head", "drop"),
    [
        (OK + b"\r\n", b" "),
        (b"", b"H"),
        (OK + b"X: ", b"a"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
        (b"HTTP/1.1 400 no\r\n\r\n", b" "),
    ],
    ids=["body", "status", "header", "size of a chunk", "refusal"],
)
def test_a_reply_that_drips_is_given_up_wherever_it_does(head: bytes, drop: bytes) -> None:
    released = threading.Event()

    def drip(connection: socket.socket) -> None:
        connection.sendall(head)
        while not released.wait(0.01):
            connection.sendall(drop)

    with raw_server(drip) as url:
        with pytest.raises(EndpointError, match=r"no reply came within 0\.2 seconds"):
            post(url, b"{}", 0.2)
        released.set()


def test_a_long_answer_is_waited_for_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "SECONDS", 0.1)
    released = threading.Event()
    with raw_server(lambda connection: released.wait(60) and None) as url:
        for tokens, seconds in ((1, "0.2"), (4, "0.5")):  # a tenth of a second for each token
            with pytest.raises(BadInput, match=rf"failed once: no reply came within {seconds} seconds"):
                ChatEndpoint(url, "m", tmp_path, tokens).answers(["a prompt"], silent)
        released.set()


def test_a_long_answer_is_cut_and_one_that_repeats_the_key_is_blotted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with raw_server(once(chat_of(f"{SECRET} and " + "so on " * 50_000))) as url:
        for tokens, kept in ((32, KEPT), (1000, 8000)):  # one that may be long is kept to its end
            [answer] = ChatEndpoint(url, "m", tmp_path / f"{tokens}", tokens).answers(["a prompt"], silent)
            assert answer.startswith("*** and so on") and len(answer) == kept


@pytest.mark.parametrize("key", ["sk secret", "sk-sec\nret", "sk-secrét", "sk-sec\u2019ret"])
def test_what_can_be_no_key_is_refused_without_being_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv(KEY, key)
    with pytest.raises(BadInput, match=f"{KEY} contains spaces, line breaks or characters") as refused:
        ChatEndpoint("http://127.0.0.1:9/v1", "m", tmp_path, 32).answers(["a prompt"], silent)
    assert key not in str(refused.value)


def test_an_address_that_can_not_be_asked_is_said_at_once(tmp_path: Path) -> None:
    for url in ("http://127.0.0.1:port/v1", "http://[::1/v1"):
        with pytest.raises(BadInput, match="failed once"):
            ChatEndpoint(url, "m", tmp_path, 32, pause=0.001).answers(["a prompt"], silent)


def test_no_file_of_a_workspace_holds_the_key_however_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, SECRET)
    monkeypatch.setattr("data.endpoints.chat.LONGEST", 0.001)
    workspace = Workspace(tmp_path)
    reviews(workspace)

    def evaluate(url: str) -> None:
        run_inline(workspace, "evaluate", "asked", asked(usual_spec(f"endpoint:{url}#m"), limit=4).arguments())

    with chat_server(lambda prompt: f"good, {SECRET}") as server:
        evaluate(server.url)
        assert set(server.keys) == {f"Bearer {SECRET}"}
    for send in (REPLIES["the key in the status"][0], REPLIES["no HTTP"][0], REPLIES["HTML"][0]):
        with raw_server(send) as url, pytest.raises(BadInput):
            evaluate(url)
    with pytest.raises(BadInput, match="refused"):
        evaluate("http://127.0.0.1:9/v1")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.parent.parent.name == "jobs" for path in files)
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


def test_rate_limits_and_costs_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLINCH_TOKEN_PRICES", "0.5 2")
    with chat_server(str.upper) as server:
        server.troubles = [(429, {"Retry-After": "0"}), (503, {})]
        ChatEndpoint(server.url, "m", tmp_path, 32, pause=0.001).answers(["one prompt"], silent)
    told = capsys.readouterr().out
    assert "m: prompts to ask: 1, already answered: 0." in told
    assert "m: 429 (Too Many Requests); Flinch asks again in 0 s." in told
    keep(tmp_path, RateLimitWait(30.0))
    keep(tmp_path, ChatAnswer("long", "good", 1_000_000, 500_000))
    words = cost_in_words(tmp_path, lambda answer: answer == "good")
    # 1,000,002 tokens read and 500,002 written: 0.500001 + 1.000004
    assert words == (
        "2 prompts answered so far, 1,000,002 tokens read, 500,002 written (cost 1.5000, at 0.5 and 2 per million); "
        "1 answers named no label and count as (no label); "
        "the endpoint's rate limit delayed 2 requests, by 30 seconds in all"
    )


@pytest.mark.parametrize("prices", ["1", "a b", "-1 2", "nan 1", "1 2 3"])
def test_prices_that_are_none_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prices: str) -> None:
    monkeypatch.setenv("FLINCH_TOKEN_PRICES", prices)
    with pytest.raises(BadInput, match="set it to prices per million"):
        ChatEndpoint("http://127.0.0.1:9/v1", "m", tmp_path, 32).answers(["a prompt"], silent)


@pytest.mark.parametrize("odd", ["{text} {", "{}{text}{0}", "{text.__class__} {text}", r"\1 \g<0> {text} %s {{text}}"])
def test_a_prompt_may_hold_any_braces(odd: str) -> None:
    [spec] = asked_by(odd, 0, [usual_spec("endpoint:http://127.0.0.1:9/v1#m")])
    family("endpoint").check(spec)
    said = prompt(odd, (r"a {labels} \2 day",), ("good", "bad"))
    assert said == odd.replace("{text}", r"a {labels} \2 day")


@pytest.mark.parametrize(
    ("url", "clear"),
    [
        ("http://host.org/v1", True),
        ("http://host.org:8000/v1", True),
        ("http://host.org", True),
        ("https://host.org/v1", False),
        ("http://127.0.0.1:8000/v1", False),
        ("http://localhost/v1", False),
        ("http://localhost", False),
        ("http://[::1]:8000/v1", False),
        ("http://localhost.host.org/v1", True),
        ("http://127.0.0.1.host.org/v1", True),
        ("http://[::1/v1", False),
    ],
)
def test_a_key_that_all_on_the_way_could_read_is_known(monkeypatch: pytest.MonkeyPatch, url: str, clear: bool) -> None:
    monkeypatch.setenv(KEY, SECRET)
    assert in_clear(url) is clear
    monkeypatch.delenv(KEY)
    assert not in_clear(url)
