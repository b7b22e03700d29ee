"""A grid as large as Romero's, and larger: memory to score it, and the first paint of its heatmap."""

import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from data.bench.app import MEBIBYTE
from data.bench.browser import VIEWPORT, chromium, running_app
from data.bench.output import Out
from data.bench.scale.grid import predictions_of_run, write_grid
from data.runs.files import RunCard
from data.runs.scores import scores
from data.workspace import Workspace

DRAWN = ("h1", ".bars .point")


def run(out: Out = print, predictions: int = 4_000_000) -> None:
    """Write the five runs of Romero's grid with so many predictions in all, score them, and open Heatmaps on them."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        written = write_grid(workspace, predictions)
        cells = sum(len(card.cells) * len(card.models) for card in written)
        out(f"  {sum(map(predictions_of_run, written)):,} predictions in {cells:,} cells of {len(written)} runs")
        _score(out, workspace, written)
        with running_app(workspace) as app, chromium() as browser:
            process = psutil.Process(app.pid)
            for how in ("right after the app's start", "in another browser"):
                context = browser.new_context(viewport=VIEWPORT)
                out(f"  {how:28}{_paint(context, process, app.url, written[-1].id)}")
                out(f"  {'again in the same browser':28}{_paint(context, process, app.url, written[-1].id)}")
                out(f"  {'no run, the thesis instead':28}{_paint(context, process, app.url, '')}")
                context.close()
            out(f"  the app is resident with {process.memory_info().rss / MEBIBYTE:,.0f} MiB")


def _paint(context: Any, process: psutil.Process, url: str, run_id: str) -> str:
    """How long a new tab of Heatmaps took to its title, to its heatmap, and how much of that the app worked."""
    page, worked, began = context.new_page(), _worked(process), time.perf_counter()
    page.goto(f"{url}/heatmaps{f'?view=Mine&run={run_id}' if run_id else ''}")
    times = []
    for drawn in DRAWN:
        page.locator(drawn).first.wait_for(state="attached")
        times.append(time.perf_counter() - began)
    page.close()
    return f"title {times[0]:4.1f} s, heatmap {times[1]:4.1f} s, the app's work {_worked(process) - worked:4.1f} s"


def _score(out: Out, workspace: Workspace, written: Sequence[RunCard]) -> None:
    began, worked = time.perf_counter(), time.process_time()
    for card in written:
        scores(workspace, card.id)
    spent = f"{time.perf_counter() - began:.1f} s, {time.process_time() - worked:.1f} s of it work"
    out(f"  scored from their predictions: {spent}; at most {_peak():,.0f} MiB of memory")
    for what, only in (("kappa and share alone", ("kappa", "share_perturbed")), ("all its metrics", ())):
        worked = time.process_time()
        scores(workspace, written[-1].id, only=only)
        out(f"  a run scored from what was counted, {what}: {time.process_time() - worked:.2f} s of work")


def _worked(process: psutil.Process) -> float:
    """The processor's seconds that the process and its threads have had."""
    times = process.cpu_times()
    return float(times.user + times.system)


def _peak() -> float:
    """The most memory that this process ever held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
