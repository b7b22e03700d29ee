"""What is around every page: its title, who sits here, and the guard."""

from datetime import timedelta

import pandas as pd  # noqa: F401  whole before any page draws: Plotly trips over one that another thread is importing
import streamlit as st

from pages.ui.shell.answering import UNDER_WAY
from pages.ui.shell.guard import guard, guarded
from pages.ui.shell.navigation import navigate, on_page, opening
from pages.ui.shell.people import in_team, participating
from pages.ui.shell.session import sidebar
from pages.ui.shell.signing_in import signed_in
from pages.ui.shell.theme import ABOUT, MARK, STYLE
from pages.ui.shell.turnstile import Turnstile

# Seconds that a page which opens waits at most for its turn, and then for those who are at work: after a restart all
# pages open at once.
GIVES_WAY = 5.0
TURNS = Turnstile(2, GIVES_WAY)


def draw() -> None:
    """Draw the page that the address asks for, if whoever sits here may open it."""
    if not opening():
        _draw()
        return
    with TURNS.one():
        UNDER_WAY.over(GIVES_WAY)
        _draw()


def _draw() -> None:
    page = navigate()
    apart = participating()
    title = page.title if apart else f"{page.title} · Flinch"
    st.set_page_config(
        page_title=title, page_icon=str(MARK), layout="wide", menu_items=None if apart else {"About": ABOUT}
    )
    if not apart:
        st.logo(str(MARK), size="large")
    st.html(STYLE)
    found_again()
    with guard():
        if apart:
            page.run()
        elif not in_team() or signed_in():
            sidebar()
            if not in_team() or on_page(page):
                page.run()


@st.fragment(run_every=timedelta(hours=1))
@guarded
def found_again() -> None:
    """Nothing; but a browser that finds the server again after a while asks for the page only where something runs by
    itself. Else what it shows would belong to a session that is gone, and its fragments' buttons would do nothing."""
