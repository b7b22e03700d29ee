"""Heatmaps: the papers' figures, the user's own, both side by side, and leaderboards over a grid."""

import streamlit as st

from pages.ui.heatmaps.arranged.view import draw_tasks
from pages.ui.heatmaps.leaderboards.boards import draw_leaderboards
from pages.ui.heatmaps.severity.view import draw_severity
from pages.ui.heatmaps.two_runs.view import draw_two_runs
from pages.ui.heatmaps.views import mine, published, side_by_side, subtracted
from pages.ui.runs.address import addressed, from_address, to_address
from pages.ui.shell.navigation import framed

VIEWS = {
    "Published": published,
    "Mine": mine,
    "Tasks": draw_tasks,
    "Severity": draw_severity,
    "Side by side": side_by_side,
    "Difference": subtracted,
    "Two runs": draw_two_runs,
    "Leaderboards": draw_leaderboards,
}

framed()
st.title("Heatmaps")
with addressed():
    from_address("view", "view", {name: name for name in VIEWS}, "Published")
    view = st.segmented_control(
        "Show", list(VIEWS), label_visibility="collapsed", required=True, key="view", persist_state="session"
    )
    to_address("view", view or "Published")
    VIEWS[view or "Published"]()
