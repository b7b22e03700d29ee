"""Samples: one text with everything that a run made of it, and what every model said of each."""

import streamlit as st

from pages.ui.runs.address import addressed
from pages.ui.samples.answers import draw_sample
from pages.ui.samples.choice import choose_sample
from pages.ui.shell.navigation import framed

framed()
st.title("Samples")
st.markdown("One text under every perturbation of a run, with each model's prediction.")
with addressed():
    if chosen := choose_sample():
        draw_sample(*chosen)
