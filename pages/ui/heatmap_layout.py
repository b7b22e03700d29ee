"""What stands around the cells of a heatmap: its size, title, axes, colour bar and inks."""

from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

from pages.ui.grid import Grid, Row, Scale

ROW, GAP, COLUMN, NARROW = 34, 9, 74, 47  # pixels; a column is NARROW where the screen is
READABLE = 326  # pixels: title and subtitle need as much, however few the columns
HEADS = {"Funnel Transformer": "Funnel"}  # column heads that would touch their neighbours on a telephone
FONT = '"Source Sans", "Source Sans 3", "Segoe UI", sans-serif'


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of text, quiet text, paper, and of a cell without a figure."""

    text: str
    quiet: str
    paper: str
    empty: str
    chosen: str


LIGHT = Ink("#1c2330", "#596275", "#fbfbf9", "#e9ebe8", "#d1330f")
DARK = Ink("#eef0f4", "#98a2b3", "#12151c", "#232937", "#ff9c8f")


def width(grid: Grid) -> int:
    """How wide the figure is drawn, in pixels, where there is room."""
    return max(READABLE, _labels(grid) + COLUMN * len(grid.columns) + 8)


def narrowest(grid: Grid) -> int:
    """How narrow, in pixels, the figure can be read; a narrower screen scrolls it sideways."""
    return max(READABLE, _labels(grid) + NARROW * len(grid.columns) + 8)


def _labels(grid: Grid) -> int:
    """Room for the rows' labels, in pixels, in whatever sans-serif font there is."""
    return round(10 + 6.6 * max((len(row.label) for row in grid.rows), default=0))


def tops_of(rows: tuple[Row, ...]) -> dict[Row, float]:
    """Where each row begins, in rows from the top; a new group leaves a gap."""
    at, tops, group = 0.0, {}, rows[0].group if rows else ""
    for row in rows:
        at += GAP / ROW if row.group != group else 0
        tops[row], group = at, row.group
        at += 1
    return tops


def layout(grid: Grid, tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    """Plotly's layout for a grid whose rows begin at `tops`, counted in rows."""
    title, subtitle = _heading(grid)
    depth = max(tops.values(), default=0) + 1
    top = 22 * len(title) + 17 * len(subtitle) + 52
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "showline": False, "ticks": ""}
    return {
        "title": _title(title, subtitle, ink),
        "font": {"family": FONT, "color": ink.text, "size": 13},
        "paper_bgcolor": ink.paper,
        "plot_bgcolor": ink.paper,
        "margin": {
            "l": _labels(grid),
            "r": max(8, READABLE - _labels(grid) - COLUMN * len(grid.columns)),
            "t": top,
            "b": 62,
        },
        "height": round(top + 62 + depth * ROW),
        "bargap": 0,
        "barmode": "overlay",
        "dragmode": False,
        "clickmode": "event+select",
        "xaxis": {
            **axis,
            "side": "top",
            "range": [0, len(grid.columns)],
            "tickvals": [n + 0.5 for n in range(len(grid.columns))],
            "ticktext": ["<br>".join(wrap(escape(HEADS.get(name, name)), 12)) for name in grid.columns],
            "tickangle": 0,
            "tickfont": {"size": 11, "color": ink.quiet},
        },
        "yaxis": {
            **axis,
            "range": [depth, 0],
            "tickvals": [top + 0.5 for top in tops.values()],
            "ticktext": [escape(row.label) for row in tops],
            "tickfont": {"size": 12.5, "color": ink.quiet},
            "ticklabelstandoff": 6,
        },
        "coloraxis": _coloraxis(grid.scale, ink),
        "hoverlabel": {"font": {"family": FONT, "size": 13}},
    }


def _heading(grid: Grid) -> tuple[list[str], list[str]]:
    """Title and subtitle in lines that fit the narrowest drawing, beside the camera button."""
    room = narrowest(grid) - 28
    return wrap(grid.title, round(room / 7.6)), wrap(f"{grid.subtitle} {grid.source}", round(room / 5.9))


def _title(title: list[str], subtitle: list[str], ink: Ink) -> dict[str, Any]:
    return {
        "text": "<br>".join(f"<b>{escape(line)}</b>" for line in title),
        "subtitle": {"text": "<br>".join(map(escape, subtitle)), "font": {"size": 13, "color": ink.quiet}},
        "font": {"size": 17, "color": ink.text},
        "x": 0,
        "xref": "container",
        "y": 1,
        "yanchor": "top",
        "pad": {"t": 18},
    }


def _coloraxis(scale: Scale, ink: Ink) -> dict[str, Any]:
    marks = [scale.low, (scale.low + scale.high) / 2, scale.high]
    return {
        "colorscale": scale.colours,
        "cmin": scale.low,
        "cmax": scale.high,
        "colorbar": {
            "orientation": "h",
            "thickness": 8,
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "ypad": 12,
            "xpad": 0,
            "outlinewidth": 0,
            "tickvals": marks,
            "ticktext": [f"{mark:g}".replace("-", "−") for mark in marks],
            "tickfont": {"size": 11, "color": ink.quiet},
        },
    }
