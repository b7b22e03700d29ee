"""What stands around the cells of a heatmap: its size, title, axes, colour bar and inks."""

from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

from pages.ui.heatmaps.heatmap import Heatmap, HeatmapRow, Scale

ROW, GAP, NARROW, COLUMN, WIDE = 34, 9, 47, 96, 220  # pixels; a column is NARROW to WIDE, as the screen is
FRAME, PICTURE = 28, 640  # pixels: the margin of a picture taken away, and how wide it is at least
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


def widest(heatmap: Heatmap) -> int:
    """How wide, in pixels, the figure is drawn where there is room."""
    return _labels(heatmap) + WIDE * len(heatmap.columns) + 8


def narrowest(heatmap: Heatmap) -> int:
    """How narrow, in pixels, the figure can be read; a narrower screen scrolls it sideways."""
    return _labels(heatmap) + NARROW * len(heatmap.columns) + 8


def picture_width(heatmap: Heatmap) -> int:
    """How wide, in pixels, a picture taken away is."""
    return max(PICTURE, _labels(heatmap) + COLUMN * len(heatmap.columns) + 2 * FRAME)


def _labels(heatmap: Heatmap) -> int:
    """Room for the rows' labels, in pixels, in whatever sans-serif font there is."""
    return round(10 + 6.6 * max((len(row.label) for row in heatmap.rows), default=0))


def tops_of(rows: tuple[HeatmapRow, ...]) -> dict[HeatmapRow, float]:
    """Where each row begins, in rows from the top; a new group leaves a gap."""
    at, tops, group = 0.0, {}, rows[0].group if rows else ""
    for row in rows:
        at += GAP / ROW if row.group != group else 0
        tops[row], group = at, row.group
        at += 1
    return tops


def picture(heatmap: Heatmap, ink: Ink) -> dict[str, Any]:
    """The layout of a picture taken away: title, source and a margin around, and nothing of what was selected."""
    width = picture_width(heatmap)
    title = wrap(heatmap.title, round((width - 2 * FRAME) / 8.5))
    subtitle = wrap(f"{heatmap.subtitle} {heatmap.source}", round((width - 2 * FRAME) / 6.4))
    drawn = layout(heatmap, tops_of(heatmap.rows), ink)
    heading = FRAME + 22 * len(title) + 17 * len(subtitle) + 8
    margin = drawn["margin"]
    left = margin["l"] + FRAME
    right = max(FRAME, width - left - WIDE * len(heatmap.columns))
    drawn["margin"] = {"l": left, "r": right, "t": margin["t"] + heading, "b": margin["b"] + FRAME - 10}
    height = drawn["height"] + heading + FRAME - 10
    return drawn | {"title": _title(title, subtitle, ink), "width": width, "height": height, "autosize": False}


def layout(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Ink) -> dict[str, Any]:
    """Plotly's layout for a heatmap whose rows begin at `tops`, counted in rows."""
    heads = [_head(name, heatmap.heads.get(name, "")) for name in heatmap.columns]
    depth = max(tops.values(), default=0) + 1
    top = 14 * max((head.count("<br>") + 1 for head in heads), default=1) + 12
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "showline": False, "ticks": ""}
    return {
        "font": {"family": FONT, "color": ink.text, "size": 13},
        "paper_bgcolor": ink.paper,
        "plot_bgcolor": ink.paper,
        "margin": {"l": _labels(heatmap), "r": 8, "t": top, "b": 50},
        "height": round(top + 50 + depth * ROW),
        "bargap": 0,
        "barmode": "overlay",
        "dragmode": False,
        "clickmode": "event+select",
        "xaxis": {
            **axis,
            "side": "top",
            "range": [0, len(heatmap.columns)],
            "tickvals": [n + 0.5 for n in range(len(heatmap.columns))],
            "ticktext": heads,
            "tickangle": 0,
            "ticklabeloverflow": "allow",
            "tickfont": {"size": 11, "color": ink.text},
        },
        "yaxis": {
            **axis,
            "range": [depth, 0],
            "tickvals": [top + 0.5 for top in tops.values()],
            "ticktext": [escape(row.label) for row in tops],
            "tickfont": {"size": 12.5, "color": ink.quiet},
            "ticklabelstandoff": 6,
        },
        "coloraxis": _coloraxis(heatmap.scale, ink),
        "hoverlabel": {"font": {"family": FONT, "size": 13}},
    }


def _head(name: str, line: str) -> str:
    """A column's head: the model's name in short lines, and below it the parts of its line."""
    parts = [*wrap(HEADS.get(name, name), 11, break_long_words=False), *filter(None, line.split(", "))]
    return "<br>".join(map(escape, parts))


def _title(title: list[str], subtitle: list[str], ink: Ink) -> dict[str, Any]:
    return {
        "text": "<br>".join(f"<b>{escape(line)}</b>" for line in title),
        "subtitle": {"text": "<br>".join(map(escape, subtitle)), "font": {"size": 13, "color": ink.quiet}},
        "font": {"size": 17, "color": ink.text},
        "x": 0,
        "xref": "container",
        "y": 1,
        "yanchor": "top",
        "pad": {"t": FRAME, "l": FRAME},
    }


def _coloraxis(scale: Scale, ink: Ink) -> dict[str, Any]:
    from plotly.colors import get_colorscale  # spelled out: the browser does not know all names

    marks = [scale.low, (scale.low + scale.high) / 2, scale.high]
    return {
        "colorscale": get_colorscale(scale.colours),
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
