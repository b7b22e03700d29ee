"""Samples: the texts of all runs in one grid, and of one of them every perturbation with each model's prediction."""

import streamlit as st

from pages.ui.runs.address import addressed
from pages.ui.samples.answers import draw_sample
from pages.ui.samples.choice import choose_sample
from pages.ui.samples.places import places
from pages.ui.shell.navigation import framed

framed()
st.title("Samples")
st.markdown("The texts of your runs: original and perturbed, with each model's prediction.")
with addressed():
    filters, grid, detail, below = places()
    with filters:
        chosen = choose_sample(grid, detail)
    if chosen:
        draw_sample(chosen, detail, below)
