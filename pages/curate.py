"""Curate: judge one perturbed sample after another: keep, relabel or discard."""

import streamlit as st

from core.records import Cell
from curation.records import CellProgress
from data.jobs.jobs import jobs
from pages.ui.desk.desk import desk
from pages.ui.shared.cell_choice import CELL, OPEN
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import may_see
from pages.ui.shell.session import annotator, known_annotator, store, workspace


@st.fragment(run_every=2)
@guarded
def wait_for_candidates() -> None:
    """Nothing to curate yet: say what is being made, and start as soon as there is something."""
    if store().cells():
        st.rerun()
    making = [job for job in jobs(workspace()) if job.kind == "candidates" and not job.ended]
    if making:
        st.info(f"Candidates are being made ({making[0].title}). The first ones appear here within seconds.")
        return
    if not may_see("prepare"):
        st.info("There is nothing to curate yet: a researcher prepares the samples. This page then goes on by itself.")
        return
    st.info("There is nothing to curate yet: no samples have been prepared.")
    st.page_link("pages/prepare.py", label="Prepare samples", icon=":material/arrow_forward:")


def chosen(cells: list[CellProgress]) -> Cell:
    """The cell a link asks for, else the one chosen last, here or in the address, else the first that is not done."""
    known = {p.cell.id: p.cell for p in cells}
    requested = (st.query_params.pop(OPEN, None), st.session_state.get(CELL), st.query_params.get(CELL))
    left = (p.cell.id for p in cells if p.open)
    id_ = next((id_ for id_ in (*requested, *left) if id_ in known), cells[0].cell.id)
    st.session_state[CELL] = st.query_params[CELL] = id_
    return known[id_]


cells = store().cells()
if not cells or not known_annotator():
    st.title("Curate")
who = annotator()
if cells:
    desk(chosen(cells), who)
else:
    wait_for_candidates()
