"""Perturbations: the registry as a list by level; each opens to what it does and an example made on the spot."""

import streamlit as st

from pages.ui.perturbations.choice import choose_entries, choose_words
from pages.ui.perturbations.table import STYLE, draw_entries
from pages.ui.shared.perturbing import at_most
from pages.ui.shell.session import store

LONGEST = 300

store()
st.title("Perturbations")
left, right = st.columns([2, 3])
with left:
    find = choose_words()
typed = right.text_input(
    "Example",
    placeholder="Leave empty to use our example",
    key="sentence",
    bind="query-params",
    persist_state="session",
)
sentence = at_most(typed.strip(), LONGEST)
groups = choose_entries(find)
st.html(STYLE)
with st.container(key="entries"):
    draw_entries(groups, sentence)
