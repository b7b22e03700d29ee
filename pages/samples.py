"""Samples: the texts of all runs in one grid, and of one of them every perturbation with each model's prediction."""

import streamlit as st

from pages.ui.runs.address import addressed
from pages.ui.samples.answers import draw_sample
from pages.ui.samples.choice import choose_sample
from pages.ui.shell.navigation import framed

framed()
st.title("Samples")
st.markdown("The texts of your runs: original and perturbed, with each model's prediction.")
with addressed():
    if chosen := choose_sample():
        draw_sample(chosen)
