"""A grid on the page: the figure, scrolling sideways where the screen is narrow, and a cell to open."""

import streamlit as st

from pages.ui.downloads import CONFIG, draw_downloads
from pages.ui.grid import UNTOUCHED, Grid, GridCell
from pages.ui.guard import guarded
from pages.ui.heatmap import heatmap
from pages.ui.heatmap_layout import narrowest, width


def draw(grid: Grid, key: str, chosen: GridCell | None = None, selectable: bool = False) -> None:
    """Draw the grid and the buttons that download it; a click on a cell of a selectable grid opens it."""
    frame = f"{key}-frame"
    st.html(f"<style>.st-key-{frame}{{overflow-x:auto}}.st-key-{frame}>div{{min-width:{narrowest(grid)}px}}</style>")
    figure = heatmap(grid, st.context.theme.type == "dark", chosen)
    with st.container(key=frame, width=width(grid)):
        if selectable:
            opened = guarded(lambda: _open_clicked(grid, key))
            st.plotly_chart(figure, theme=None, key=key, config=CONFIG, on_select=opened, selection_mode="points")
        else:
            st.plotly_chart(figure, theme=None, key=key, config=CONFIG)
    draw_downloads(grid, key, frame)


def choose_cell(grid: Grid, key: str) -> GridCell | None:
    """Two selectors that open a cell without a mouse; they also show which cell a click opened."""
    rows = [row.full for row in grid.rows if row != UNTOUCHED]
    left, right = st.columns(2)
    row = left.selectbox("Perturbation", rows, index=None, placeholder="Choose …", key=f"{key}-row")
    only = 0 if len(grid.columns) == 1 else None
    column = right.selectbox("Model", grid.columns, index=only, placeholder="Choose …", key=f"{key}-column")
    return _cell(grid, row, column)


def chosen_cell(grid: Grid, key: str) -> GridCell | None:
    """The cell the selectors stand on, before they are drawn."""
    return _cell(grid, st.session_state.get(f"{key}-row"), st.session_state.get(f"{key}-column"))


def _cell(grid: Grid, full: str | None, column: str | None) -> GridCell | None:
    row = grid.row(full) if full else None
    return grid.find(row.key, column) if row and column else None


def _open_clicked(grid: Grid, key: str) -> None:
    points = st.session_state[key].selection.points
    if not points:
        return
    perturbation, severity, column = points[0]["customdata"]
    cell = grid.find((perturbation, severity), column)
    if cell and cell.row != UNTOUCHED:
        st.session_state[f"{key}-row"], st.session_state[f"{key}-column"] = cell.row.full, column
