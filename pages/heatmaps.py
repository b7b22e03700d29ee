"""Heatmaps: the papers' figures, one's own, and both side by side."""

import streamlit as st

from pages.ui.chart import draw
from pages.ui.heatmap_choices import choose_published
from pages.ui.navigation import framed

framed()
st.title("Heatmaps")
grid, _ = choose_published()
draw(grid, "published-chart")
