"""The app as a whole: first paint of its pages, and the memory it holds with 100,000 samples."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.workspace import Workspace
from tools.bench.browser import VIEWPORT, RunningApp, chromium, running_app
from tools.bench.output import Out, resident

SAMPLES = 100_000
PAGES = (  # what has been drawn when it is there
    ("", "h1"),
    ("datasets", "[data-testid=stDataFrame]"),
    ("perturbations", "[data-testid=stExpander]"),
    ("playground", ".fl-play ins"),
    ("prepare", "button:has-text('Make candidates')"),
    ("curate", "input"),
    ("progress", "h2"),
    ("evaluate", ".st-key-evaluate-start button"),
    ("heatmaps", ".bars .point"),
)


def run(out: Out = print) -> None:
    """Open every page of the app in a fresh browser profile, the first of them right after the app's start."""
    out(f"  {'page':16} first paint")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        save_dataset(workspace, DatasetCard("many", Task.CLASSIFICATION, ("a", "b"), ("text",), {}), _samples())
        with running_app(workspace) as app, chromium() as browser:
            for path, selector in PAGES:
                out(f"  {path or 'the start page':16} {_first_paint(browser, app, path, selector):9.1f} s")
            out(f"  resident with {SAMPLES:,} samples, every page opened: {resident(app.pid):.0f} MiB")


def _samples() -> Iterator[Sample]:
    for n in range(SAMPLES):
        text = f"Sentence number {n} is neither long nor short, and it says that nothing is new."
        yield Sample("many", "test" if n % 5 == 0 else "train", (TextField("text", text),), "ab"[n % 2])


def _first_paint(browser: Any, app: RunningApp, path: str, selector: str) -> float:
    """Seconds from asking for the page until what it is for is on the screen, with nothing in the browser's cache."""
    context = browser.new_context(viewport=VIEWPORT)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(f"{app.url}/{path}")
    page.locator(selector).first.wait_for(state="attached")
    seconds = time.perf_counter() - began
    context.close()
    return seconds
