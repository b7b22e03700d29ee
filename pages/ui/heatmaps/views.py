"""The views of the Heatmaps page by their names: a further one is a function, and its line here.

Each is given the row of the views' names, for the controls that say whose figures it shows.
"""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from data.runs.files import RunCard
from pages.ui.heatmaps.arranged.view import draw_all_tasks, draw_several_runs
from pages.ui.heatmaps.choices import choose_mine, choose_published
from pages.ui.heatmaps.compared import draw_compared
from pages.ui.heatmaps.leaderboards.boards import draw_leaderboards
from pages.ui.heatmaps.own_run import KEY, choose_run, draw_cell, draw_run
from pages.ui.heatmaps.severity.view import draw_severity
from pages.ui.heatmaps.worst import draw_worst
from pages.ui.runs.controls import switch
from pages.ui.runs.heatmap.chart import PAGE, chosen_cell, draw, worst_cell
from pages.ui.runs.heatmap.layout import narrowest
from pages.ui.runs.names import name_of_file
from pages.ui.shell.guard import while_admitted
from pages.ui.shell.session import opened_store, workspace


def draw_card_buttons(run: RunCard) -> None:
    """Two buttons that make the card and hand it over, outside the page: nothing may be drawn there."""

    def card(ending: str) -> str:
        from data.reports.card_file import FORMATS
        from data.reports.facts import facts

        return FORMATS[f".{ending}"](facts(workspace(), run.id, progress=opened_store().cells()))

    with st.container(horizontal=True, vertical_alignment="center", key="card-buttons"):
        st.caption("Robustness card", width="content")
        name = name_of_file("card", run.dataset, run.id)
        for label, ending, kind in (("Page", "html", "text/html"), ("Markdown", "md", "text/markdown")):
            made = while_admitted(partial(card, ending))
            st.download_button(label, made, f"{name}.{ending}", kind, key=f"card-{ending}", on_click="ignore")


def draw_heatmaps(beside_views: DeltaGenerator) -> None:
    """The papers' figures, on one task or on all; or the user's own, of one run or of several."""
    with beside_views:
        mine = choose_mine()
        several = switch("Several runs" if mine else "All tasks", "several", "heatmap-several")
    if several:
        (draw_several_runs if mine else draw_all_tasks)()
    else:
        (_own_run if mine else _published)()


def _published() -> None:
    chosen = choose_published()
    if chosen.cells:
        draw(chosen, "published-chart")


def _own_run() -> None:
    own = choose_run()
    if own is None:
        return
    beside = narrowest(own.heatmap) <= PAGE / 2
    chosen = chosen_cell(own.heatmap, KEY, worst_cell(own.heatmap) if beside else None)
    left, right = st.columns(2, gap="large") if chosen else (st.container(), st.container())
    of_cell, of_run = st.container(), st.container()  # wide tables, below both columns
    with left:
        under_title = draw_run(own, below=of_run)
    with of_run:
        draw_card_buttons(own.run)
    with right:
        draw_cell(own, under_title, of_cell)


VIEWS: Mapping[str, Callable[[DeltaGenerator], None]] = {
    "Heatmap": draw_heatmaps,
    "Severity": draw_severity,
    "Compare": draw_compared,
    "Leaderboards": draw_leaderboards,
    "Worst of k": draw_worst,
}
