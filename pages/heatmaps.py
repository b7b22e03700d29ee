"""Heatmaps: the papers' figures and the user's own, over severity, compared, and ranked."""

import streamlit as st

from pages.ui.heatmaps.phone import STYLE
from pages.ui.heatmaps.views import VIEWS
from pages.ui.runs.address import addressed
from pages.ui.runs.controls import choose_button
from pages.ui.shell.navigation import framed

framed()
st.title("Heatmaps")
st.html(STYLE)
beside_views = st.container(horizontal=True, vertical_alignment="center", key="heatmap-views")
with addressed():
    with beside_views:
        view = choose_button("Show", "view", "view", list(VIEWS), next(iter(VIEWS)), always=True)
    VIEWS[view](beside_views)
