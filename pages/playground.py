"""Playground: one text, everything that can be done to it, and at once what became of it.

On a telephone a switch above the results shows what was chosen; where there is room, it stands beside them.
"""

import streamlit as st

from pages.ui.playground.controls import FOLDED, MODELS_ROW, chained, choose_seed, choose_what, folded
from pages.ui.playground.draw import draw_results
from pages.ui.playground.extras import choose_extras
from pages.ui.playground.models import choose_models, named
from pages.ui.playground.recipe import draw_recipe
from pages.ui.playground.search import draw_search, search_button
from pages.ui.playground.source import choose_pair, choose_text, offer_texts
from pages.ui.playground.state import keep, load
from pages.ui.shared.sticky import STICKY
from pages.ui.shared.sticky import STYLE as STICKY_STYLE
from pages.ui.shared.view import View
from pages.ui.shell.session import store

store()
st.title("Playground")
st.html(STICKY_STYLE + FOLDED)
load()
text, entities = choose_text()
with st.container(horizontal=True, vertical_alignment="bottom"):
    offer_texts()
    seed = choose_seed()
with st.container(horizontal=True, vertical_alignment="bottom", key=MODELS_ROW):
    stored = choose_models()
    searching = bool(stored) and search_button()
beside, second = choose_pair(any(model.of_pairs for model in stored))
models = named(stored, beside, second)
left, right = st.columns([3, 2], gap="large")
with right, st.container(key=f"{STICKY}playground"), folded():
    steps = choose_what()
    digests = tuple(model.digest for model in stored)
    view = View(text, steps, seed, chained(), digests, beside, second)
    wanted = choose_extras()
keep(view)
with left:
    if not text.strip():
        st.info("Type a text, or choose one from a data set.")
    elif steps:
        if models:
            draw_search(view, models, searching)
        draw_results(view, entities, wanted, models)
        draw_recipe(view)
