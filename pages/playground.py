"""Playground: one text, everything that can be done to it, and at once what became of it."""

import streamlit as st

from pages.ui.playground.controls import chained, choose_seed, choose_what
from pages.ui.playground.draw import draw_results
from pages.ui.playground.extras import choose_extras
from pages.ui.playground.recipe import draw_recipe
from pages.ui.playground.source import choose_text
from pages.ui.playground.view import View, keep, load
from pages.ui.session import store

store()
st.title("Playground")
load()
left, right = st.columns([2, 3], gap="large")
with left:
    text, entities = choose_text()
    seed = choose_seed()
    steps = choose_what()
    view = View(text, steps, seed, chained())
    tags, hints = choose_extras()
keep(view)
with right:
    if not text.strip():
        st.info("Type a text, or take one from a data set.")
    elif steps:
        draw_results(view, entities, tags, hints)
        draw_recipe(view)
