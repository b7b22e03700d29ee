"""Flinch in the browser: `streamlit run app.py`."""

import pandas as pd  # noqa: F401  whole before any page draws: Plotly trips over one that another thread is importing
import streamlit as st

from pages.ui.shell.guard import guard
from pages.ui.shell.navigation import navigate
from pages.ui.shell.session import sidebar
from pages.ui.shell.theme import ABOUT, MARK, STYLE

page = navigate()
st.set_page_config(page_title=f"{page.title} · Flinch", page_icon=str(MARK), layout="wide", menu_items={"About": ABOUT})
st.logo(str(MARK), size="large")
st.html(STYLE)
sidebar()
with guard():
    page.run()
