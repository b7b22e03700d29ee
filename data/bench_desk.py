"""How fast the review desk is, in Chromium, on the running app: key to next sample painted, and to acknowledged."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from core.records import Candidate, Cell, FieldRewrite, Hint
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.bench_browser import chromium, running_app
from data.journal import read_journal
from data.tables import candidates_table, hints_table, write_parquet
from data.workspace import Workspace

KEYS = 60
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
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        _fill(workspace)
        with running_app(workspace) as app, chromium() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            _sit_down(page, app.url)
            _press(page, 0.4)
            out(_said("key to next sample painted", page.evaluate("painted")))
            out(_said("key to acknowledged", page.evaluate("acknowledged")))
            before = len(list(read_journal(workspace.journal)))
            _press(page, 0.06)
            page.get_by_text("✓ saved").wait_for()
            out(_said(f"the same in a burst of {KEYS} keys 60 ms apart", page.evaluate("painted")[-KEYS:]))
            stored = [d.candidate_id for d in read_journal(workspace.journal)][before:]
            out(f"stored of that burst: {len(stored)}, of them different samples: {len(set(stored))}")


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
