"""The figure of shares: a row for each group, a mark for each option with its interval, from 0 to 100 %."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

from core.metrics.estimate import Estimate
from pages.ui.runs.ink import COLOURS, DARK, LIGHT, MARKS, Palette, error_bars, plain_layout
from pages.ui.studies.results.chosen import in_percent
from pages.ui.studies.results.rows import SharePoint, ShareRow
from pages.ui.studies.results.tables import span

NAME, LINE, SPACE, TOP, FOOT = 18, 18, 14, 34, 12  # pixels: a row's name, each of its lines, between rows, around all
LABEL = 28  # pixels below for the name of each option, on a narrow screen one under the other
FEW, PALE = 5, 0.35  # judgements: with fewer a row has faint marks
WIDE, LONG, HEAD, FOOT_LINE = 88, 135, 20, 15  # characters on a line above and below a picture; pixels of each
Traces = list[dict[str, Any]]


def forest(rows: Sequence[ShareRow], options: Sequence[str], dark: bool = False) -> Any:
    """The Plotly figure. A filled mark is our share, its line the interval of clusters, a hollow mark the mixed model's
    estimate, and an upright bar what was published. Rows of few judgements are pale."""
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    places, depth = _places(rows)
    shown = list(dict.fromkeys(point.option for row in rows for point in row.points))
    traces: Traces = []
    for option in shown:
        colour, mark = COLOURS[ink][option], MARKS[option]
        of = [(row, point, places[n, point.option]) for n, row in enumerate(rows) for point in row.points
              if point.option == option]  # fmt: skip
        for few in (False, True):
            those = [one for one in of if (one[0].judgements < FEW) is few]
            name = len(shown) > 1 and (not few or len(those) == len(of))
            traces += _ours(those, options[option], colour, mark, name, PALE if few else 1.0)
        traces += _mixed(of, options[option], colour, mark)
        traces += _published(of, ink)
    return Figure(data=traces, layout=_layout(rows, depth, ink))


def said(rows: Sequence[ShareRow], options: Sequence[str]) -> str:
    """The figure for those who hear it."""
    told = (
        f"{row.name}: " + ", ".join(f"{options[p.option]} {in_percent(p.clustered.value)}" for p in row.points)
        for row in rows
    )
    return f"Share of each answer. {'; '.join(told)}. The table below has the intervals."


def height(rows: Sequence[ShareRow]) -> int:
    """How high the figure is, in pixels."""
    each = max((len(row.points) for row in rows), default=1)
    return TOP + FOOT + len(rows) * (NAME + each * LINE + SPACE) + (LABEL * each if each > 1 else 0)


def picture(rows: Sequence[ShareRow], title: str, source: str, ink: Palette) -> dict[str, Any]:
    """A Plotly layout to draw the same figure by once more, as a picture: with its question and where it is from."""
    head = [escape(line) for line in wrap(title, WIDE)]
    foot = [escape(line) for line in wrap(source, LONG)]
    layout = _layout(rows, _places(rows)[1], ink)
    above, below = HEAD * len(head) + 12, FOOT_LINE * len(foot) + 14
    margin = layout["margin"] | {"t": TOP + above, "b": layout["margin"]["b"] + below}
    usual = {"xref": "paper", "yref": "paper", "showarrow": False, "align": "left", "x": 0, "xanchor": "left"}
    named = usual | {"text": f"<b>{'<br>'.join(head)}</b>", "y": 1, "yshift": TOP + above - 6, "yanchor": "top",
                     "font": {"size": 15, "color": ink.text}}  # fmt: skip
    told = usual | {"text": "<br>".join(foot), "y": 0, "yshift": -margin["b"] + 8, "yanchor": "bottom",
                    "font": {"size": 11, "color": ink.quiet}}  # fmt: skip
    annotations = [*layout["annotations"], named, told]
    return layout | {"margin": margin, "annotations": annotations, "width": 760, "height": height(rows) + above + below}


def _places(rows: Sequence[ShareRow]) -> tuple[dict[tuple[int, int], float], float]:
    """Where each row's options stand, in pixels from the top, and how deep it goes."""
    at, places = 0.0, {}
    for n, row in enumerate(rows):
        at += NAME
        for point in row.points:
            places[n, point.option] = at + LINE / 2
            at += LINE
        at += SPACE
    return places, at


Placed = Sequence[tuple[ShareRow, SharePoint, float]]


def _ours(of: Placed, option: str, colour: str, mark: str, legend: bool, opacity: float) -> Traces:
    if not of:
        return []
    shares = _shares([point.clustered for _, point, _ in of], [at for *_, at in of], colour, 2)
    marker = {"color": colour, "size": 9, "symbol": mark}
    hover = [_hover(row, point, option) for row, point, _ in of]
    named = {"name": escape(option), "showlegend": legend, "legendgroup": option, "opacity": opacity}
    return [_trace(shares, marker, hover) | named]


def _mixed(of: Placed, option: str, colour: str, mark: str) -> Traces:
    held = [(row, point, at, point.mixed) for row, point, at in of if point.mixed]
    if not held:
        return []
    shares = _shares([one for *_, one in held], [at + 7 for *_, at, _ in held], colour, 1)
    marker = {"color": colour, "size": 6, "symbol": f"{mark}-open", "line": {"width": 1.5}}
    hover = [_hover(row, point, option) for row, point, *_ in held]
    return [_trace(shares, marker, hover) | {"showlegend": False, "legendgroup": option}]


def _published(of: Placed, ink: Palette) -> Traces:
    held = [(point, at) for _, point, at in of if point.published]
    if not held:
        return []
    shares = {"x": [100 * p.published.share for p, _ in held if p.published], "y": [at for _, at in held]}
    hover = [f"published: {in_percent(p.published.share)} {escape(p.published.answer)}" for p, _ in held if p.published]
    marker = {"symbol": "line-ns-open", "size": 17, "line": {"width": 3}, "color": ink.chosen}
    return [_trace(shares, marker, hover) | {"showlegend": False}]


def _shares(found: Sequence[Estimate], at: Sequence[float], colour: str, thickness: int) -> dict[str, Any]:
    bars = error_bars(found, 100, thickness=thickness, width=0, color=colour)
    return {"x": [100 * one.value for one in found], "y": at, "error_x": bars}


def _trace(shares: dict[str, Any], marker: dict[str, Any], hover: list[str]) -> dict[str, Any]:
    return {"type": "scatter", "mode": "markers", "marker": marker, "hovertext": hover, "hoverinfo": "text", **shares}


def _hover(row: ShareRow, point: SharePoint, option: str) -> str:
    lines = [f"<b>{escape(row.name)}</b>", f"{escape(option)}: {span(point.clustered)}"]
    lines.append(f"{point.wilson.n:,} judgements of {row.items:,} texts by {row.participants} participants")
    lines.append(f"Wilson interval: {span(point.wilson)}")
    return "<br>".join([*lines, *([f"mixed model: {span(point.mixed)}"] if point.mixed else [])])


def _layout(rows: Sequence[ShareRow], depth: float, ink: Palette) -> dict[str, Any]:
    at, names = 0.0, []
    for place, row in enumerate(rows):
        name = f"<b>{escape(row.name)}</b>" if place == 0 < len(rows) - 1 else escape(row.name)
        n = f' <span style="color:{ink.quiet};font-size:11px">n = {row.judgements:,}</span>'
        names.append({
            "text": f"{name}{n}", "x": 0, "xref": "paper", "y": at + NAME / 2, "xanchor": "left",
            "yanchor": "middle", "showarrow": False, "align": "left", "bgcolor": ink.paper, "borderpad": 1,
            "font": {"size": 13, "color": ink.text},
        })  # fmt: skip
        at += NAME + len(row.points) * LINE + SPACE
    axis = {"fixedrange": True, "zeroline": False, "ticks": "", "showline": False}
    return plain_layout(ink) | {
        "margin": {"l": 10, "r": 20, "t": TOP, "b": height(rows) - TOP - round(depth)},
        "height": height(rows),
        "annotations": names,
        "legend": {"orientation": "h", "x": 0, "y": 0, "yref": "paper", "yanchor": "top",
                   "itemclick": False, "itemdoubleclick": False},
        "xaxis": axis | {"range": [-2, 102], "gridcolor": ink.empty, "ticksuffix": " %", "dtick": 25, "side": "top",
                         "tickfont": {"size": 11, "color": ink.quiet}},
        "yaxis": axis | {"range": [depth, 0], "showgrid": False, "showticklabels": False},
    }  # fmt: skip
