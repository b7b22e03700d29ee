"""A sample as Progress shows it to whoever settles something about it."""

from html import escape

import streamlit as st

from curation.records import DeskItem
from pages.ui.shared.diff import STYLE, inline_html


def draw_sample_texts(item: DeskItem) -> None:
    """Every field with what changed in it marked, the cell, and the label in the data set."""
    texts = "".join(
        f'<p class="fl-text" dir="auto"><small>{escape(name)}</small>{inline_html(rewrite)}</p>'
        for name, rewrite in item.candidate.rewrites
    )
    st.html(STYLE + texts)
    st.text(f"{item.candidate.cell} · {f'gold label {item.gold_label}' if item.gold_label else 'no gold label'}")
