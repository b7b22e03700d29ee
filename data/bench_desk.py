"""How fast the review desk is, in Chromium, on the running app: key to next sample painted, and to acknowledged."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from core.errors import BadInput, MissingResource
from core.records import Candidate, Cell, FieldRewrite, Hint, pps
from core.rewrite import Piece, Rewrite
from data.journal import read_journal
from data.tables import candidates_table, hints_table, write_parquet
from data.workspace import Workspace

ROOT = Path(__file__).parent.parent
KEYS = 60
CHROMIUM = (os.environ.get("FLINCH_CHROMIUM", ""), "/usr/bin/chromium", "/usr/bin/google-chrome")
CELL = Cell("bench", "test", "negation", pps(1))
# A message posted in an animation frame is delivered after that frame was painted.
WATCH = """() => {
  window.painted = []
  window.acknowledged = []
  addEventListener("keydown", event => {
    const began = event.timeStamp
    requestAnimationFrame(() => {
      const after = new MessageChannel()
      after.port1.onmessage = () => painted.push(performance.now() - began)
      after.port2.postMessage(0)
    })
    const roots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map(host => host.shadowRoot)
    const saved = roots.map(root => root.querySelector("[data-at=saved]")).find(Boolean)
    const wait = () => saved.textContent.includes("✓")
      ? acknowledged.push(performance.now() - began) : setTimeout(wait, 2)
    setTimeout(wait)
  }, true)
}"""


def run(out: Callable[[str], None] = print) -> None:
    """Start the app on a workspace of its own, press keys, and say what was measured.

    Raises MissingResource when Playwright is not installed and BadInput when the app does not start.
    """
    playwright = _playwright()
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        _fill(workspace)
        with _app(workspace) as url, playwright.sync_playwright() as driver:
            path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            _sit_down(page, url)
            _press(page, 0.4)
            out(_said("key to next sample painted", page.evaluate("painted")))
            out(_said("key to acknowledged", page.evaluate("acknowledged")))
            before = len(list(read_journal(workspace.journal)))
            _press(page, 0.06)
            page.get_by_text("✓ saved").wait_for()
            out(_said(f"the same in a burst of {KEYS} keys 60 ms apart", page.evaluate("painted")[-KEYS:]))
            stored = [d.candidate_id for d in read_journal(workspace.journal)][before:]
            out(f"stored of that burst: {len(stored)}, of them different samples: {len(set(stored))}")
            browser.close()


def _playwright() -> Any:
    try:
        import playwright.sync_api
    except ImportError as error:
        raise MissingResource(
            "The desk's benchmark needs a browser; run pip install -r requirements-dev.txt, "
            "then playwright install chromium."
        ) from error
    return playwright.sync_api


def _fill(workspace: Workspace, n: int = 400) -> None:
    """A cell of candidates, each with a hint, as a job would have left it."""
    made = []
    for number in range(n):
        rewrite = Rewrite.of(f"What is the name of the river number {number} in the north?", [Piece(8, 8, "not ")])
        made.append((Candidate(f"sample-{number}", CELL, 0, (FieldRewrite("text", rewrite),)), "thing"))
    job = workspace.jobs / "bench"
    write_parquet(job / f"candidates-{CELL.id}-0000.parquet", candidates_table(made))
    hints = [Hint(candidate.id, 0.5 + i / 1000, "bench", (), 0, "bench") for i, (candidate, _) in enumerate(made)]
    write_parquet(job / f"hints-{CELL.id}-0000.parquet", hints_table(hints))


@contextmanager
def _app(workspace: Workspace, seconds: float = 60) -> Iterator[str]:
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true", f"--server.port={port}"]
    environment = os.environ | {"FLINCH_WORKSPACE": str(workspace.root)}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + seconds
        while not _healthy(url):
            if time.monotonic() > deadline or process.poll() is not None:
                raise BadInput(f"The app did not start within {seconds:g} s; run `streamlit run app.py` to see why.")
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)


def _healthy(url: str) -> bool:
    try:
        with urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _sit_down(page: Any, url: str) -> None:
    page.goto(f"{url}/curate")
    page.get_by_label("Your name").fill("bench")
    page.keyboard.press("Enter")
    page.locator("[data-at=card]").wait_for()
    page.evaluate(WATCH)
    time.sleep(1)


def _press(page: Any, apart: float) -> None:
    due = time.monotonic()
    for _ in range(KEYS):
        time.sleep(max(0.0, due - time.monotonic()))
        page.keyboard.press("k")
        due += apart
    time.sleep(1)


def _said(what: str, milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"{what}: {median(ordered):.1f} ms median, {p95:.1f} ms p95 ({len(ordered)} keys)"
