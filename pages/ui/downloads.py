"""A heatmap to take away: its figures as CSV, the drawing as HTML, PNG or SVG.

PNG and SVG come from the button in Plotly's own mode bar, told which of the two to make: no browser on the server.
"""

import csv
import io
import re

import streamlit as st

from pages.ui.grid import Grid
from pages.ui.heatmap import heatmap
from pages.ui.heatmap_layout import width

CONFIG = {"displaylogo": False, "displayModeBar": "hover", "modeBarButtons": [["toImage"]]}
_images = st.components.v2.component(
    "flinch.images",
    html="""<button data-format="png">PNG</button> <button data-format="svg">SVG</button>""",
    css="""
    button { font: inherit; font-size: 14px; color: inherit; background: transparent; cursor: pointer;
             border: 1px solid var(--st-border-color); border-radius: 8px; padding: 6px 12px; min-height: 40px }
    button:hover, button:focus-visible { border-color: var(--st-primary-color); outline: none }
    """,
    js="""
    export default function ({ data, parentElement }) {
      for (const button of parentElement.querySelectorAll("button"))
        button.onclick = () => {
          const plot = document.querySelector(`.st-key-${data.frame} .js-plotly-plot`)
          const wanted = { format: button.dataset.format, filename: data.name, scale: 2 }
          Object.assign(plot._context.toImageButtonOptions, wanted)
          plot.querySelector(".modebar-btn").click()
        }
    }
    """,
)


def draw_downloads(grid: Grid, key: str, frame: str) -> None:
    """Buttons for the figures as CSV and the drawing in `frame` as HTML, PNG and SVG."""
    name = "-".join(["flinch", *re.findall(r"\w+", grid.subtitle.split(".")[0].lower())])
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-downloads"):
        st.caption("Download", width="content")
        st.download_button("CSV", to_csv(grid), f"{name}.csv", "text/csv", key=f"{key}-csv", on_click="ignore")
        page = f"{name}.html"
        st.download_button("HTML", lambda: to_html(grid), page, "text/html", key=f"{key}-html", on_click="ignore")
        _images(key=f"{key}-images", data={"frame": frame, "name": name}, width="content")


def to_csv(grid: Grid) -> str:
    """The grid as CSV, a line a cell; a figure or share that is not known is left empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["perturbation", "severity", "model", "value", "share_perturbed", "note", "title", "source"])
    for cell in grid.cells:
        figures = [f"{figure:.6g}".replace("nan", "") for figure in (cell.value, cell.share)]
        row = [cell.row.name, cell.row.amount, cell.column, *figures, cell.note, grid.title, grid.source]
        writer.writerow(row)
    return file.getvalue()


def to_html(grid: Grid) -> str:
    """The figure as a page that needs nothing else, light, with Plotly inside."""
    page: str = heatmap(grid).to_html(include_plotlyjs=True, config=CONFIG, default_width=f"{width(grid)}px")
    return page
