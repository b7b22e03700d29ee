"""A heatmap to take away: its figures as CSV, LaTeX or Markdown, the drawing as HTML, PNG or SVG."""

import streamlit as st

from data.formats.cells import csv_text
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.heatmap import PUBLISHED, Heatmap, Origin
from pages.ui.runs.heatmap.layout import ROW, TALL, picture
from pages.ui.runs.heatmap.paper import paper_table
from pages.ui.runs.ink import DARK, LIGHT
from pages.ui.runs.names import ends_of, name_of_file
from pages.ui.runs.paper_table import draw_table_downloads
from pages.ui.runs.pictures import draw_pictures, inks, page_of

HEAD = (  # behind the row, its severity and the column
    "value", "low", "high", "sd", "share_perturbed", "n", "p", "note", "title",
    "source", "dataset", "run", "metric", "samples", "minus",
)  # fmt: skip
ALL = "all"  # samples: what nothing needs to be said of
FEW = 2  # data sets that a file's name lists; of more it says how many they are


def draw_downloads(heatmap: Heatmap, key: str, intervals: bool, whole: bool) -> None:
    """Buttons for the figures as CSV, LaTeX and Markdown, and the drawing as HTML, PNG and SVG.

    The drawing on the page is the `whole`, or one line of it.
    """
    name = file_name(heatmap, "intervals" if intervals else "")
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-downloads"):
        draw_table_downloads(to_csv(heatmap), lambda: paper_table(heatmap, intervals), name, key)
        figure = None if whole else plotly_figure(heatmap, inks() is DARK, intervals=intervals)
        as_taken = picture(heatmap, inks(), TALL if intervals else ROW)
        draw_pictures(lambda: to_html(heatmap, intervals), as_taken, name, key, f"{key}-frame", figure)


def file_name(heatmap: Heatmap, drawn: str = "") -> str:
    """What its files are called, without their endings: by data set, run, metric, samples, and how it is `drawn`."""
    of = heatmap.origins.values()
    datasets = dict.fromkeys(origin.dataset for origin in of)
    runs = list(dict.fromkeys(origin.run for origin in of if origin.run))
    metrics = dict.fromkeys(origin.metric for origin in of)
    samples = dict.fromkeys(origin.samples for origin in of if origin.samples != ALL)
    minus = dict.fromkeys(f"minus {origin.minus}" for origin in of if origin.minus)
    return name_of_file(
        *(datasets if len(datasets) <= FEW else [f"{len(datasets)} data sets"]),
        *(ends_of(runs) or ["published"]),
        *(*metrics, *samples, *minus, drawn),
    )


def to_csv(heatmap: Heatmap) -> str:
    """The heatmap as CSV, a line a cell; what is not known is left empty. `p` is corrected for all cells shown."""
    row, column = (axis.lower().replace(" ", "_") for axis in heatmap.axes)
    mixed = any(row.group == PUBLISHED for row in heatmap.rows)
    lines: list[tuple[str | float, ...]] = []
    for cell in heatmap.cells:
        published = cell.row.group == PUBLISHED
        of = Origin() if published else heatmap.origin(cell.column)
        source = heatmap.source if published or not mixed else ""
        place = (cell.row.name, cell.row.amount, cell.column)
        figures = (cell.value, cell.low, cell.high, cell.sd, cell.share, cell.n or "", float(f"{cell.p:.4g}"))
        texts = (cell.note, heatmap.title, source, of.dataset, of.run, of.metric, of.samples, of.minus)
        lines.append((*place, *figures, *texts))
    return csv_text((row, "severity", column, *HEAD), lines)


def to_html(heatmap: Heatmap, intervals: bool = False) -> str:
    """The figure as a page that needs nothing else, light, with Plotly inside; `intervals` as on the page."""
    as_taken = picture(heatmap, LIGHT, TALL if intervals else ROW)
    return page_of(plotly_figure(heatmap, intervals=intervals).update_layout(**as_taken))
