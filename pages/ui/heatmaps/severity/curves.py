"""Small multiples: a panel for each perturbation, a line for each model with the band of its 95 % intervals."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, isnan
from typing import Any

from core.severity import Unit
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.severity.panels import SeverityPanel
from pages.ui.runs.heatmap.figure import hover
from pages.ui.runs.heatmap.heatmap import AGREEMENT, Heatmap, HeatmapCell, Scale
from pages.ui.runs.heatmap.layout import FRAME, in_frame
from pages.ui.runs.heatmap.paper import plain_subtitle
from pages.ui.runs.ink import COLOURS, DARK, LIGHT, MARKS, Palette, band, plain_layout

ACROSS, NARROWEST, WIDEST, HIGH = 3, 205, 340, 165  # panels in a row where there is room; pixels of a panel
HEAD, BETWEEN, FOOT, TOP = 40, 46, 52, 44  # pixels: above a panel, below its axis, below all, for the models' names
LEFT, GAP = 58, 34
AXES = {
    Unit.PPS: "requested perturbations per sample",
    Unit.PERCENT_CHARACTERS: "% of characters",
    Unit.PERCENT_WORDS: "% of words",
    Unit.PROBABILITY: "probability",
}
FAINT = {"opacity": 0.35}
Slopes = Mapping[tuple[str, str], tuple[str, str]]


def narrowest(panels: Sequence[SeverityPanel]) -> int:
    """How narrow, in pixels, the figure can be read."""
    return LEFT + min(ACROSS, len(panels)) * NARROWEST


def widest(panels: Sequence[SeverityPanel]) -> int:
    """How wide, in pixels, the figure is drawn where there is room."""
    return LEFT + min(ACROSS, len(panels)) * WIDEST


def curves(
    heatmap: Heatmap, panels: Sequence[SeverityPanel], slopes: Slopes, dark: bool = False, across: int = ACROSS
) -> Any:
    """The Plotly figure; under the name of each perturbation stand its slopes, in the colours of the models."""
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    colours = _colours(heatmap, ink)
    marks = {column: MARKS[n % len(MARKS)] for n, column in enumerate(heatmap.columns)}
    in_legend: set[str] = set()
    traces: list[dict[str, Any]] = []
    for number, panel in enumerate(panels):
        axes: dict[str, Any] = {"xaxis": f"x{number + 1}", "yaxis": f"y{number + 1}"} | (FAINT if panel.weak else {})
        for column, line in panel.lines.items():
            bounded = [cell for cell in line if not isnan(cell.low)]
            if len(bounded) > 1:
                at, low, high = zip(*((cell.row.degree, cell.low, cell.high) for cell in bounded), strict=True)
                traces.append(band(at, low, high, colours[column]) | axes)
            trace = _line(heatmap.scale, line, colours[column], marks[column])
            traces.append(
                trace | axes | {"name": escape(column), "legendgroup": column, "showlegend": column not in in_legend}
            )
            in_legend.add(column)
    return Figure(data=traces, layout=_layout(heatmap, panels, slopes, ink, across))


def picture_of(heatmap: Heatmap, panels: Sequence[SeverityPanel], slopes: Slopes, ink: Palette) -> dict[str, Any]:
    """The layout of a picture taken away: with title, source and a margin."""
    layout, text = _layout(heatmap, panels, slopes, ink), f"{plain_subtitle(heatmap)} {heatmap.source}"
    return in_frame(layout, heatmap.title, text, widest(panels) + 2 * FRAME, FRAME, ink)


def _colours(heatmap: Heatmap, ink: Palette) -> dict[str, str]:
    return {column: COLOURS[ink][n % len(COLOURS[ink])] for n, column in enumerate(heatmap.columns)}


def _line(scale: Scale, line: Sequence[HeatmapCell], colour: str, mark: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [cell.row.degree for cell in line],
        "y": [cell.value for cell in line],
        "line": {"color": colour, "width": 2},
        "marker": {"color": colour, "size": 7, "symbol": mark},
        "hovertext": [hover(scale, cell) for cell in line],
        "hoverinfo": "text",
    }


def _layout(
    heatmap: Heatmap, panels: Sequence[SeverityPanel], slopes: Slopes, ink: Palette, most: int = ACROSS
) -> dict[str, Any]:
    colours = _colours(heatmap, ink)
    across, down = min(most, len(panels)), ceil(len(panels) / most)
    high = down * (HEAD + HIGH + BETWEEN)
    low_end, high_end = _range(heatmap.scale, panels)
    layout = plain_layout(ink) | {
        "margin": {"l": LEFT, "r": 8, "t": TOP, "b": FOOT - BETWEEN},
        "height": TOP + high + FOOT - BETWEEN,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yref": "paper", "yanchor": "bottom", "font": {"size": 12.5}},
        "annotations": [],
    }
    line = {"showgrid": False, "zeroline": False, "fixedrange": True, "linecolor": ink.quiet, "showline": True}
    for number, panel in enumerate(panels):
        column, row = number % across, number // across
        left = column / across
        right = (column + 1) / across - (GAP / (WIDEST * across) if column + 1 < across else 0)
        top = 1 - (row * (HEAD + HIGH + BETWEEN) + HEAD) / high
        bottom = top - HIGH / high
        spare = 0.08 * (panel.severities[-1] - panel.severities[0])
        faint = {"showgrid": True, "gridcolor": ink.empty, "zeroline": False, "fixedrange": True}
        layout[f"xaxis{number + 1}"] = line | {
            "domain": [left, right],
            "anchor": f"y{number + 1}",
            "tickvals": panel.severities,
            "range": [panel.severities[0] - spare, panel.severities[-1] + spare],
            "tickfont": {"size": 11, "color": ink.quiet},
            "title": {"text": AXES[Unit(panel.unit)], "font": {"size": 11, "color": ink.quiet}, "standoff": 4},
        }
        layout[f"yaxis{number + 1}"] = faint | {
            "domain": [bottom, top], "anchor": f"x{number + 1}", "range": [low_end, high_end], "nticks": 5,
            "title": {"text": _measured(heatmap) if column == 0 else "", "font": {"size": 11, "color": ink.quiet}},
            "showticklabels": column == 0, "tickfont": {"size": 11, "color": ink.quiet},
        }  # fmt: skip
        text = f"<b>{escape(panel.name)}</b><br>{_slopes(panel, slopes, colours)}"
        layout["annotations"].append(
            {"text": text, "x": left, "y": top, "xref": "paper", "yref": "paper", "xanchor": "left", "align": "left",
             "yanchor": "bottom", "yshift": 2, "showarrow": False, "font": {"size": 12.5, "color": ink.text}}
        )  # fmt: skip
    return layout


def _measured(heatmap: Heatmap) -> str:
    """The name of the vertical axis: "kappa", "accuracy (points of 100)"."""
    metric, unit = METRICS.get(heatmap.origin().metric), heatmap.scale.unit
    return f"{metric.spoken} ({unit})" if metric and unit else metric.spoken if metric else unit


def _slopes(panel: SeverityPanel, slopes: Slopes, colours: Mapping[str, str]) -> str:
    """The slopes of the panel's lines, and the step of severity that they are told for, or why there is none; a blank
    where nothing is known.

    Where few samples were perturbed it says that instead.
    """
    if panel.weak:
        return f'<span style="font-size:11px">{panel.weak_because}</span>'
    entries = [(column, slopes[panel.key, column]) for column in panel.lines if (panel.key, column) in slopes]
    fitted = [(column, slope) for column, slope in entries if slope[1]]
    if entries and not fitted:
        return f'<span style="font-size:11px">{entries[0][1][0]}</span>'
    html = "  ".join(f'<span style="color:{colours[column]}">{text}</span>' for column, (text, _) in fitted)
    return f'<span style="font-size:11px">{html} per {fitted[0][1][1]}</span>' if fitted else " "


def _range(scale: Scale, panels: Sequence[SeverityPanel]) -> tuple[float, float]:
    """The same for all panels: 0 to 1 for agreement, tenths or tens around the figures and their intervals."""
    cells = [cell for panel in panels for line in panel.lines.values() for cell in line]
    lows = [cell.value if isnan(cell.low) else cell.low for cell in cells]
    highs = [cell.value if isnan(cell.high) else cell.high for cell in cells]
    step = 0.1 if scale.high <= 1 else 10
    low, high = floor(min(lows) / step) * step, ceil(max(highs) / step) * step
    return (min(0.0, low), max(1.0, high) + 0.02) if scale is AGREEMENT else (low, max(high, low + step))
