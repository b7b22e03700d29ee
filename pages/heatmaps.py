"""Heatmaps: the papers' figures and the user's own, over severity, compared, and ranked."""

import streamlit as st

from pages.ui.heatmaps.phone import STYLE
from pages.ui.heatmaps.views import VIEWS
from pages.ui.runs.address import addressed
from pages.ui.runs.controls import choose
from pages.ui.shell.navigation import framed

framed()
st.title("Heatmaps")
st.html(STYLE)
beside_views = st.container(horizontal=True, vertical_alignment="center", key="heatmap-views")
with addressed():
    view = choose(
        beside_views.segmented_control, "Show", "view", "view", list(VIEWS), next(iter(VIEWS)), always=True,
        required=True, label_visibility="collapsed", width="content",
    )  # fmt: skip
    VIEWS[view](beside_views)
