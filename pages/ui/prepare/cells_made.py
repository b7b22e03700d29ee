"""The cells there are: what was made of the samples, and the way to the desk."""

from itertools import groupby

import streamlit as st

from curation.records import CellProgress
from data.jobs.jobs import jobs
from pages.ui.prepare.cell_order import choose_order
from pages.ui.shared.cell_choice import curate_cell
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

NOT_APPLICABLE = "Not applicable: samples in which the perturbation finds nothing to change."


def draw_cells() -> None:
    """A box for each data set split, a line for each of its cells; followed live while candidates are being made."""
    making = any(job.kind == "candidates" and not job.ended for job in jobs(workspace()))
    st.fragment(_draw, run_every="3s" if making else None)()


@guarded
def _draw() -> None:
    cells = sorted(store().cells(), key=lambda progress: progress.cell)
    if not cells:
        return
    st.header("Cells to curate", help=NOT_APPLICABLE)
    st.text(str(store().left(cells)))
    for (dataset, split), group in groupby(cells, key=lambda progress: (progress.cell.dataset, progress.cell.split)):
        with st.container(border=True, gap="xxsmall"):
            st.text(f"{dataset} ({split})")
            for progress in group:
                _draw_cell(progress)


def _draw_cell(progress: CellProgress) -> None:
    cell = progress.cell
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(condition_in_words(cell.perturbation, cell.severity), width=190)
        st.caption(in_words(progress), width="stretch")
        choose_order(cell, progress.order)
        if st.button("Curate", key=f"curate-{cell.id}", type="tertiary", icon=":material/arrow_forward:"):
            curate_cell(cell)


def in_words(progress: CellProgress) -> str:
    """ "1,204 candidates · 96 not applicable · 20 of 200 collected"."""
    return (
        f"{progress.candidates:,} candidates · {progress.not_applicable:,} not applicable · "
        f"{progress.collected} of {progress.quota} collected"
    )
