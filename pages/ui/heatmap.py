"""The heatmap itself, drawn with bars: they fill their cell exactly, can be hatched, and a click selects them.

(A click on Plotly's own heatmap trace selects nothing.)
"""

from collections.abc import Sequence
from functools import cache
from html import escape
from math import isnan
from typing import Any

from pages.ui.grid import SHARE_SHOWN, Grid, GridCell, Row, Scale
from pages.ui.heatmap_layout import DARK, LIGHT, Ink, layout, tops_of

SHADES = 256


def heatmap(grid: Grid, dark: bool = False, chosen: GridCell | None = None) -> Any:
    """The Plotly figure of a grid; each cell's customdata is [perturbation, severity, column]."""
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    tops = tops_of(grid.rows)
    traces = [_colours(grid, tops, ink), _hatching(grid, tops, ink), _figures(grid, tops, ink), _scale_bar()]
    figure = Figure(data=traces, layout=layout(grid, tops, ink))
    if chosen is not None:
        _outline(figure, grid, tops, chosen, ink)
    return figure


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


def _outline(figure: Any, grid: Grid, tops: dict[Row, float], cell: GridCell, ink: Ink) -> None:
    left, top = grid.columns.index(cell.column), tops[cell.row]
    figure.add_shape(
        type="rect", x0=left, x1=left + 1, y0=top, y1=top + 1, line={"color": ink.chosen, "width": 3}, layer="above"
    )
