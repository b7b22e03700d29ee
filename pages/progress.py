"""Progress in three views: how far each cell is, who decided what, and what there is to take away."""

import streamlit as st

from pages.ui.progress.views import VIEWS, choose_view
from pages.ui.runs.address import addressed
from pages.ui.shell.session import store

opened = store()
st.title("Progress")
with addressed():
    VIEWS[choose_view()](opened, opened.cells())
