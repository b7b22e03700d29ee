"""Files that browsers send to the running app: who may, how much in all, and that it is given back."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from curation.roles import TeamRole
from data.accounts.accounts import Accounts
from data.workspace import PROJECT, Workspace
from pages.ui.shell.people import COOKIE
from tests.pages.shell.test_forged_messages import PASSWORD, free_port, wait_until_served

pytestmark = pytest.mark.slow
MEGABYTE = 1 << 20
XSRF = "_streamlit_xsrf"


@contextmanager
def session(port: int, held: str) -> Iterator[str]:
    """The id of a session of Streamlit's, as long as its page is open."""
    origin = f"http://127.0.0.1:{port}"
    cookie = {"Cookie": f"{COOKIE}={held}"}
    with connect(
        f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], origin=origin, additional_headers=cookie
    ) as wire:
        asked = BackMsg()
        asked.rerun_script.page_name = ""
        wire.send(asked.SerializeToString())
        while True:
            said = ForwardMsg()
            said.ParseFromString(wire.recv(timeout=60))
            if said.new_session.initialize.session_id:
                yield said.new_session.initialize.session_id
                return


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, str, str]]:
    """The app for a team, where the largest file has a megabyte, and the sessions of a researcher and an annotator."""
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "workspace"))
    monkeypatch.setenv("FLINCH_TEAM", "1")
    people = Accounts(Workspace.current().prepare().root)
    ada = people.join(people.set_up(), "ada", PASSWORD)
    ann = people.join(people.invite(TeamRole.ANNOTATOR, "ada"), "ann", PASSWORD)
    port = free_port()
    options = (
        "server.headless=true",
        f"server.port={port}",
        "server.maxUploadSize=1",
        "server.disconnectedSessionTTL=1",
    )
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *(f"--{option}" for option in options)]
    ran = subprocess.Popen(command, cwd=PROJECT, env=os.environ.copy())
    try:
        wait_until_served(port)
        yield port, ada, ann
    finally:
        ran.kill()
        ran.wait()


def put(port: int, held: str, id_: str, name: str, size: int) -> int:
    """Send a file of this size into the session of this id: the status."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/_stcore/health", headers={"Cookie": f"{COOKIE}={held}"})
    answer = connection.getresponse()
    answer.read()
    token = next(part for part in (answer.getheader("Set-Cookie") or "").split("; ") if part.startswith(XSRF))
    head = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
    body = head.encode() + b"x" * size + b"\r\n--b--\r\n"
    headers = {
        "Cookie": f"{COOKIE}={held}; {token}",
        "X-Xsrftoken": token.partition("=")[2].strip('"'),
        "Content-Type": "multipart/form-data; boundary=b",
    }
    connection.request("PUT", f"/_stcore/upload_file/{id_}/{name}", body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_only_who_may_import_uploads_and_all_together_no_more_than_two_of_the_largest_files(
    team: tuple[int, str, str],
) -> None:
    port, ada, ann = team
    with session(port, ann) as theirs:
        assert put(port, ann, theirs, "a", 10) == 403
        assert put(port, "", theirs, "a", 10) == 403
    with session(port, ada) as first:
        assert put(port, ann, first, "a", 10) == 403
        assert put(port, ada, first, "a", 2 * MEGABYTE) == 413
        assert [put(port, ada, first, name, 900_000) for name in "ab"] == [204, 204]
        with session(port, ada) as second:
            assert put(port, ada, second, "c", 900_000) == 413
            assert put(port, ada, second, "d", 90_000) == 204
    statuses = []
    for _ in range(40):  # Streamlit lets go of a session some time after its page was closed
        with session(port, ada) as third:
            statuses.append(put(port, ada, third, "e", 900_000))
        if statuses[-1] == 204:
            break
    assert statuses[-1] == 204
