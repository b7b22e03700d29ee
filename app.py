"""Flinch in the browser: `streamlit run app.py`."""

import pandas as pd  # noqa: F401  whole before any page draws: Plotly trips over one that another thread is importing
import streamlit as st

from pages.ui.guard import guard
from pages.ui.navigation import navigate
from pages.ui.session import sidebar
from pages.ui.theme import ABOUT, DARK_STYLE, MARK

page = navigate()
st.set_page_config(page_title=f"{page.title} · Flinch", page_icon=str(MARK), layout="wide", menu_items={"About": ABOUT})
st.logo(str(MARK), size="large")
if st.context.theme.type == "dark":
    st.html(DARK_STYLE)
sidebar()
with guard():
    page.run()
