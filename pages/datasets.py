"""Data sets: what is here, a file to import, and the catalogue of the papers' data sets."""

import streamlit as st

from data.datasets import dataset_cards, unreadable
from pages.ui.data_browser import draw_cards, draw_rows
from pages.ui.data_catalogue import draw_catalogue
from pages.ui.data_import import draw_import
from pages.ui.guard import guard
from pages.ui.session import store, workspace

store()
st.title("Data sets")
here, importing, catalogue = st.tabs(["In this workspace", "Import a file", "Catalogue"])
cards = dataset_cards(workspace())
with here, guard():
    for sentence in unreadable(workspace()):
        st.warning(sentence)
    if cards:
        draw_cards(cards)
        draw_rows(cards)
    else:
        st.info("There is no data set here yet: import a file, or load one from the catalogue.")
with importing, guard():  # a file that can't be read leaves the other tabs as they are
    draw_import()
with catalogue, guard():
    draw_catalogue({card.name for card in cards})
