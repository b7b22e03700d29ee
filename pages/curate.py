"""Curate: look at one perturbed sample after another and say what becomes of it."""

import streamlit as st

from core.records import Cell
from curation.records import CellProgress
from data.jobs import jobs
from pages.ui.desk.desk import CELL, desk
from pages.ui.guard import guarded
from pages.ui.session import annotator, known_annotator, store, workspace


@st.fragment(run_every=2)
@guarded
def wait_for_candidates() -> None:
    """Nothing to look at yet: say what is under way, and begin as soon as there is something."""
    if store().cells():
        st.rerun()
    making = [job for job in jobs(workspace()) if job.kind == "candidates" and not job.ended]
    if making:
        st.info(f"Samples are being made ({making[0].title}). They appear here as soon as the first are there.")
        return
    st.info("There is nothing to look at yet, for no samples have been prepared.")
    st.page_link("pages/prepare.py", label="Prepare samples", icon=":material/arrow_forward:")


def chosen(cells: list[CellProgress]) -> Cell:
    """The cell last asked for, here or in the address; the first with something left to do otherwise."""
    known = {p.cell.id: p.cell for p in cells}
    asked = (st.session_state.get(CELL), st.query_params.get(CELL))
    left = (p.cell.id for p in cells if not p.closed and p.waiting)
    id_ = next((id_ for id_ in (*asked, *left) if id_ in known), cells[0].cell.id)
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
