"""Curate: judge one perturbed sample after another: keep, relabel or discard."""

from datetime import UTC, datetime

import streamlit as st

from core.records import Cell
from curation.reach import next_cell
from curation.records import CellProgress
from pages.ui.desk.desk import desk
from pages.ui.desk.served import NONE, ChosenSamples
from pages.ui.shared.cell_choice import BETWEEN, CELL, MOST_SAMPLES, OPEN, SAMPLES, wait_for_cells
from pages.ui.shell.people import may_see
from pages.ui.shell.session import annotator, known_annotator, store


def chosen(cells: list[CellProgress]) -> Cell:
    """The cell a link asks for, else the one chosen last, here or in the address, else the nearest to its quota."""
    by_id = {p.cell.id: p.cell for p in cells}
    requested = (st.query_params.pop(OPEN, None), st.session_state.get(CELL), st.query_params.get(CELL))
    nearest = next_cell(cells) or cells[0]
    id_ = next((id_ for id_ in requested if id_ in by_id), nearest.cell.id)
    st.session_state[CELL] = st.query_params[CELL] = id_
    return by_id[id_]


def chosen_samples(cell: Cell) -> ChosenSamples:
    """The samples of this cell that a link of somebody who may see all decisions asked for last; others choose none."""
    ids = st.query_params.pop(SAMPLES, "")
    if ids and may_see("progress"):
        some = tuple(ids.split(BETWEEN)[:MOST_SAMPLES])
        st.session_state[SAMPLES] = (cell.id, ChosenSamples(some, datetime.now(UTC)))
    of, samples = st.session_state.get(SAMPLES, ("", NONE))
    return samples if of == cell.id else NONE


cells = store().cells()
if not cells or not known_annotator():
    st.title("Curate")
who = annotator()
if cells:
    cell = chosen(cells)
    desk(cell, who, chosen_samples(cell))
else:
    wait_for_cells()
