"""The cell to go on with: in words, and as the button that leads to it."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core.records import Cell
from curation.reach import next_cell
from curation.records import CellProgress
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words


def among(cell: Cell, cells: Sequence[CellProgress]) -> str:
    """ "negation, PPS 2", with the data set and split where these cells are of several."""
    several = len({(progress.cell.dataset, progress.cell.split) for progress in cells}) > 1
    return f"{condition_in_words(cell.condition)}{f' ({cell.dataset}, {cell.split})' * several}"


def draw_next_cell(cells: Sequence[CellProgress], first: bool = True) -> None:
    """A button that goes on with the cell nearest to its quota; nothing where none has something to judge. It is the
    `first` thing to do, or beside another."""
    nearest = next_cell(cells)
    kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
    if nearest and st.button(f"Curate {literally(among(nearest.cell, cells))}", type=kind, key="next"):
        st.switch_page("pages/curate.py", query_params={OPEN: nearest.cell.id})
