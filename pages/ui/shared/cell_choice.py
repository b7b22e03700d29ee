"""Which cell the desk shows: its id in the session and in the desk's address; and what to say while there is none."""

import streamlit as st

from core.records import Cell
from data.jobs.jobs import jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import may_see
from pages.ui.shell.session import store, workspace

CELL = "cell"
OPEN = "open"  # asks the desk for a cell once, whatever the session chose before


def curate_cell(cell: Cell) -> None:
    """Leave this page for the desk, opened on the cell."""
    st.session_state[CELL] = cell.id
    st.switch_page("pages/curate.py")


def draw_desk_link(cell: Cell, label: str) -> None:
    """A link to the desk, opened on the cell."""
    st.page_link("pages/curate.py", label=label, query_params={OPEN: cell.id})


@st.fragment(run_every=2)
@guarded
def wait_for_cells() -> None:
    """Nothing to curate yet: say what is being made, and draw the page again as soon as there is something."""
    if store().cells():
        st.rerun()
    making = [job for job in jobs(workspace()) if job.kind == "candidates" and not job.ended]
    if making:
        st.info(f"Candidates are being made ({literally(making[0].title)}). The first ones appear here within seconds.")
        return
    if not may_see("prepare"):
        st.info("Nothing to curate yet. A researcher prepares the samples; this page then continues by itself.")
        return
    st.info("Nothing to curate yet: no samples are prepared.")
    st.page_link("pages/prepare.py", label="Prepare samples", icon=":material/arrow_forward:")
