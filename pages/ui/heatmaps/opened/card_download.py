"""The robustness card of a run, as a page and as Markdown; made, and what makes it imported, when somebody asks."""

import streamlit as st

from data.runs.files import RunCard
from pages.ui.runs.names import name_of_file
from pages.ui.shell.guard import while_admitted
from pages.ui.shell.session import opened_store, workspace


def draw_card_buttons(run: RunCard) -> None:
    """Two buttons that make the card and hand it over, outside the page: nothing may be drawn there."""

    def page() -> str:
        from data.reports.facts import facts
        from data.reports.page import html_card

        return html_card(facts(workspace(), run.id, progress=opened_store().cells()))

    def markdown() -> str:
        from data.reports.facts import facts
        from data.reports.markdown import markdown_card

        return markdown_card(facts(workspace(), run.id, progress=opened_store().cells()))

    with st.container(horizontal=True, vertical_alignment="center", key="card-buttons"):
        st.caption("Robustness card", width="content")
        name = name_of_file("card", run.dataset, run.id)
        for label, made, ending, kind in (
            ("Page", page, "html", "text/html"),
            ("Markdown", markdown, "md", "text/markdown"),
        ):
            st.download_button(
                label, while_admitted(made), f"{name}.{ending}", kind, key=f"card-{ending}", on_click="ignore"
            )
