"""Perturbations: the registry as a catalogue, each with an example made on the spot."""

import streamlit as st

from core.perturbations.registry import Level, perturbations
from pages.ui.perturbation_table import STYLE, draw_entry
from pages.ui.perturbation_words import by_paper
from pages.ui.session import store

LONGEST = 300

store()
st.title("Perturbations")
groups = by_paper()
st.markdown(f"{len(perturbations())} ways to change a text barely, from {len(groups)} papers.")
sentence = st.text_input(
    "Example sentence",
    max_chars=LONGEST,
    placeholder="Ours: for each perturbation one that it can change. Type your own to see it everywhere.",
    key="catalogue-sentence",
)
papers = st.pills("Papers", list(groups), selection_mode="multi", wrap=True, key="catalogue-papers")
levels = st.pills("Levels", list(Level), selection_mode="multi", wrap=True, key="catalogue-levels")
st.html(STYLE)
there = {
    paper: [p for p in group if p.level in (levels or list(Level))]
    for paper, group in groups.items()
    if paper in (papers or groups)
}
if not any(there.values()):
    st.info("Nothing in these papers works at these levels.")
with st.container(key="entries"):
    for paper, group in there.items():
        if group:
            st.header(paper)
        for perturbation in group:
            draw_entry(perturbation, sentence.strip())
