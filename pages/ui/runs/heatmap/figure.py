"""The heatmap itself, drawn with bars: they fill their cell exactly, and a click selects them.

(A click on Plotly's own heatmap trace selects nothing.) The bars stand: what hovering tells is then beside its cell, on
whichever side there is room for its lines.
"""

from html import escape
from math import isnan
from typing import Any

from core.rounding import percent
from data.shades import mixed, readable
from pages.ui.runs.heatmap.heads import in_lines, small_line
from pages.ui.runs.heatmap.heatmap import NOTHING_CHANGED, PUBLISHED, Heatmap, HeatmapCell, HeatmapRow, Scale
from pages.ui.runs.heatmap.layout import ROW, SHARE_EDGE, TALL, layout, lefts_of, letters_beside, shares_of, tops_of
from pages.ui.runs.heatmap.shades import HATCH, PALE, hatch, shade
from pages.ui.runs.ink import DARK, LIGHT, Palette

HALO = (-9, -6, -3, 0, 3, 6, 9) * 2  # pixels left and right of a figure whose ground is plain


def plotly_figure(
    heatmap: Heatmap, dark: bool = False, chosen: HeatmapCell | None = None, intervals: bool = False
) -> Any:
    """The Plotly figure of a heatmap, without its title; each cell's customdata is [perturbation, severity, column].

    With `intervals` they stand in the cells.
    """
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    tops = tops_of(heatmap.rows)
    traces = [
        _colours(heatmap, tops, ink),
        _figures(heatmap, tops, ink, intervals),
        _shares(heatmap, tops, ink),
        _scale_bar(),
        *([_hatched_key(heatmap, ink)] if heatmap.hatched else []),
    ]
    figure = Figure(data=traces, layout=layout(heatmap, tops, ink, TALL if intervals else ROW))
    if chosen is not None:
        left, top, line = lefts_of(heatmap)[chosen.column], tops[chosen.row], {"color": ink.chosen, "width": 3}
        figure.add_shape(type="rect", x0=left, x1=left + 1, y0=top, y1=top + 1, line=line, layer="above")
    return figure


def _bars(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Palette) -> dict[str, Any]:
    columns, cells = lefts_of(heatmap), heatmap.cells
    return {
        "type": "bar",
        "x": [columns[cell.column] + 0.5 for cell in cells],
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


def _colours(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Palette) -> dict[str, Any]:
    bars = _bars(heatmap, tops, ink)
    bars["marker"]["color"] = [_colour(heatmap, cell, ink) for cell in heatmap.cells]
    bars["marker"]["pattern"] = hatch(ink) | {"shape": [HATCH if cell.weak else "" for cell in heatmap.cells]}
    return bars


def _figures(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Palette, intervals: bool) -> dict[str, Any]:
    """What is written in the cells, and what hovering tells: a layer without colour on top of the others."""
    colours = [_colour(heatmap, cell, ink) for cell in heatmap.cells]
    inks = [ink.quiet if isnan(cell.value) else readable(c) for cell, c in zip(heatmap.cells, colours, strict=True)]
    # so that the lines of the hatch do not cross the figure
    halos = [
        ", ".join(f"{shift}px 0 4px {c}" for shift in HALO) if cell.weak else "none"
        for cell, c in zip(heatmap.cells, colours, strict=True)
    ]
    letters = letters_beside(heatmap)
    return _bars(heatmap, tops, ink) | {
        "text": [_text(heatmap.scale, cell, intervals) for cell in heatmap.cells],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        "insidetextfont": {
            "color": inks,
            "size": 12 if heatmap.facets else 13,
            "shadow": halos,
        },
        "hovertext": [hover(heatmap.scale, cell, letters[cell.column]) for cell in heatmap.cells],
        "hoverinfo": "text",
    }


def _shares(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Palette) -> dict[str, Any]:
    """The share of samples perturbed at the end of each part, in percent, or how many samples count."""
    lefts = shares_of(heatmap)
    shares = [(left, row, text) for part, left in lefts.items() for row, text in heatmap.beside(part).items()]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [left + SHARE_EDGE for left, *_ in shares],
        "y": [tops[row] + 0.5 for _, row, _ in shares],
        "text": [text for *_, text in shares],
        "textposition": "middle right",
        "textfont": {"size": 11, "color": ink.quiet},
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _scale_bar() -> dict[str, Any]:
    """A trace without points: it is there for its colour bar."""
    marker = {"color": [0], "coloraxis": "coloraxis"}
    return {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "marker": marker, "showlegend": False}


def _hatched_key(heatmap: Heatmap, ink: Palette) -> dict[str, Any]:
    """A trace without points: it is there for its line below the colour bar, which says what hatched cells are."""
    pattern = {"shape": HATCH, "size": 4, "solidity": 0.2, "fgcolor": ink.quiet, "bgcolor": ink.paper}
    outline = {"color": ink.quiet, "width": 1}
    place = {"x": [None], "y": [None], "type": "scatter", "mode": "lines", "line": outline}
    return {**place, "fill": "toself", "fillpattern": pattern, "name": heatmap.hatched_as, "showlegend": True}


def _text(scale: Scale, cell: HeatmapCell, intervals: bool) -> str:
    if cell.note == NOTHING_CHANGED:
        return f'<span style="font-size:10px">{NOTHING_CHANGED.replace(" ", "<br>")}</span>'
    small = scale.brief(cell.low, cell.high) if intervals else small_line(scale, cell)
    return (
        scale.text(cell.value)
        + ("*" if cell.marked else "")
        + (f'<br><span style="font-size:10px">{small}</span>' if small else "")
    )


def hover(scale: Scale, cell: HeatmapCell, letters: int = 60) -> str:
    """What hovering over a cell tells, in lines of about so many letters."""
    lines = [cell.row.full, scale.text(cell.value)]
    if not isnan(cell.sd):
        lines.append(f"± {scale.size(cell.sd)}, the standard deviation over trainings")
    if interval := scale.span(cell.low, cell.high):
        lines.append(f"95 % interval {interval}")
    if cell.few is None and not isnan(cell.share):
        lines.append(f"{percent(cell.share)} of the samples perturbed")
    body = [escape(short) for line in (*lines, cell.note) if line for short in in_lines(line, letters)]
    return "<br>".join([*(f"<b>{escape(name)}</b>" for name in in_lines(cell.column, letters)), *body])


def _colour(heatmap: Heatmap, cell: HeatmapCell, ink: Palette) -> str:
    if isnan(cell.value) or (cell.weak and not (heatmap.pale or heatmap.coloured)):  # stars say what is weak
        return ink.paper
    full = shade(heatmap.scale, cell.value, ink)
    faint = heatmap.pale and not cell.marked and cell.row.group != PUBLISHED
    return mixed((ink.paper, full), PALE) if faint else full
