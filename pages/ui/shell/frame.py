"""What is around every page: its title, who sits here, and the guard."""

import pandas as pd  # noqa: F401  whole before any page draws: Plotly trips over one that another thread is importing
import streamlit as st

from pages.ui.shell.guard import guard
from pages.ui.shell.navigation import navigate, on_page
from pages.ui.shell.people import in_team, participating
from pages.ui.shell.session import sidebar
from pages.ui.shell.signing_in import signed_in
from pages.ui.shell.theme import ABOUT, MARK, STYLE


def draw() -> None:
    """Draw the page that the address asks for, if whoever sits here may open it."""
    page = navigate()
    apart = participating()
    title = page.title if apart else f"{page.title} · Flinch"
    st.set_page_config(
        page_title=title, page_icon=str(MARK), layout="wide", menu_items=None if apart else {"About": ABOUT}
    )
    if not apart:
        st.logo(str(MARK), size="large")
    st.html(STYLE)
    with guard():
        if apart:
            page.run()
        elif not in_team() or signed_in():
            sidebar()
            if not in_team() or on_page(page):
                page.run()
