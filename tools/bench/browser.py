"""What the benches in a real browser and the script of the pictures share: the running app and a Chromium."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from core.errors import BadInput, MissingResource
from data.workspace import PROJECT, Workspace

TABLE = {
    "name": "films.csv",
    "mimeType": "text/csv",
    "buffer": b"text,label\n" + 20 * b"a fine film with a warm heart,good\ndull from the first minute,bad\n",
}  # to be imported
VIEWPORT = {"width": 1280, "height": 860}
CHROMIUM = (os.environ.get("FLINCH_CHROMIUM", ""), "/usr/bin/chromium", "/usr/bin/google-chrome")


@dataclass(frozen=True, slots=True)
class RunningApp:
    """Where the app answers, and its process."""

    url: str
    pid: int


@contextmanager
def running_app(workspace: Workspace, seconds: float = 60, script: Path | str = "app.py") -> Iterator[RunningApp]:
    """The app on this workspace and a free port, ended with the block; raises BadInput when it does not start.

    Another `script` is a page to compare it with.
    """
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless=true"]
    environment = os.environ | {"FLINCH_WORKSPACE": str(workspace.root)}
    quiet = subprocess.DEVNULL
    command += [f"--server.port={port}", "--", "--no-token"]
    process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=quiet, stderr=quiet)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + seconds
        while not _is_healthy(url):
            if time.monotonic() > deadline or process.poll() is not None:
                raise BadInput(f"The app did not start within {seconds:g} s; run `streamlit run app.py` to see why.")
            time.sleep(0.05)
        yield RunningApp(url, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium driven by Playwright: the system's, or Playwright's own. Raises MissingResource without."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise MissingResource(
            "This needs a browser; run pip install -r requirements-dev.txt, then playwright install chromium."
        ) from error
    path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def sign_in(page: Any, url: str, name: str = "Ann") -> None:
    """Sit down at the desk as a person of this name, until the first card is there."""
    page.goto(f"{url}/curate")
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.locator("[data-at=card]").wait_for(timeout=60_000)


def _is_healthy(url: str) -> bool:
    try:
        with urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
