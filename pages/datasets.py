"""Data sets: what is here, a file to import, and the catalogue of the papers' data sets."""

import streamlit as st

from data.datasets.stored import dataset_cards, unreadable
from pages.ui.datasets.browser import draw_rows
from pages.ui.datasets.cards import draw_cards, draw_catalogue
from pages.ui.datasets.importing import HERE, TAB, draw_import
from pages.ui.shell.guard import guard
from pages.ui.shell.session import store, workspace

store()
st.title("Data sets")
here, importing, catalogue = st.tabs([HERE, "Import a file", "Catalogue"], on_change="rerun", key=TAB)
cards = dataset_cards(workspace())
with here, guard():
    for sentence in unreadable(workspace()):
        st.warning(sentence)
    if cards:
        draw_cards(cards)
        draw_rows(cards)
    else:
        st.info("There are no data sets yet. Import a file, or load a data set from the catalogue.")
with importing, guard():  # a file that can't be read leaves the other tabs as they are
    draw_import()
with catalogue, guard():
    draw_catalogue({card.name for card in cards})
