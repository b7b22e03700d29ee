"""A heatmap on the page: what it asks, the figure, the same figures as a table, and a cell to open."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil, isnan
from time import sleep
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.runs.address import from_address, to_address
from pages.ui.runs.heatmap.downloads import draw_downloads
from pages.ui.runs.heatmap.early import early_drawing
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.figures_table import draw_figures
from pages.ui.runs.heatmap.heatmap import ORIGINAL, SHARE_NOTE, SPAN_NOTE, Heatmap, HeatmapCell
from pages.ui.runs.heatmap.layout import as_wide, narrowest, widest
from pages.ui.runs.heatmap.order import arranged
from pages.ui.runs.ink import CONFIG
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded

SHOWN = "heatmap-shown"
PAGE = 848  # pixels of a page beside the navigation of a small laptop
PAUSE = 0.1  # seconds: a few frames of a slow screen


def draw(
    heatmap: Heatmap,
    key: str,
    opens: Heatmap | None = None,
    intervals: bool = False,
    small: bool = False,
    below: DeltaGenerator | None = None,
) -> DeltaGenerator:
    """Draw the heatmap, its table and its downloads; what comes back is a place for a line under its title.

    A click on a cell opens it, if it is a cell of the heatmap that it `opens`: this one, or a part of it.
    Its heading is `small` where it stands under another one. The table and the downloads stand `below`.

    A figure of several parts that is wider than a page has its parts in several lines. It scrolls sideways where the
    screen is narrow.
    """
    if intervals:
        heatmap = replace(heatmap, subtitle=heatmap.subtitle.replace(SHARE_NOTE, f"{SPAN_NOTE} {SHARE_NOTE}"))
    (st.subheader if small else st.header)(heatmap.headed)
    st.caption(literally(heatmap.of))
    under_title = st.empty()
    lines = lines_of(heatmap)
    keys = [key, *(f"{key}-{n}" for n in range(2, len(lines) + 1))]
    if max(map(narrowest, lines)) > PAGE:
        st.caption(":material/swipe: Scroll the figure sideways to see all of it.")
    chosen = chosen_cell(opens, key) if opens else None
    places = [_place(line, each, lines[0], chosen, intervals) for line, each in zip(lines, keys, strict=True)]
    if notes := heatmap.notes:
        st.caption(literally(notes))
    with below or st.container():
        with st.expander("Table"):
            draw_figures(heatmap)
        draw_downloads(heatmap, key, intervals, whole=len(lines) == 1)
    alt = f"{heatmap.title} {heatmap.subtitle} The table below has the same values."
    options: dict[str, Any] = {"theme": None, "config": CONFIG, "alt": alt}
    _let_read()
    for (place, figure), each in zip(places, keys, strict=True):
        if opens:
            opened = guarded(partial(_open_clicked, opens, key, each))
            place.plotly_chart(figure, key=each, on_select=opened, selection_mode="points", **options)
        else:
            place.plotly_chart(figure, key=each, **options)
    return under_title


def lines_of(heatmap: Heatmap) -> list[Heatmap]:
    """The heatmap, or where it is wider than a page its parts in as few lines as fit, as many in each."""
    for lines in range(1, len(heatmap.parts) + 1):
        each = ceil(len(heatmap.parts) / lines)
        parts = [heatmap.parts[at : at + each] for at in range(0, len(heatmap.parts), each)]
        heatmaps = [_only(heatmap, some) for some in parts] if lines > 1 else [heatmap]
        if max(map(narrowest, heatmaps)) <= PAGE:
            break
    return heatmaps


def _only(heatmap: Heatmap, parts: Sequence[str]) -> Heatmap:
    """The heatmap of these parts, with the rows that they have."""
    facets = {column: facet for column, facet in heatmap.facets.items() if facet.title in parts}
    cells = tuple(cell for cell in heatmap.cells if cell.column in facets)
    return arranged(replace(heatmap, cells=cells, facets=facets))


def _place(
    heatmap: Heatmap, key: str, first: Heatmap, chosen: HeatmapCell | None, intervals: bool
) -> tuple[DeltaGenerator, Any]:
    """Where the figure will stand, drawn early, and the figure; it is a line of one that has `first` above it."""
    frame = f"{key}-frame"
    style = f".st-key-{frame}.st-key-{frame}{{overflow-x:auto;max-width:{as_wide(heatmap, first)}}}"
    st.html(f"<style>{style}.st-key-{frame}>div{{min-width:{narrowest(heatmap)}px}}</style>")
    here = heatmap.find(chosen.row.key, chosen.column) if chosen else None
    figure = plotly_figure(heatmap, st.context.theme.type == "dark", here, intervals)
    with st.container(key=frame, width=widest(heatmap)):
        st.container(key=f"{frame}-early").html(early_drawing(figure, frame))
        return st.empty(), figure


def _let_read() -> None:
    """Let the browser show what it has before Plotly comes, once a visit: loading that, it does nothing else."""
    if SHOWN not in st.session_state:
        st.session_state[SHOWN] = True
        sleep(PAUSE)


def choose_cell(heatmap: Heatmap, key: str) -> HeatmapCell | None:
    """Two selectors that open a cell without a mouse; they also show which cell a click opened."""
    rows = [row.full for row in heatmap.rows if row != ORIGINAL]
    left, right = st.columns(2)
    options: dict[str, Any] = {"index": None, "placeholder": "Choose …", "persist_state": "session"}
    row = left.selectbox("Perturbation", rows, key=f"{key}-row", **options)
    column = right.selectbox("Model", heatmap.columns, key=f"{key}-column", **options)
    chosen = heatmap.row(row) if row else None
    to_address("perturbation", "@".join(chosen.key) if chosen else "")
    to_address("model", column or "")
    return _cell(heatmap, row, column)


def chosen_cell(heatmap: Heatmap, key: str, usual: HeatmapCell | None = None) -> HeatmapCell | None:
    """The cell the selectors stand on, or the address asks for, before they are drawn; at first the usual one."""
    rows = {"": None} | {"@".join(row.key): row.full for row in heatmap.rows if row != ORIGINAL}
    columns = {"": None} | {column: column for column in heatmap.columns}
    for name, choices in (("row", rows), ("column", columns)):
        if st.session_state.get(f"{key}-{name}") not in choices.values():  # of another heatmap: both begin anew
            st.session_state.pop(f"{key}-row", None)
            st.session_state.pop(f"{key}-column", None)
    only = heatmap.columns[0] if len(heatmap.columns) == 1 else None
    from_address("perturbation", f"{key}-row", rows, usual.row.full if usual else None)
    from_address("model", f"{key}-column", columns, usual.column if usual else only)
    return _cell(heatmap, st.session_state.get(f"{key}-row"), st.session_state.get(f"{key}-column"))


def worst_cell(heatmap: Heatmap) -> HeatmapCell | None:
    """The worst of its cells that are not hatched, or of all; None where no perturbed text has a figure."""
    scored = [cell for cell in heatmap.cells if cell.row != ORIGINAL and not isnan(cell.value)]
    return min(scored, key=lambda cell: (cell.weak, (heatmap.scale.better or 1) * cell.value), default=None)


def _cell(heatmap: Heatmap, full: str | None, column: str | None) -> HeatmapCell | None:
    row = heatmap.row(full) if full else None
    return heatmap.find(row.key, column) if row and column else None


def _open_clicked(heatmap: Heatmap, key: str, clicked: str) -> None:
    points = st.session_state[clicked].selection.points
    if not points:
        return
    perturbation, severity, column = points[0]["customdata"]
    cell = heatmap.find((perturbation, severity), column)
    if cell and cell.row != ORIGINAL:
        st.session_state[f"{key}-row"], st.session_state[f"{key}-column"] = cell.row.full, column
