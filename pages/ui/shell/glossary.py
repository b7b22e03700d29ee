"""The glossary of docs behind one button beside every page."""

from pathlib import Path

import streamlit as st

from pages.ui.shell.guard import guarded

GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"


@st.fragment
@guarded
def draw_glossary() -> None:
    """The button; the terms are read when it is pressed."""
    terms = st.popover("Glossary", type="tertiary", icon=":material/help:", key="glossary", on_change="rerun")
    if terms.open:
        with terms:
            st.markdown(GLOSSARY.read_text(encoding="utf-8").partition("\n")[2])
