"""How fast the review desk is, in Chromium, on the running app: key to next sample painted, and to acknowledged."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.records import Cell, Decision
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.append_log import AppendLog
from data.workspace import Workspace
from tools.bench.browser import VIEWPORT, chromium, running_app, sign_in
from tools.bench.output import Out, milliseconds
from tools.bench.paint import PAINTED, empty_page, painted
from tools.candidates import hand_in_rewrites

KEYS, CANDIDATES = 60, 400
SLOWLY, FAST = 0.4, 0.06  # seconds between two keys
CELL = Cell("bench", "test", "negation", pps(1))
ACKNOWLEDGED = """() => {
  window.acknowledged = []
  addEventListener("keydown", event => {
    const began = event.timeStamp
    const roots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map(host => host.shadowRoot)
    const saved = roots.map(root => root.querySelector("[data-at=saved]")).find(Boolean)
    const wait = () => saved.textContent.includes("✓")
      ? acknowledged.push(performance.now() - began) : setTimeout(wait, 2)
    setTimeout(wait)
  }, true)
}"""


def run(out: Out = print) -> None:
    """Start the app on a workspace of its own, press keys, and print what was measured, beside an empty page's paint.

    Raises MissingResource when Playwright is not installed and BadInput when the app does not start.
    """
    out(f"  {'':48} {'median':>9} {'p95':>9}")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        hand_in_rewrites(workspace, CELL, _rewrites(), "thing")
        with running_app(workspace) as app, chromium() as browser:
            empty = empty_page(browser)
            desk = browser.new_page(viewport=VIEWPORT)
            _open_desk(desk, app.url)
            _press([desk, empty], SLOWLY)
            out(milliseconds("key to next sample painted", painted(desk), "keys"))
            out(milliseconds("key to an empty page painted, in turn with it", painted(empty), "keys"))
            out(milliseconds("key to acknowledged", desk.evaluate("acknowledged"), "keys"))
            _measure_burst(desk, empty, workspace, out)


def _measure_burst(desk: Any, empty: Any, workspace: Workspace, out: Out) -> None:
    """Keys faster than a person's: how soon each sample is painted, and whether each decision is stored once."""
    before = len(list(AppendLog(workspace.journal, Decision).read()))
    for page in (empty, desk):
        _press([page], FAST)
    desk.get_by_text("✓ saved").wait_for()
    apart = f"{KEYS} keys {1000 * FAST:.0f} ms apart"
    out(milliseconds(f"a burst of {apart}", painted(desk)[KEYS:], "keys"))
    out(milliseconds("the same burst on the empty page", painted(empty)[KEYS:], "keys"))
    stored = [decision.candidate_id for decision in AppendLog(workspace.journal, Decision).read()][before:]
    out(f"  stored of that burst: {len(stored)}, of them different samples: {len(set(stored))}")


def _rewrites() -> Iterator[Rewrite]:
    for number in range(CANDIDATES):
        yield Rewrite.of(f"What is the name of the river number {number} in the north?", [Piece(8, 8, "not ")])


def _open_desk(page: Any, url: str) -> None:
    sign_in(page, url, "bench")
    page.evaluate(PAINTED)
    page.evaluate(ACKNOWLEDGED)
    time.sleep(1)


def _press(pages: Sequence[Any], apart: float) -> None:
    """Keys that keep the label, so many on each page, in turn: each page gets one every so many seconds."""
    due = time.monotonic()
    for _ in range(KEYS):
        for page in pages:
            time.sleep(max(0.0, due - time.monotonic()))
            page.keyboard.press("k")
            due += apart / len(pages)
    time.sleep(1)
