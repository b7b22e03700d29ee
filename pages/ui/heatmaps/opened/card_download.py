"""The robustness card of a run, as a page and as Markdown; made when somebody asks for it."""

from collections.abc import Callable

import streamlit as st

from data.reports.facts import RunFacts, facts
from data.reports.markdown import markdown_card
from data.reports.page import html_card
from data.runs.files import RunCard
from pages.ui.shell.guard import while_admitted
from pages.ui.shell.session import store, workspace


def draw_card_buttons(run: RunCard) -> None:
    """Two buttons that make the card and hand it over."""

    def made() -> RunFacts:
        return facts(workspace(), run.id, progress=store().cells())

    with st.container(horizontal=True, vertical_alignment="center", key="card-buttons"):
        st.caption("Robustness card", width="content")
        for label, write, name, kind in (
            ("Page", html_card, "card.html", "text/html"),
            ("Markdown", markdown_card, "card.md", "text/markdown"),
        ):
            key = f"card-{name}"
            st.download_button(label, while_admitted(_page(made, write)), name, kind, key=key, on_click="ignore")


def _page(made: Callable[[], RunFacts], write: Callable[[RunFacts], str]) -> Callable[[], str]:
    return lambda: write(made())
