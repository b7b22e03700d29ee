"""The robustness card of a run, as a page and as Markdown; made, and what makes it imported, when somebody asks."""

from functools import partial

import streamlit as st

from data.runs.files import RunCard
from pages.ui.runs.names import name_of_file
from pages.ui.shell.guard import while_admitted
from pages.ui.shell.session import opened_store, workspace


def draw_card_buttons(run: RunCard) -> None:
    """Two buttons that make the card and hand it over, outside the page: nothing may be drawn there."""

    def card(ending: str) -> str:
        from data.reports.card_file import FORMATS
        from data.reports.facts import facts

        return FORMATS[f".{ending}"](facts(workspace(), run.id, progress=opened_store().cells()))

    with st.container(horizontal=True, vertical_alignment="center", key="card-buttons"):
        st.caption("Robustness card", width="content")
        name = name_of_file("card", run.dataset, run.id)
        for label, ending, kind in (("Page", "html", "text/html"), ("Markdown", "md", "text/markdown")):
            made = while_admitted(partial(card, ending))
            st.download_button(label, made, f"{name}.{ending}", kind, key=f"card-{ending}", on_click="ignore")
