"""A heatmap to take away: its figures as CSV, LaTeX or Markdown, the drawing as HTML, PNG or SVG.

PNG and SVG are drawn by Plotly in the user's browser, from a layout of their own: no browser on the server.
"""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.heatmaps.drawing.figure import plotly_figure
from pages.ui.heatmaps.drawing.layout import picture
from pages.ui.heatmaps.drawing.paper import paper_table
from pages.ui.heatmaps.heatmap import Heatmap
from pages.ui.runs.ink import CONFIG, DARK, LIGHT, Ink
from pages.ui.runs.paper_table import draw_paper_downloads

_images = st.components.v2.component(
    "flinch.images",
    html="""<button data-format="png">PNG</button> <button data-format="svg">SVG</button>""",
    css="""
    button { font: inherit; font-size: 14px; color: inherit; background: transparent; cursor: pointer;
             border: 1px solid var(--st-border-color); border-radius: 8px; padding: 6px 12px; min-height: 40px }
    button:hover, button:focus-visible { border-color: var(--st-primary-color); outline: none }
    """,
    js=Path(__file__).with_name("images.js").read_text(encoding="utf-8"),
)


def draw_downloads(heatmap: Heatmap, key: str, frame: str, intervals: bool = False) -> None:
    """Buttons for the figures as CSV, LaTeX and Markdown, and the drawing in `frame` as HTML, PNG and SVG."""
    name = file_name(heatmap)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-downloads"):
        st.caption("Download", width="content")
        st.download_button("CSV", to_csv(heatmap), f"{name}.csv", "text/csv", key=f"{key}-csv", on_click="ignore")
        draw_paper_downloads(lambda: paper_table(heatmap, intervals), name, key)
        draw_pictures(lambda: to_html(heatmap, intervals), picture(heatmap, inks()), name, key, frame)


def draw_pictures(page: Callable[[], str], layout: dict[str, Any], name: str, key: str, frame: str) -> None:
    """Buttons for the drawing in `frame`: as the HTML page that is made, and as PNG and SVG with this layout."""
    st.download_button("HTML", page, f"{name}.html", "text/html", key=f"{key}-html", on_click="ignore")
    _images(key=f"{key}-images", data={"frame": frame, "name": name, "layout": layout}, width="content")


def file_name(heatmap: Heatmap) -> str:
    """What its files are called, without their endings."""
    return "-".join(["flinch", *re.findall(r"\w+", heatmap.subtitle.split(".")[0].lower())])


def inks() -> Ink:
    """The inks of the page's theme."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def to_csv(heatmap: Heatmap) -> str:
    """The heatmap as CSV, a line a cell; a figure or share that is not known is left empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        [
            "perturbation",
            "severity",
            "model",
            "value",
            "low",
            "high",
            "sd",
            "share_perturbed",
            "note",
            "title",
            "source",
        ]
    )
    for cell in heatmap.cells:
        known = (cell.value, cell.low, cell.high, cell.sd, cell.share)
        figures = [f"{figure:.6g}".replace("nan", "") for figure in known]
        row = [cell.row.name, cell.row.amount, cell.column, *figures, cell.note, heatmap.title, heatmap.source]
        writer.writerow(row)
    return file.getvalue()


def to_html(heatmap: Heatmap, intervals: bool = False) -> str:
    """The figure as a page that needs nothing else, light, with Plotly inside; `intervals` as on the page."""
    return page_of(plotly_figure(heatmap, intervals=intervals).update_layout(**picture(heatmap, LIGHT)))


def page_of(figure: Any) -> str:
    """A Plotly figure as a page that needs nothing else."""
    page: str = figure.to_html(include_plotlyjs=True, config=CONFIG)
    return page
