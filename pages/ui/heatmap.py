"""The heatmap itself, drawn with bars: they fill their cell exactly, can be hatched, and a click selects them.

(A click on Plotly's own heatmap trace selects nothing.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from math import isnan
from textwrap import wrap
from typing import Any

from pages.ui.grid import SHARE_SHOWN, Grid, GridCell, Row, Scale

ROW, GAP, COLUMN, NARROW = 34, 9, 74, 47  # pixels; a column is NARROW where the screen is
SHADES = 256
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


def heatmap(grid: Grid, dark: bool = False, chosen: GridCell | None = None) -> Any:
    """The Plotly figure of a grid; each cell's customdata is [perturbation, severity, column]."""
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    tops = _tops(grid.rows)
    traces = [_colours(grid, tops, ink), _hatching(grid, tops, ink), _figures(grid, tops, ink), _scale_bar()]
    figure = Figure(data=traces, layout=_layout(grid, tops, ink))
    if chosen is not None:
        _outline(figure, grid, tops, chosen, ink)
    return figure


def width(grid: Grid) -> int:
    """How wide the figure is drawn, in pixels, where there is room."""
    return _labels(grid) + COLUMN * len(grid.columns) + 8


def narrowest(grid: Grid) -> int:
    """How narrow, in pixels, the figure can be read; a narrower screen scrolls it sideways."""
    return _labels(grid) + NARROW * len(grid.columns) + 8


def _labels(grid: Grid) -> int:
    """Room for the rows' labels, in pixels, in whatever sans-serif font there is."""
    return round(10 + 6.6 * max((len(row.label) for row in grid.rows), default=0))


def _tops(rows: tuple[Row, ...]) -> dict[Row, float]:
    """Where each row begins, in rows from the top; a new group leaves a gap."""
    at, tops, group = 0.0, {}, rows[0].group if rows else ""
    for row in rows:
        at += GAP / ROW if row.group != group else 0
        tops[row], group = at, row.group
        at += 1
    return tops


def _bars(grid: Grid, cells: Sequence[GridCell], tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    return {
        "type": "bar",
        "x": [grid.columns.index(cell.column) + 0.5 for cell in cells],
        "y": [1] * len(cells),
        "base": [tops[cell.row] for cell in cells],
        "width": 1,
        "customdata": [[*cell.row.key, cell.column] for cell in cells],
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        "marker": {"color": "rgba(0,0,0,0)", "line": {"color": ink.paper, "width": 2}},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _colours(grid: Grid, tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    bars = _bars(grid, grid.cells, tops, ink)
    bars["marker"]["color"] = [_colour(grid.scale, cell, ink) for cell in grid.cells]
    return bars


def _hatching(grid: Grid, tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    bars = _bars(grid, [cell for cell in grid.cells if cell.weak], tops, ink)
    bars["marker"] |= {"color": "rgba(255,255,255,0.36)", "pattern": {"shape": "/", "size": 9, "solidity": 0.35}}
    return bars


def _figures(grid: Grid, tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    """What is written in the cells, and what hovering tells: a layer without colour on top of the others."""
    inks = [_contrast(_colour(grid.scale, cell, ink)) for cell in grid.cells]
    return _bars(grid, grid.cells, tops, ink) | {
        "text": [_text(grid.scale, cell) for cell in grid.cells],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        "insidetextfont": {"color": inks, "size": 13},
        "hovertext": [_hover(grid.scale, cell) for cell in grid.cells],
        "hoverinfo": "text",
    }


def _scale_bar() -> dict[str, Any]:
    """A trace without points: it is there for its colour bar."""
    marker = {"color": [0], "coloraxis": "coloraxis"}
    return {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "marker": marker, "showlegend": False}


def _text(scale: Scale, cell: GridCell) -> str:
    text = scale.text(cell.value)
    if cell.share < SHARE_SHOWN:
        text += f'<br><span style="font-size:10px">{cell.share:.1%}</span>'.replace("%", " %")
    return text


def _hover(scale: Scale, cell: GridCell) -> str:
    lines = [f"<b>{escape(cell.column)}</b>, {escape(cell.row.full)}", scale.text(cell.value)]
    if not isnan(cell.share):
        lines.append(f"{cell.share:.1%} of the samples perturbed".replace("%", " %"))
    return "<br>".join([*lines, *([escape(cell.note)] if cell.note else [])])


def _colour(scale: Scale, cell: GridCell, ink: Ink) -> str:
    if isnan(cell.value):
        return ink.empty
    at = (cell.value - scale.low) / (scale.high - scale.low)
    return _palette(scale.colours)[round(SHADES * min(1.0, max(0.0, at)))]


@cache
def _palette(colours: str) -> list[str]:
    """The shades of a named colour scale, from its lower end to its upper."""
    from plotly.colors import sample_colorscale

    return [str(colour) for colour in sample_colorscale(colours, [n / SHADES for n in range(SHADES + 1)])]


def _contrast(colour: str) -> str:
    """Black or white, whichever can be read on the colour."""
    from plotly.colors import hex_to_rgb, unlabel_rgb

    red, green, blue = hex_to_rgb(colour) if colour.startswith("#") else unlabel_rgb(colour)
    return "#10131a" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#ffffff"


def _layout(grid: Grid, tops: dict[Row, float], ink: Ink) -> dict[str, Any]:
    title, subtitle = _heading(grid)
    depth = max(tops.values(), default=0) + 1
    top = 22 * len(title) + 17 * len(subtitle) + 52
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "showline": False, "ticks": ""}
    return {
        "title": _title(title, subtitle, ink),
        "font": {"family": FONT, "color": ink.text, "size": 13},
        "paper_bgcolor": ink.paper,
        "plot_bgcolor": ink.paper,
        "margin": {"l": _labels(grid), "r": 8, "t": top, "b": 62},
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
            "ticktext": ["<br>".join(wrap(escape(name), 12)) for name in grid.columns],
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
    room = max(320, narrowest(grid)) - 28
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


def _outline(figure: Any, grid: Grid, tops: dict[Row, float], cell: GridCell, ink: Ink) -> None:
    left, top = grid.columns.index(cell.column), tops[cell.row]
    figure.add_shape(
        type="rect", x0=left, x1=left + 1, y0=top, y1=top + 1, line={"color": ink.chosen, "width": 3}, layer="above"
    )
