"""Flips: which edits change a model's mind, and in which texts."""

import streamlit as st

from pages.ui.flips.choice import choose_part
from pages.ui.flips.tables import draw_tables
from pages.ui.runs.address import addressed
from pages.ui.shell.navigation import framed

framed()
st.title("Flips")
st.markdown("Edits that flip predictions, by perturbation, by word and by place in the text.")
with addressed():
    if chosen := choose_part():
        draw_tables(chosen)
