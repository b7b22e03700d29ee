"""Which cell the desk shows: its id in the session and in the desk's address."""

import streamlit as st

from core.records import Cell

CELL = "cell"
OPEN = "open"  # asks the desk for a cell once, whatever the session chose before


def curate_cell(cell: Cell) -> None:
    """Leave this page for the desk, opened on the cell."""
    st.session_state[CELL] = cell.id
    st.switch_page("pages/curate.py")


def draw_desk_link(cell: Cell, label: str) -> None:
    """A link to the desk, opened on the cell."""
    st.page_link("pages/curate.py", label=label, query_params={OPEN: cell.id})
