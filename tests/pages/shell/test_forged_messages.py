"""Messages that no page of ours sends, to the running app over HTTP: none is taken, none is a fault of the server.

The app serves a team, on this machine's loopback; who sends them knows all addresses, and has a session of their own.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import pytest

from core.identity import content_id
from core.records import DatasetCard, Task
from curation.roles import TeamRole
from curation.tickets import Tickets
from data.accounts.accounts import Accounts
from data.datasets.stored import save_dataset
from data.secret import secret
from data.study.study import Study
from data.workspace import PROJECT, Workspace
from pages.ui.desk.events import MOST_ON_ONE
from pages.ui.desk.served import ADDRESS, HEADER, DeskConnection
from pages.ui.shell.answering import BODIES, LONGEST
from pages.ui.shell.people import COOKIE
from pages.ui.study.served import STRANGERS
from pages.ui.study.visit import place_of
from tests.data.store.store_data import CELL, candidate, write_job
from tests.data.study.study_data import new_study
from tests.pages.desk import test_forged as desk
from tests.pages.study import test_forged as study_page
from tests.pages.study.visits import agree, file_of, look, send, steps

pytestmark = pytest.mark.slow
ANSWERS, STUDY, UPLOAD, KEPT = f"/{ADDRESS}", "/study", "/_stcore/upload_file/session/file", "/flinch/kept"
SESSIONS = 8  # of the annotator, in turn: none sends so much that it is refused for that
PASSWORD = "correct horse battery"
Headers = dict[str, str]


@dataclass
class Served:
    """The app, and what somebody who is let in holds."""

    workspace: Workspace
    study: Study
    port: int
    ann: list[str]
    bob: str
    ada: str
    link: str
    pid: int = 0

    def ask(self, method: str, path: str, body: bytes = b"", headers: Headers | None = None) -> tuple[int, bytes]:
        """The status and what is said; 0 where the connection is closed without a word."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body or None, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (ConnectionError, BrokenPipeError):
            return 0, b""
        finally:
            connection.close()

    def seat(self, annotator: str = "ann") -> Headers:
        """What a desk of this person's sends with each message."""
        held = next(self.turns) if annotator == "ann" else self.bob
        key = DeskConnection(f"window of {held[:8]}", CELL, annotator, 0, team=True).key
        return {HEADER: key, "Cookie": f"{COOKIE}={held}", "Content-Type": "application/json"}

    def event(self) -> dict[str, Any]:
        """The honest decision."""
        ticket = Tickets("ann", secret(self.workspace.root)).given(candidate(0).id, datetime.now(UTC))
        return {**desk.GOOD, "ticket": ticket}

    def message(self, *events: object) -> dict[str, Any]:
        return {"place": content_id(str(self.workspace.root), "ann"), "events": list(events)}

    def answered(self, item: str) -> dict[str, Any]:
        return {
            "place": place_of(self.workspace.root, self.link), "held": "",
            "events": [study_page.GOOD | {"item": item}],
        }  # fmt: skip

    def __post_init__(self) -> None:
        self.turns = cycle(self.ann)

    def stored(self) -> dict[str, bytes]:
        """All that a message could change."""
        kept = ("decisions.jsonl", "accounts.json", "settings.jsonl", "campaigns.jsonl")
        files = [self.workspace.root / name for name in kept]
        files += [*self.workspace.datasets.rglob("*"), *self.study.folder.rglob("*.jsonl")]
        return {str(path): path.read_bytes() for path in files if path.is_file()}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app for a team, with samples to decide and a study that somebody takes part in."""
    root = tmp_path_factory.mktemp("served") / "workspace"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLINCH_WORKSPACE", str(root))
        patch.setenv("FLINCH_TEAM", "1")
        workspace = Workspace.current().prepare()
        write_job(workspace, range(5))
        card = DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), {})
        save_dataset(workspace, card, desk.SAMPLES)
        study = new_study(workspace)
        link = study.invite(2)[0].token
        send(workspace, link, agree())
        team = Accounts(root)
        ada = team.join(team.set_up(), "ada", PASSWORD)
        ann, bob = (team.join(team.invite(TeamRole.ANNOTATOR, "ada"), name, PASSWORD) for name in ("ann", "bob"))
        sessions = [ann, *(team.sign_in("ann", PASSWORD) for _ in range(SESSIONS - 1))]
        app = Served(workspace, study, free_port(), sessions, bob, ada, link)
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        with (root.parent / "server.log").open("wb") as log:
            ran = subprocess.Popen(
                [*command, f"--server.port={app.port}"], cwd=PROJECT, env=os.environ.copy(), stdout=log, stderr=log
            )
        app.pid = ran.pid
        try:
            wait_until_served(app.port)
            assert app.ask("POST", ANSWERS, json.dumps(app.message()).encode(), app.seat())[0] == 200
            yield app
        finally:
            ran.kill()
            ran.wait()


def wait_until_served(port: int) -> None:
    """Return once the app answers at this port."""
    until = monotonic() + 120
    while monotonic() < until:
        try:
            with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
                assert answer.status == 200
                return
        except OSError:
            sleep(0.05)
    raise AssertionError("the app did not start")


@dataclass(frozen=True)
class Forged:
    """How one message differs from an honest one, by what it is sent with and what is in it."""

    to: str = ANSWERS
    method: str = "POST"
    headers: Callable[[Served], Headers] = lambda app: {}
    body: Callable[[Served], bytes] | None = None
    query: Callable[[Served], str] = lambda app: f"?t={app.link}"

    def send(self, app: Served) -> tuple[int, bytes]:
        item = steps(look(app.workspace, app.link), "item")[0]["id"]
        if self.to == STUDY:
            honest, path = json.dumps(app.answered(item)).encode(), f"{STUDY}{self.query(app)}"
            with_it = self.headers(app)
        else:
            honest, path = json.dumps(app.message(app.event())).encode(), self.to
            with_it = {k: v for k, v in (app.seat() | self.headers(app)).items() if v != "none"}
        return app.ask(self.method, path, self.body(app) if self.body else honest, with_it)


def text(said: str) -> Callable[[Served], bytes]:
    return lambda app: said.encode("utf-8", "surrogatepass")


def of_desk(**changes: Any) -> Callable[[Served], bytes]:
    return lambda app: json.dumps(app.message(app.event() | changes)).encode()


def of_study(**changes: Any) -> Callable[[Served], bytes]:
    def made(app: Served) -> bytes:
        item = steps(look(app.workspace, app.link), "item")[0]["id"]
        message = app.answered(item)
        return json.dumps(message | {"events": [message["events"][0] | changes]}).encode()

    return made


def with_message(**changes: Any) -> Callable[[Served], bytes]:
    return lambda app: json.dumps(app.message(app.event()) | changes).encode()


def key(change: Callable[[str], str]) -> Callable[[Served], Headers]:
    return lambda app: {HEADER: change(app.seat()[HEADER])}


def cookie(value: Callable[[Served], str]) -> Callable[[Served], Headers]:
    return lambda app: {"Cookie": value(app)}


ORIGINS = {
    "another site": "https://evil.example",
    "no site": "null",
    "an empty one": "",
    "another port": "http://127.0.0.1:1",
    "another name of this machine": "http://localhost:{port}",
    "this address with more behind": "http://127.0.0.1:{port}.evil.example",
    "this address as a user": "http://127.0.0.1:{port}@evil.example",
    "another site with this address as its path": "http://evil.example/127.0.0.1:{port}",
    "a file": "file://",
    "an extension": "chrome-extension://abcdef",
    "this host without its port": "http://127.0.0.1",
    "no address at all": "%%%",
}
HOSTS = [
    "evil.example",
    "127.0.0.1.evil.example",
    "evil.example:8501",
    "",
    "127.0.0.1@evil.example",
    "0.0.0.0",
    "[::2]",
]
NO_JSON = {
    "nothing": " ",
    "half an object": "{",
    "half a list": "[1",
    "a word": "keep",
    "two": "{}{}",
    "a great depth": "[" * 100_000,
    "bytes": "\udcff",
    "a trailing comma": '{"events": [],}',
    "single quotes": "{'events': []}",
    "a comment": "{} // all",
}
HALVES = [
    '{"events": "\\ud800"}',
    '{"\\udfff": 1}',
    '["\\uD83D"]',
    '{"events": [{"note": "\\ud83d"}]}',
    '"\\udc00\\ud800"',
]
ODD = [None, 0, 5, "x", [], [[]], True, {"events": 7}, {"events": {}}, {"events": [None]}, {"events": ["keep"]}]
METHODS = ["PUT", "DELETE", "PATCH", "TRACE"]


def at(host: str) -> Callable[[Served], Headers]:
    return lambda app: {"Host": host}


def from_(origin: str) -> Callable[[Served], Headers]:
    return lambda app: {"Origin": origin.format(port=app.port)}


def desks() -> Iterator[tuple[str, Forged]]:
    """By the way of a desk."""
    for name, changes in desk.FORGED.items():
        if name == "the id of somebody else's decision":
            continue  # there is none here
        short = {k: v[: LONGEST + 1] if isinstance(v, str) else v for k, v in changes.items()}
        yield f"desk: {name}", Forged(body=of_desk(**short))
    for number in (MOST_ON_ONE + 1, 500):
        many = [{"id": f"m{n}", "verdict": "keep"} for n in range(number)]
        yield (
            f"desk: {number} decisions on one sample",
            Forged(body=lambda app, many=many: json.dumps(app.message(*(app.event() | one for one in many))).encode()),
        )
    yield "desk: another's place", Forged(body=with_message(place="0" * 32))
    yield "desk: no place", Forged(body=with_message(place=None))
    for n, odd in enumerate(ODD):
        yield f"desk: no message {n}", Forged(body=text(json.dumps(odd)))
    for name, said in NO_JSON.items():
        yield f"desk: no JSON, {name}", Forged(body=text(said))
    for n, said in enumerate(HALVES):
        yield f"desk: half a character {n}", Forged(body=text(said))
    yield "desk: another encoding", Forged(body=lambda app: of_desk()(app).decode().encode("utf-16"))
    yield "desk: too long", Forged(body=text('"' + "x" * LONGEST + '"'))
    for name, change in {
        "no key": lambda of: "none",
        "an empty key": lambda of: "",
        "a key of dots": lambda of: "...",
        "a key in another script": lambda of: "d\xe9sk",
        "a key without its mark": lambda of: of.rpartition(".")[0],
        "a key with an empty mark": lambda of: of.rpartition(".")[0] + ".",
        "a key with another mark": lambda of: of[:-1] + ("0" if of[-1] != "0" else "1"),
        "a key of another kind": lambda of: of.replace("desk", "team", 1),
        "a key that says something else": lambda of: of.replace("desk.e", "desk.f", 1),
        "a key that says less": lambda of: ".".join((of.split(".")[0], of.split(".")[1][:-8], of.split(".")[2])),
        "a key in capitals": str.upper,
        "a key twice": lambda of: f"{of}, {of}",
        "a long key": lambda of: of * 20,
        "a key with a path": lambda of: f"../{of}",
    }.items():
        yield f"desk: {name}", Forged(headers=key(change))
    yield "desk: a key for another person", Forged(headers=lambda app: {HEADER: app.seat("bob")[HEADER]})
    for name, value in {
        "no cookie": lambda app: "none",
        "an empty cookie": lambda app: f"{COOKIE}=",
        "another's cookie": lambda app: f"{COOKIE}={app.bob}",
        "a researcher's cookie": lambda app: f"{COOKIE}={app.ada}",
        "a cookie of nobody": lambda app: f"{COOKIE}={'x' * 43}",
        "a cookie with half a character": lambda app: f"{COOKIE}=%ED%A0%80",
        "a cookie of a name": lambda app: f"{COOKIE}=ann",
        "the digest of a session": lambda app: f"{COOKIE}={'0' * 64}",
        "a cookie of another name": lambda app: f"flinch_annotator=ann; session={app.ann[0]}",
        "a cookie cut short": lambda app: f"{COOKIE}={app.ann[0][:-1]}",
        "a cookie with more": lambda app: f"{COOKIE}={app.ann[0]}x",
        "two cookies": lambda app: f"{COOKIE}={app.ann[0]}; {COOKIE}={app.bob}",
    }.items():
        yield f"desk: {name}", Forged(headers=cookie(value))


def studies() -> Iterator[tuple[str, Forged]]:
    """By the link of a participant."""
    for name, changes in study_page.FORGED.items():
        yield f"study: {name}", Forged(STUDY, body=of_study(**changes))
    for name, said in NO_JSON.items():
        yield f"study: no JSON, {name}", Forged(STUDY, body=text(said))
    for n, said in enumerate(HALVES):
        yield f"study: half a character {n}", Forged(STUDY, body=text(said))
    for n, odd in enumerate(ODD):
        yield f"study: no message {n}", Forged(STUDY, body=text(json.dumps(odd)))
    for name, query in {
        "no link": lambda app: "",
        "an empty link": lambda app: "?t=",
        "a link of nobody": lambda app: f"?t={'x' * 43}",
        "a link cut short": lambda app: f"?t={app.link[:-1]}",
        "half a character in a link": lambda app: "?t=%ED%A0%80",
        "a link with a path": lambda app: "?t=../../decisions",
        "a participant's name": lambda app: "?t=P01",
        "a long link": lambda app: f"?t={'x' * 5000}",
    }.items():
        yield f"study: {name}", Forged(STUDY, query=query)
    yield (
        "study: a long message by no link",
        Forged(STUDY, query=lambda app: "?t=x", body=text('"' + "x" * STRANGERS + '"')),
    )


def elsewhere() -> Iterator[tuple[str, Forged]]:
    """From another site, by another name, another way."""
    for to in (ANSWERS, STUDY):
        for name, origin in ORIGINS.items():
            yield f"{to}: from {name}", Forged(to, headers=from_(origin))
        for host in HOSTS:
            yield f"{to}: at {host!r}", Forged(to, headers=at(host))
        for method in METHODS:
            yield f"{to}: {method}", Forged(to, method)
    for path in (UPLOAD, KEPT):
        for method in ("POST", "PUT", "DELETE"):
            yield f"{path}: {method} of an annotator", Forged(path, method)
            yield f"{path}: {method} of nobody", Forged(path, method, cookie(lambda app: "none"))
            yield f"{path}: {method} from another site", Forged(path, method, from_(ORIGINS["another site"]))
    for path in ("/_stcore/metrics", "/_stcore/metrics?families=x", "//_stcore/metrics", "/_stcore/../_stcore/metrics"):
        yield f"{path} is read", Forged(path, "GET")


FORGED = dict([*desks(), *studies(), *elsewhere()])


def test_there_are_many() -> None:
    assert len(FORGED) >= 200


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_message_is_not_taken(served: Served, name: str) -> None:
    before = served.stored()
    status, said = FORGED[name].send(served)
    assert status != 500
    if status == 200:
        told = json.loads(said)
        assert told["acknowledged"] == []
    else:
        assert status in (0, 307, *range(400, 432))
    assert served.stored() == before


def test_the_honest_messages_are_taken_after_all_that(served: Served) -> None:
    event = served.event() | {"id": "honest"}
    status, said = served.ask("POST", ANSWERS, json.dumps(served.message(event)).encode(), served.seat())
    assert (status, json.loads(said)["acknowledged"]) == (200, ["honest"])
    same = {"Origin": f"http://127.0.0.1:{served.port}"}
    message = {"place": place_of(served.workspace.root, served.link), "events": [study_page.FORM]}
    status, said = served.ask("POST", f"{STUDY}?t={served.link}", json.dumps(message).encode(), same)
    assert (status, json.loads(said)["acknowledged"]) == (200, ["q1"])
    assert b"q1" in file_of(served.study, served.link)
    for written in ("flinch.duckdb", "decisions.jsonl"):  # by the app, for no other user of the machine
        assert (served.workspace.root / written).stat().st_mode & 0o077 == 0


def test_a_session_that_sends_much_at_once_waits_and_no_other_one(served: Served) -> None:
    body = json.dumps(served.message()).encode()
    loud, other = served.seat(), served.seat()
    head = "".join(f"{name}: {value}\r\n" for name, value in loud.items())
    lines = [socket.create_connection(("127.0.0.1", served.port), timeout=20) for _ in range(BODIES)]
    for line in lines:
        line.sendall(f"POST {ANSWERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n{head}\r\n{{".encode())
    sleep(1)
    assert [served.ask("POST", ANSWERS, body, seat)[0] for seat in (loud, other)] == [429, 200]
    for line in lines:
        line.close()
    sleep(1)
    assert served.ask("POST", ANSWERS, body, loud)[0] == 200


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory as Linux tells it")
def test_what_nobody_sends_is_not_held_in_memory(served: Served) -> None:
    def resident() -> int:
        status = Path(f"/proc/{served.pid}/status").read_text().split()
        return int(status[status.index("VmRSS:") + 1])  # KiB

    def send(line: socket.socket) -> None:
        with suppress(OSError):  # it is closed on the way
            line.sendall(b"x" * 4_000_000)

    before = resident()
    lines = [socket.create_connection(("127.0.0.1", served.port), timeout=20) for _ in range(60)]
    for n, line in enumerate(lines):
        path = (ANSWERS, f"{STUDY}?t=x", UPLOAD)[n % 3]
        method = "PUT" if path == UPLOAD else "POST"
        line.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\n".encode())
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(send, lines))
    after = resident()
    for line in lines:
        line.close()
    assert after - before < 40_000


@pytest.mark.parametrize("head", [b"", b"POST /flinch/answers HTTP/1.1\r\nContent-Length: 9000000\r\n\r\n"])
def test_nobody_is_read_or_answered_at_once(served: Served, head: bytes) -> None:
    """Nothing is read of what nobody sends: the answer comes before the body."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        if not head:
            line.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000)
        else:
            line.sendall(head)
        assert line.recv(12).startswith((b"HTTP/1.1 40", b"HTTP/1.1 43"))
