"""A grid as large as Romero's, and larger: memory to score it, and the first paint of its heatmap."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from data.runs.files import RunCard
from data.runs.scores import scores
from data.workspace import Workspace
from tools.bench.browser import VIEWPORT, RunningApp, chromium, running_app
from tools.bench.output import Out, peak, resident
from tools.bench.scale.grid import predictions_of_run, write_grid

TIMES = 5  # each, in turn; the median is printed
PLAIN = """import plotly.graph_objects as go
import streamlit as st

st.title("Plain")
st.plotly_chart(go.Figure(go.Heatmap(z=[[1, 2], [3, 4]])))
"""


def run(out: Out = print, predictions: int = 4_000_000) -> None:
    """Write the five runs of Romero's grid with so many predictions in all, score them, and open Heatmaps on them."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        written = write_grid(workspace, predictions)
        cells = sum(len(card.cells) * len(card.models) for card in written)
        out(f"  {sum(map(predictions_of_run, written)):,} predictions in {cells:,} cells of {len(written)} runs")
        _score(out, workspace, written)
        plain = Path(folder) / "plain.py"
        plain.write_text(PLAIN, encoding="utf-8")
        with (
            running_app(workspace) as app,
            running_app(workspace, script=plain) as peer,
            chromium() as browser,
        ):
            mine = f"/heatmaps?view=Heatmap&of=mine&run={written[-1].id}"
            places = {
                "the run's heatmap": (app, mine, "i.cell", ".bars .point"),
                "Streamlit, 2 x 2 cells": (peer, "", ".hm", ".hm"),
            }
            first = {what: _paint(browser.new_context(viewport=VIEWPORT), *place) for what, place in places.items()}
            context = browser.new_context(viewport=VIEWPORT)
            for place in places.values():
                _paint(context, *place)  # the browser has everything now
            later = [{what: _paint(context, *place) for what, place in places.items()} for _ in range(TIMES)]
            for what in places:
                out(f"  {what:24} first visit: {first[what]}")
            for what in places:
                out(f"  {what:24} later: {Paint.median([paints[what] for paints in later])}")
            out(f"  the app is resident with {resident(app.pid):,.0f} MiB")


@dataclass(frozen=True, slots=True)
class Paint:
    """Seconds until a new tab had the page's title, its figures to read, its heatmap to click on, and that the app's
    process worked meanwhile.
    """

    title: float
    figures: float
    heatmap: float
    work: float

    @classmethod
    def median(cls, paints: "Sequence[Paint]") -> "Paint":
        """The median of each."""
        return cls(
            median(paint.title for paint in paints),
            median(paint.figures for paint in paints),
            median(paint.heatmap for paint in paints),
            median(paint.work for paint in paints),
        )

    def __str__(self) -> str:
        seen = f"title {self.title:4.1f} s, figures {self.figures:4.1f} s, Plotly {self.heatmap:4.1f} s"
        return f"{seen}, the app's work {self.work:4.1f} s"


def _paint(context: Any, app: RunningApp, place: str, figures: str, heatmap: str) -> Paint:
    """Open a new tab of this place and wait for its title, its figures and its heatmap."""
    process = psutil.Process(app.pid)
    page, worked, began = context.new_page(), _cpu_seconds(process), time.perf_counter()
    page.goto(f"{app.url}{place}")
    times = []
    for selector in ("h1", figures, heatmap):
        page.locator(selector).first.wait_for(state="attached")
        times.append(time.perf_counter() - began)
    page.close()
    return Paint(times[0], times[1], times[2], _cpu_seconds(process) - worked)


def _score(out: Out, workspace: Workspace, written: Sequence[RunCard]) -> None:
    began, worked = time.perf_counter(), time.process_time()
    for card in written:
        scores(workspace, card.id)
    spent = f"{time.perf_counter() - began:.1f} s, {time.process_time() - worked:.1f} s of it work"
    out(f"  scored from their predictions: {spent}; at most {peak():,.0f} MiB of memory")
    for what, only in (("kappa and share alone", ("kappa", "share_perturbed")), ("all its metrics", ())):
        worked = time.process_time()
        scores(workspace, written[-1].id, only=only)
        out(f"  a run scored from what was counted, {what}: {time.process_time() - worked:.2f} s of work")


def _cpu_seconds(process: psutil.Process) -> float:
    """The processor's seconds that the process and its threads have had."""
    times = process.cpu_times()
    return float(times.user + times.system)
