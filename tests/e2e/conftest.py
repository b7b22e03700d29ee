"""The real app on an empty workspace and a port of its own, and a real browser that notes every complaint."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from data.workspace import Workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

ROOT = Path(__file__).parents[2]
STARTING = 60.0  # seconds
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
CHROMIUM = (os.environ.get("FLINCH_CHROMIUM", ""), "/usr/bin/chromium", "/usr/bin/google-chrome")


@dataclass
class App:
    """The app, run as people run it. `kill` ends it with SIGKILL; `start` may then be called again."""

    workspace: Workspace
    port: int
    arguments: tuple[str, ...] = ("--no-token",)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "App":
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # a tester's
        with (self.workspace.root.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, f"--server.port={self.port}", "--", *self.arguments],
                cwd=ROOT,
                env=around | {"FLINCH_WORKSPACE": str(self.workspace.root)},
                stdout=log,
                stderr=log,
            )
        wait_until(lambda: self.ended or self.healthy(), STARTING, "the app did not start")
        assert not self.ended, "the app ended at once; server.log says why"
        return self

    @property
    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def healthy(self) -> bool:
        try:
            with urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill(self, how: int = signal.SIGKILL) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=30)
            self.process = None


def wait_until(met: Callable[[], bool], seconds: float, otherwise: str) -> None:
    """Return once the condition is met; fail the test when it is not met in time."""
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def still(element: "Locator") -> None:
    """Return once the element has had one place and size for a third of a second: a window of a new size moves it."""
    places: list[object] = []
    while len(places) < 4 or len({str(place) for place in places[-4:]}) > 1:
        places.append(element.bounding_box())
        assert len(places) < 300, "the element never stood still"
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def port() -> int:
    """The port of every app here: what the browser has read of one it need not read and compile again of the next."""
    return free_port()


@pytest.fixture
def app(tmp_path: Path, port: int) -> Iterator[App]:
    """The running app on an empty workspace; stopped when the test ends."""
    app = App(Workspace(tmp_path / "workspace").prepare(), port).start()
    yield app
    app.kill(signal.SIGTERM)


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """One Chromium for all tests: the system's, or Playwright's own."""
    path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the packages of requirements-dev.txt")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Tab:
    """A browser tab, and what its console complained of."""

    page: "Page"
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def profile(chromium: "Browser") -> "BrowserContext":
    """A browser's profile with what it has read of the app; `tab` empties it of all else when a test ends."""
    return chromium.new_context(viewport={"width": 1280, "height": 860})


@pytest.fixture
def tab(profile: "BrowserContext", port: int) -> Iterator[Tab]:
    """A fresh tab; the test fails at its end when the console held an error (clear `complaints` where one is due)."""
    tab = Tab(profile.new_page())
    tab.page.on("console", lambda said: _note(tab, said.type, f"{said.text} ({said.location.get('url', '')})"))
    tab.page.on("pageerror", lambda error: tab.complaints.append(str(error)))
    yield tab
    for page in profile.pages:
        page.close()
    kept = {"origin": f"http://127.0.0.1:{port}", "storageTypes": "local_storage,indexeddb,cache_storage"}
    profile.new_cdp_session(profile.new_page()).send("Storage.clearDataForOrigin", kept)
    profile.clear_cookies()
    profile.set_offline(False)
    profile.pages[0].close()
    assert tab.complaints == []


def _note(tab: Tab, kind: str, text: str) -> None:
    # Streamlit asks for its own health below the page's path first, and then where it is.
    if kind == "error" and "/_stcore/" not in text:
        tab.complaints.append(text)
