"""Heatmaps: the papers' figures, one's own, and both side by side."""

import streamlit as st

from pages.ui.chart import draw
from pages.ui.navigation import framed
from pages.ui.published_grids import Collection, published_grid, tasks

framed()
st.title("Heatmaps")
collection = st.selectbox("Figures", list(Collection))
task = st.selectbox("Task", list(tasks(collection)), format_func=tasks(collection).__getitem__)
draw(published_grid(collection, task))
