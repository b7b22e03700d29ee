"""Progress in three views: how far each cell is, who decided what, and what there is to take away."""

import streamlit as st

from pages.ui.progress.views import VIEWS
from pages.ui.shared.page_views import choose_page_view
from pages.ui.shell.session import store

opened = store()
st.title("Progress")
view = choose_page_view(tuple(VIEWS), "progress-view")
VIEWS[view](opened, opened.cells())
