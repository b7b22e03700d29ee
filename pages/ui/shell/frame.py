"""What is around every page: its title, who sits here, and the guard."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import BoundedSemaphore
from time import monotonic

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from pages.ui.shell.answering import GIVES_WAY, UNDER_WAY
from pages.ui.shell.guard import guard, guarded
from pages.ui.shell.haste import nothing_typed_is_lost
from pages.ui.shell.history import one_step_a_page
from pages.ui.shell.navigation import navigate, on_page, opening
from pages.ui.shell.people import in_team, participating
from pages.ui.shell.session import opened_store, sidebar
from pages.ui.shell.signing_in import signed_in
from pages.ui.shell.theme import ABOUT, MARK, STYLE


class Turnstile:
    """So many pages that open at once: twenty, as after a restart, would hold up each other and all who are at work."""

    def __init__(self, at_once: int) -> None:
        self._free = BoundedSemaphore(at_once)

    @contextmanager
    def one(self, seconds: float) -> Iterator[None]:
        """Wait for a turn, and give it back at the end; after so many seconds go on without one."""
        waited_for = self._free.acquire(timeout=seconds)
        try:
            yield
        finally:
            if waited_for:
                self._free.release()


TURNS = Turnstile(2)


def draw() -> None:
    """Draw the page that the address asks for, if whoever sits here may open it.

    One that opens waits for its turn and for those who are at work, as after a restart all open at once.
    """
    if not opening():
        _draw()
        return
    latest = monotonic() + GIVES_WAY
    with TURNS.one(GIVES_WAY):
        UNDER_WAY.over(max(0.0, latest - monotonic()))
        _draw()


def _draw() -> None:
    page = navigate()
    with nothing_typed_is_lost():
        _draw_page(page)


def _draw_page(page: StreamlitPage) -> None:
    apart = participating()
    title = page.title if apart else f"{page.title} · Flinch"
    st.set_page_config(
        page_title=title, page_icon=str(MARK), layout="wide", menu_items=None if apart else {"About": ABOUT}
    )
    if not apart:
        st.logo(str(MARK), size="large")
        one_step_a_page()
    st.html(STYLE)
    found_again()
    with guard():
        if apart:
            page.run()
        elif not in_team() or signed_in(lambda: opened_store().last_decided()):
            sidebar()
            if not in_team() or on_page(page):
                page.run()


@st.fragment(run_every=timedelta(hours=1))
@guarded
def found_again() -> None:
    """Nothing; but a browser that finds the server again after a while asks for the page only where something runs by
    itself. Else what it shows would belong to a session that is gone, and its fragments' buttons would do nothing."""
