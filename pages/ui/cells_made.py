"""The cells there are: what was made of the samples, and the way to the desk."""

from itertools import groupby

import streamlit as st

from curation.records import CellProgress
from data.jobs import jobs
from pages.ui.desk.desk import CELL
from pages.ui.guard import guarded
from pages.ui.perturbation_words import severity_said, words
from pages.ui.session import store, workspace


def draw_cells() -> None:
    """A box for each data set split, a line for each of its cells; followed live while candidates are being made."""
    making = any(job.kind == "candidates" and not job.ended for job in jobs(workspace()))
    st.fragment(_draw, run_every="3s" if making else None)()


@guarded
def _draw() -> None:
    cells = sorted(store().cells(), key=lambda progress: progress.cell)
    if not cells:
        return
    st.header("Cells to curate")
    st.caption("Not applicable: samples of which the perturbation can make nothing.")
    for (dataset, split), group in groupby(cells, key=lambda progress: (progress.cell.dataset, progress.cell.split)):
        with st.container(border=True, gap="xxsmall"):
            st.text(f"{dataset} ({split})")
            for progress in group:
                _draw_cell(progress)


def _draw_cell(progress: CellProgress) -> None:
    cell = progress.cell
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{words(cell.perturbation)}, {severity_said(cell.severity)}", width=190)
        st.caption(in_words(progress), width="stretch")
        if st.button("Curate", key=f"curate-{cell.id}", type="tertiary", icon=":material/arrow_forward:"):
            st.session_state[CELL] = cell.id
            st.switch_page("pages/curate.py")


def in_words(progress: CellProgress) -> str:
    """ "1,204 candidates · 96 not applicable · 20 of 200 collected"."""
    return (
        f"{progress.candidates:,} candidates · {progress.not_applicable:,} not applicable · "
        f"{progress.collected} of {progress.quota} collected"
    )
