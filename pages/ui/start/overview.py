"""What is under way and what the workspace holds, in a few lines, each of which leads to its page."""

from collections.abc import Sequence

import streamlit as st

from core.records import DatasetCard
from core.so_many import so_many
from curation.records import CellProgress
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.jobs import draw_job
from pages.ui.shared.link_rows import STYLE, draw_link_row

MOST_CELLS = 6
MOST_JOBS = 3


def jobs_to_show(known: Sequence[JobStatus]) -> list[JobStatus]:
    """The jobs at work, at most three; while none is, the last one if it ended before it was done."""
    working = [job for job in known if not job.ended]
    stopped = [job for job in known[:1] if job.ended and job.state is not JobState.DONE]
    return (working or stopped)[:MOST_JOBS]


def cells_to_show(cells: Sequence[CellProgress]) -> list[CellProgress]:
    """The cells whose quota is open, those nearest to it first."""
    return sorted((cell for cell in cells if not cell.closed), key=lambda cell: -cell.collected / cell.quota)


def draw_overview(cells: Sequence[CellProgress], known: Sequence[JobStatus], cards: Sequence[DatasetCard]) -> None:
    """Jobs, then cells beside data sets."""
    st.html(STYLE)
    if shown := jobs_to_show(known):
        st.header("Under way" if not shown[0].ended else "Stopped")
        for job in shown:
            draw_job(job.id)
    open_cells = cells_to_show(cells)
    left, right = st.columns(2, gap="large") if open_cells else (None, st.container())
    if left:
        with left:
            _draw_cells(open_cells)
    with right:
        _draw_datasets(cards)


def _draw_cells(cells: Sequence[CellProgress]) -> None:
    st.header("In curation")
    with st.container(gap="xxsmall"):
        for progress in cells[:MOST_CELLS]:
            cell, said = progress.cell, f"{progress.collected} of {progress.quota}"
            draw_link_row(f"cell-{cell.id}", "curate", str(cell), said, {OPEN: cell.id})
    more = len(cells) - MOST_CELLS
    label = f"{more} more" if more > 0 else "Progress and downloads"
    st.page_link("pages/progress.py", label=label, icon=":material/arrow_forward:")


def _draw_datasets(cards: Sequence[DatasetCard]) -> None:
    st.header("Data sets")
    with st.container(gap="xxsmall"):
        for card in cards:
            said = so_many(sum(split.samples for split in card.splits), "sample")
            task, ours = card.task.replace("-", " "), ", demo" if card.ours else ""
            draw_link_row(f"set-{card.name}", "datasets", card.name, f"{task}{ours} · {said}", {OPEN: card.name})
    st.page_link("pages/datasets.py", label="Import a file, or see the catalogue", icon=":material/arrow_forward:")
