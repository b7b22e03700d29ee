"""The figure of shares: a row for each group, a mark for each option with its interval, from 0 to 100 %."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

from core.metrics.estimate import Estimate
from data.published.user_study import PublishedAnswer
from pages.ui.runs.ink import COLOURS, DARK, LIGHT, MARKS, Palette, error_bars, plain_layout
from pages.ui.studies.results.chosen import in_percent
from pages.ui.studies.results.rows import SharePoint, ShareRow
from pages.ui.studies.results.tables import span

LINE, SPACE, TOP, FOOT = 18, 14, 34, 12  # pixels: each line of a row, between rows, around all
NAME, GAP = 26, 8.0  # pixels of a row's name above its lines, and over the first, where the screen is narrow
LABEL = 28  # pixels below for the name of each option, one under the other
PUBLISHED = 16  # pixels above a line for what was published
LETTER, PLOT = 7, 420  # pixels of a letter of a name; the least that lie beside the names
FEW = 5  # judgements: a group with fewer has no row
WIDE, LONG, HEAD, FOOT_LINE = 88, 135, 20, 15  # characters on a line above and below a picture; pixels of each
Traces = list[dict[str, Any]]


def drawn(rows: Sequence[ShareRow]) -> list[ShareRow]:
    """Of all rows those that are drawn: the first, of all judgements, and every group with judgements enough."""
    return [row for n, row in enumerate(rows) if not n or row.judgements >= FEW]


def forest(rows: Sequence[ShareRow], options: Sequence[str], dark: bool = False, wide: bool = True) -> Any:
    """The Plotly figure. A filled mark is our share, its line the interval of clusters, a hollow mark the mixed model's
    estimate, and an upright bar what was published. The names stand on the left where it is `wide`, else above."""
    from plotly.graph_objects import Figure

    ink = DARK if dark else LIGHT
    places, _ = _places(rows, wide)
    shown = list(dict.fromkeys(point.option for row in rows for point in row.points))
    traces: Traces = []
    for option in shown:
        colour, mark = COLOURS[ink][option], MARKS[option]
        of = [(row, point, places[n, point.option]) for n, row in enumerate(rows) for point in row.points
              if point.option == option]  # fmt: skip
        traces += _ours(of, options[option], colour, mark, len(shown) > 1)
        traces += _mixed(of, options[option], colour, mark)
        traces += _published(of, ink)
    return Figure(data=traces, layout=_layout(rows, ink, wide))


def read_out(rows: Sequence[ShareRow], options: Sequence[str]) -> str:
    """The figure for those who hear it."""
    shares = (
        f"{row.name}: " + ", ".join(f"{options[p.option]} {in_percent(p.clustered.value)}" for p in row.points)
        for row in rows
    )
    return f"Share of each answer. {'; '.join(shares)}. The table below has the intervals."


def narrowest(rows: Sequence[ShareRow]) -> int:
    """The pixels from which on the names have room on the left."""
    return _beside(rows) + PLOT


def picture(rows: Sequence[ShareRow], title: str, source: str, ink: Palette) -> dict[str, Any]:
    """A Plotly layout to draw the same figure by once more, as a picture: with its question and where it is from."""
    head = [escape(line) for line in wrap(title, WIDE)]
    foot = [escape(line) for line in wrap(source, LONG)]
    layout = _layout(rows, ink)
    above, below = HEAD * len(head) + 12, FOOT_LINE * len(foot) + 14
    margin = layout["margin"] | {"t": TOP + above, "b": layout["margin"]["b"] + below}
    usual = {"xref": "paper", "yref": "paper", "showarrow": False, "align": "left", "x": 0, "xanchor": "left"}
    header = usual | {"text": f"<b>{'<br>'.join(head)}</b>", "y": 1, "yshift": TOP + above - 6, "yanchor": "top",
                      "font": {"size": 15, "color": ink.text}}  # fmt: skip
    footer = usual | {"text": "<br>".join(foot), "y": 0, "yshift": -margin["b"] + 8, "yanchor": "bottom",
                      "font": {"size": 11, "color": ink.quiet}}  # fmt: skip
    annotations = [*layout["annotations"], header, footer]
    return layout | {
        "margin": margin,
        "annotations": annotations,
        "width": 760,
        "height": layout["height"] + above + below,
    }


def _places(rows: Sequence[ShareRow], wide: bool) -> tuple[dict[tuple[int, int], float], float]:
    """Where each row's options stand, in pixels from the top, and how deep it goes."""
    at, places = 0.0 if wide else GAP, {}
    for n, row in enumerate(rows):
        at += 0 if wide else NAME
        for point in row.points:
            at += PUBLISHED if point.published else 0
            places[n, point.option] = at + LINE / 2
            at += LINE
        at += SPACE
    return places, at


def _beside(rows: Sequence[ShareRow]) -> int:
    """How many pixels the names take on the left."""
    return LETTER * max(len(f"{row.name} n = {row.judgements:,}") for row in rows) + 24


Placed = Sequence[tuple[ShareRow, SharePoint, float]]


def _ours(of: Placed, option: str, colour: str, mark: str, legend: bool) -> Traces:
    shares = _shares([point.clustered for _, point, _ in of], [at for *_, at in of], colour, 2)
    marker = {"color": colour, "size": 9, "symbol": mark}
    hover = [_hover(row, point, option) for row, point, _ in of]
    return [_trace(shares, marker, hover) | {"name": escape(option), "showlegend": legend, "legendgroup": option}]


def _mixed(of: Placed, option: str, colour: str, mark: str) -> Traces:
    fitted = [(row, point, at, point.mixed) for row, point, at in of if point.mixed]
    if not fitted:
        return []
    shares = _shares([estimate for *_, estimate in fitted], [at + 7 for *_, at, _ in fitted], colour, 1)
    marker = {"color": colour, "size": 6, "symbol": f"{mark}-open", "line": {"width": 1.5}}
    hover = [_hover(row, point, option) for row, point, *_ in fitted]
    return [_trace(shares, marker, hover) | {"showlegend": False, "legendgroup": option}]


def _published(of: Placed, ink: Palette) -> Traces:
    bars = [(point, at) for _, point, at in of if point.published]
    if not bars:
        return []
    shares = {"x": [100 * p.published.share for p, _ in bars if p.published], "y": [at for _, at in bars]}
    hover = [f"published: {in_percent(p.published.share)} {escape(p.published.answer)}" for p, _ in bars if p.published]
    marker = {"symbol": "line-ns-open", "size": 17, "line": {"width": 3}, "color": ink.text}
    return [_trace(shares, marker, hover) | {"showlegend": False}]


def _shares(estimates: Sequence[Estimate], at: Sequence[float], colour: str, thickness: int) -> dict[str, Any]:
    bars = error_bars(estimates, 100, thickness=thickness, width=0, color=colour)
    return {"x": [100 * estimate.value for estimate in estimates], "y": at, "error_x": bars}


def _trace(shares: dict[str, Any], marker: dict[str, Any], hover: list[str]) -> dict[str, Any]:
    return {"type": "scatter", "mode": "markers", "marker": marker, "hovertext": hover, "hoverinfo": "text", **shares}


def _hover(row: ShareRow, point: SharePoint, option: str) -> str:
    lines = [f"<b>{escape(row.name)}</b>", f"{escape(option)}: {span(point.clustered)}"]
    lines.append(f"{point.wilson.n:,} judgements of {row.items:,} texts by {row.participants} participants")
    lines.append(f"Wilson interval: {span(point.wilson)}")
    return "<br>".join([*lines, *([f"mixed model: {span(point.mixed)}"] if point.mixed else [])])


def _layout(rows: Sequence[ShareRow], ink: Palette, wide: bool = True) -> dict[str, Any]:
    places, depth = _places(rows, wide)
    left = _beside(rows) if wide else 10
    names = [_name(rows, n, places, left if wide else 0, ink) for n in range(len(rows))]
    printed = [_printed(p.published, places[n, p.option], ink) for n, row in enumerate(rows) for p in row.points
               if p.published]  # fmt: skip
    options = max(len(row.points) for row in rows)
    below = FOOT + (LABEL * options if options > 1 else 0)
    axis = {"fixedrange": True, "zeroline": False, "ticks": "", "showline": False}
    return plain_layout(ink) | {
        "margin": {"l": left, "r": 20, "t": TOP, "b": below},
        "height": TOP + round(depth) + below,
        "annotations": [*names, *printed],
        "legend": {"x": 0, "y": 0, "yref": "paper", "yanchor": "top",
                   "itemclick": False, "itemdoubleclick": False},
        "xaxis": axis | {"range": [-2, 102], "gridcolor": ink.empty, "ticksuffix": " %", "dtick": 25, "side": "top",
                         "tickfont": {"size": 11, "color": ink.quiet}},
        "yaxis": axis | {"range": [depth, 0], "showgrid": False, "showticklabels": False},
    }  # fmt: skip


def _name(
    rows: Sequence[ShareRow], n: int, places: dict[tuple[int, int], float], beside: int, ink: Palette
) -> dict[str, Any]:
    """The name of a row: so many pixels to the left of the plot at the height of its lines, for 0 above them."""
    row = rows[n]
    lines = [places[n, point.option] for point in row.points]
    above = lines[0] - (PUBLISHED if row.points[0].published else 0) - NAME
    name = f"<b>{escape(row.name)}</b>" if n == 0 < len(rows) - 1 else escape(row.name)
    return {
        "text": f'{name} <span style="color:{ink.quiet};font-size:11px">n = {row.judgements:,}</span>',
        "x": 0, "xref": "paper", "xshift": -beside or -10, "xanchor": "left", "align": "left",
        "y": sum(lines) / len(lines) if beside else above, "yanchor": "middle", "showarrow": False,
        "bgcolor": ink.paper, "borderpad": 1, "font": {"size": 13, "color": ink.text},
    }  # fmt: skip


def _printed(published: PublishedAnswer, at: float, ink: Palette) -> dict[str, Any]:
    """What the bar of a published share is, above it and within the plot."""
    share = published.share
    return {
        "text": f"published {in_percent(share)}", "x": 100 * share, "y": at - LINE / 2, "yanchor": "bottom",
        "xanchor": "right" if share > 0.8 else "left" if share < 0.2 else "center", "showarrow": False,
        "bgcolor": ink.paper, "borderpad": 0, "font": {"size": 11, "color": ink.text},
    }  # fmt: skip
