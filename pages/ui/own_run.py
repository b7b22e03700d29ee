"""A run of one's own: which, by what metric, on all perturbed samples or on those people kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import streamlit as st

from core.records import CuratedSample, Score
from core.severity import Severity
from data.run_files import RunCard
from data.runs import Flip, flips, runs, scores
from data.workspace import Workspace
from pages.ui.chart import choose_cell, chosen_cell, draw
from pages.ui.flips import draw_flips
from pages.ui.grid import Grid, GridCell
from pages.ui.run_grids import Metric, run_grid
from pages.ui.session import store, workspace

ALL, KEPT = "All samples", "Only those people kept"
KEY = "own"


@dataclass(frozen=True, slots=True)
class OwnRun:
    """What was chosen. `curated` is None when every perturbed sample counts."""

    run: RunCard
    metric: Metric
    curated: Mapping[str, CuratedSample] | None
    grid: Grid


def choose_run(metrics: Sequence[Metric] = tuple(Metric)) -> OwnRun | None:
    """The run people ask for, by one of these metrics; None, with a word on what to do, while there is none."""
    there = {run.id: run for run in runs(workspace())}
    if not there:
        st.info("You have no runs yet: evaluate models on a data set, and their heatmap appears here.")
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return None
    left, right = st.columns([3, 2])
    run = there[left.selectbox("Run", tuple(there), format_func=lambda id_: named(there[id_]), key="own-run")]
    metric = right.selectbox("Metric", metrics, key=f"own-metric-{len(metrics)}")
    asked = st.segmented_control("Samples", (ALL, KEPT), default=ALL, key="own-samples")
    curated = store().curated_all() if asked == KEPT else None
    found = _scored(str(workspace().root), run.id, _state(run, curated), curated)
    title = f"{run.title} (demo data, ours)" if run.ours else run.title
    grid = run_grid(title, found, metric, curated is not None)
    return OwnRun(run, metric, curated, grid)


def named(run: RunCard) -> str:
    """A run as the selector names it: "TREC: MiniLM, CNN · 21 Nov 14:05"."""
    when = datetime.fromisoformat(run.started)
    return f"{run.title} · {when:%d %b %H:%M}{'' if run.finished else ' · not finished'}"


def draw_run(own: OwnRun) -> None:
    """The run's heatmap; selecting a cell lists its flips below."""
    draw(own.grid, KEY, chosen_cell(own.grid, KEY), selectable=True)


def draw_cell(own: OwnRun) -> None:
    """The selectors of a cell, and the samples of the chosen one whose prediction flipped."""
    st.subheader("Which predictions flipped?")
    st.caption("Select a cell in your heatmap, or choose it here.")
    if cell := choose_cell(own.grid, KEY):
        draw_flips(_flips(own, cell), f"flips-{own.run.id}-{cell.row.full}-{cell.column}")


def _flips(own: OwnRun, cell: GridCell) -> list[Flip]:
    perturbation, severity = cell.row.key
    return flips(workspace(), own.run.id, cell.column, perturbation, Severity.parse(severity), own.curated)


def _state(run: RunCard, curated: Mapping[str, CuratedSample] | None) -> tuple[float, int]:
    """What scores depend on: the run's newest file, and what people made of the samples."""
    written = max(path.stat().st_mtime for path in (workspace().runs / run.id).iterdir())
    if curated is None:
        return written, 0
    return written, hash(frozenset((sample.candidate_id, sample.label) for sample in curated.values())) or 1


@st.cache_data(max_entries=16, show_spinner="Scoring …")
def _scored(
    root: str, run_id: str, state: tuple[float, int], _curated: Mapping[str, CuratedSample] | None
) -> list[Score]:
    """The run's scores, made again only when `state` is another; `_curated` is told apart by it."""
    return scores(Workspace(Path(root)), run_id, _curated)
