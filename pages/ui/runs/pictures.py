"""A drawing to take away as HTML, PNG or SVG.

PNG and SVG are drawn by Plotly in the user's browser, from a layout of their own: no browser on the server.
"""

from collections.abc import Callable
from json import dumps
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.runs.ink import CONFIG, DARK, LIGHT, Palette

_images = st.components.v2.component(
    "flinch.images",
    html="""<div><button data-format="png">PNG</button><button data-format="svg">SVG</button></div>""",
    css="""
    div { display: flex; gap: 1rem }
    button { font: inherit; font-size: .875rem; color: inherit; background: light-dark(#fff, #181c25); cursor: pointer;
             border: 1px solid var(--st-border-color); border-radius: 8px; padding: .25rem .75rem; min-height: 2.5rem }
    button:hover, button:focus-visible { border-color: var(--st-primary-color); outline: none }
    """,
    js=Path(__file__).with_name("images.js").read_text(encoding="utf-8"),
)


def draw_pictures(
    page: Callable[[], str], layout: dict[str, Any], name: str, key: str, frame: str, figure: Any = None
) -> None:
    """Buttons for the drawing: as the HTML page that is made, and as PNG and SVG with this layout.

    The drawing is the figure that stands in `frame`, or this `figure`.
    """
    st.download_button("HTML", page, f"{name}.html", "text/html", key=f"{key}-html", on_click="ignore")
    traces = figure.to_plotly_json()["data"] if figure else None
    # JSON, because for a dictionary Streamlit would import pandas
    data = {"frame": frame, "name": name, "layout": dumps(layout), "traces": dumps(traces)}
    _images(key=f"{key}-images", data=data, width="content")


def inks() -> Palette:
    """The inks of the page's theme."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def page_of(figure: Any) -> str:
    """A Plotly figure as a page that needs nothing else."""
    page: str = figure.to_html(include_plotlyjs=True, config=CONFIG)
    return page
