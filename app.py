"""Flinch in the browser: one line for each page."""

from pathlib import Path

import streamlit as st

from pages.ui.guard import guard
from pages.ui.session import sidebar
from pages.ui.theme import ABOUT, MARK

PAGES = (
    ("pages/start.py", "Start"),
    ("pages/datasets.py", "Data sets"),
    ("pages/prepare.py", "Prepare"),
    ("pages/curate.py", "Curate"),
    ("pages/progress.py", "Progress"),
    ("pages/evaluate.py", "Evaluate"),
    ("pages/heatmaps.py", "Heatmaps"),
)

here = Path(__file__).parent
page = st.navigation([st.Page(file, title=title) for file, title in PAGES if (here / file).exists()])
st.set_page_config(page_title=f"{page.title} · Flinch", page_icon=str(MARK), layout="wide", menu_items={"About": ABOUT})
sidebar()
with guard():
    page.run()
