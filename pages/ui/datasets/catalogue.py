"""The papers' data sets, and the button that loads one from the hub."""

from collections.abc import Collection

import streamlit as st

from data.datasets.catalogue import Entry, catalogue
from pages.ui.datasets.cards import TASKS, in_few
from pages.ui.shared.hub_loading import draw_load_button, loading
from pages.ui.shared.jobs import draw_jobs


def draw_catalogue(here: Collection[str]) -> None:
    """Every entry, those that are here already marked."""
    st.markdown(
        "The data sets of the five papers. Loading one needs the network and the Hugging Face hub; without "
        "them, download a file elsewhere and import it. None of them comes with Flinch; check their licences."
    )
    draw_jobs(("fetch",), newest=3, heading="Loading")
    running = loading()
    columns = st.columns(2, gap="medium")
    for i, entry in enumerate(catalogue()):
        with columns[i % 2], st.container(border=True, key=f"entry-{entry.name}", gap="xsmall"):
            _draw_entry(entry, entry.name in here, entry.name in running)


def _draw_entry(entry: Entry, here: bool, running: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(entry.name, anchor=False)
        if here:
            st.badge("here", icon=":material/check:", color="green")
    st.text(entry.title)
    st.text(f"{TASKS[entry.task]}{': ' if entry.labels else ''}{in_few(entry.labels)}")
    papers = "; ".join(paper.short for paper in entry.papers)
    st.caption(f"{papers}. Splits with labels: {', '.join(entry.splits)}. Licence: {entry.licence}.")
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_load_button(entry.name, "Load from the hub", f"load-{entry.name}", here or running)
        st.link_button("Hub page", entry.where, icon=":material/open_in_new:")
