"""Perturbations: the registry as a catalogue, each with an example made on the spot."""

import streamlit as st

from pages.ui.catalogue import jump
from pages.ui.catalogue.choice import choose_entries, choose_words
from pages.ui.catalogue.table import STYLE, draw_entry
from pages.ui.shared.perturbing import at_most
from pages.ui.shell.session import store

LONGEST = 300

store()
st.title("Perturbations")
left, right = st.columns([2, 3])
with left:
    find = choose_words()
typed = right.text_input(
    "Example sentence",
    placeholder="Leave empty for an example of ours",
    key="sentence",
    bind="query-params",
    persist_state="session",
)
sentence = at_most(typed.strip(), LONGEST)
groups = choose_entries(find)
st.html(STYLE + jump.STYLE + jump.jump_html(groups))
with st.container(key="entries"):
    for paper, group in groups.items():
        st.header(paper)
        for perturbation in group:
            draw_entry(perturbation, sentence)
