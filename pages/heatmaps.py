"""Heatmaps: the papers' figures and the user's own, over severity, compared, and ranked."""

import streamlit as st

from pages.ui.heatmaps.phone import STYLE
from pages.ui.heatmaps.views import VIEWS, formerly
from pages.ui.runs.address import addressed, from_address, to_address
from pages.ui.shell.navigation import framed

framed()
st.title("Heatmaps")
st.html(STYLE)
formerly()
with addressed():
    usual = next(iter(VIEWS))
    from_address("view", "view", {name: name for name in VIEWS}, usual)
    view = st.segmented_control(
        "Show", list(VIEWS), label_visibility="collapsed", required=True, key="view", persist_state="session"
    )
    to_address("view", view or usual)
    VIEWS[view or usual]()
