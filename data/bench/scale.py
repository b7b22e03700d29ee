"""A grid as large as Romero's, and larger: memory to score it, and the first paint of its heatmap."""

import resource
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pyarrow as pa

from core.identity import content_id
from core.perturbations.conditions import paper_conditions
from core.rules import Rules
from core.whole_papers import whole_paper
from data.bench.app import MEBIBYTE
from data.bench.browser import VIEWPORT, chromium, running_app
from data.bench.output import Out
from data.runs.files import PREDICTIONS, RunCard, RunCell, RunModel, predictions_path, write_card
from data.runs.scores import scores
from data.tables import write_parquet
from data.workspace import Workspace

ROWS = {"cola": 1_063, "hsol": 4_957, "mnli": 9_796, "sst2": 1_821, "paws": 8_000}  # that Romero 2023 evaluated
LABELS = ("no", "yes")
KEPT = 0.9  # of the predictions are those of before
PLAN = "romero-bench"
DRAWN = ("h1", ".bars .point")


def run(out: Out = print, predictions: int = 4_000_000) -> None:
    """Write the five runs of Romero's grid with so many predictions in all, score them, and open Heatmaps on them."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        written = write_grid(workspace, predictions)
        cells = sum(len(card.cells) * len(card.models) for card in written)
        out(f"  {sum(map(_predictions, written)):,} predictions in {cells:,} cells of {len(written)} runs")
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
    worked = time.process_time()
    scores(workspace, written[-1].id)
    out(f"  one run scored from what was counted: {time.process_time() - worked:.2f} s of work")


def _worked(process: psutil.Process) -> float:
    """The processor's seconds that the process and its threads have had."""
    times = process.cpu_times()
    return float(times.user + times.system)


def write_grid(workspace: Workspace, predictions: int) -> list[RunCard]:
    """A run for each data set, finished a minute ago, with the thesis's models and cells; rows in its proportions."""
    whole = whole_paper("romero")
    conditions = paper_conditions(whole.paper, Rules.OURS)
    share = predictions / (len(whole.models) * (1 + len(conditions)) * sum(ROWS.values()))
    models = tuple(RunModel(m.name, m.path, content_id(m.name), 0.9, 1_000, 0) for m in whole.models)
    cards = []
    for name, rows in ROWS.items():
        samples = max(1, round(rows * share))
        card = RunCard(
            f"20260101-000000-{name}", f"{whole.paper.short} on {name}", name, "test", "train", LABELS, samples, 0,
            "none", models, tuple(RunCell(*condition, samples) for condition in conditions),
            datetime.now(UTC).isoformat(), 60.0, True, {}, plan=PLAN,
        )  # fmt: skip
        _write_run(workspace.runs / card.id, card)
        cards.append(card)
    return cards


def _write_run(folder: Path, card: RunCard) -> None:
    folder.mkdir()
    random = np.random.default_rng(card.samples)
    ids = [content_id(card.dataset, str(n)) for n in range(card.samples)]
    gold = random.integers(0, 2, card.samples)
    for model in card.models:
        before = np.where(random.random(card.samples) < KEPT, gold, 1 - gold)
        write_parquet(predictions_path(folder, model, None), _table(ids, [""] * len(ids), gold, before))
        for cell in card.cells:
            after = np.where(random.random(card.samples) < KEPT, before, 1 - before)
            variants = [f"{n:020x}" for n in random.integers(0, 2**62, card.samples)]
            write_parquet(predictions_path(folder, model, card.cell(cell)), _table(ids, variants, gold, after))
    write_card(folder, card)


def _table(ids: list[str], variants: list[str], gold: "np.ndarray", labels: "np.ndarray") -> pa.Table:
    likely = [[0.75, 0.25] if label == 0 else [0.25, 0.75] for label in labels]
    columns = [variants, ids, [LABELS[n] for n in gold], [LABELS[n] for n in labels], likely]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, PREDICTIONS, strict=True)]
    return pa.Table.from_arrays(arrays, schema=PREDICTIONS)


def _predictions(card: RunCard) -> int:
    return card.samples * len(card.models) * (1 + len(card.cells))


def _peak() -> float:
    """The most memory that this process ever held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
