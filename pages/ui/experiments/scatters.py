"""Scatters of experiments: a mark for each model and perturbation, and every one has its name or a number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import isnan
from typing import Any

import streamlit as st

from pages.ui.experiments.figures import FOOT, HEAD, LETTER, LINE, axis, look, plain
from pages.ui.runs.ink import CONFIG
from pages.ui.runs.pictures import inks
from pages.ui.shared.literal import literally

PLOT = (300, 230)  # pixels between the outmost marks of a scatter, for labels that do not collide
BEYOND = 24  # pixels of the plane outside them
SIDES = tuple((9.0 * side, up, float(side < 0)) for up in (0.0, 9.0, -9.0) for side in (1, -1))
OVER = tuple((0.0, up, left) for up in (13.0, -13.0) for left in (0.5, 0.25, 0.75, 0.0, 1.0))
PLACES = (*SIDES, *OVER)  # of a label: pixels across and up from its mark, and how much of it lies left of that
ANCHORS = {0.0: "left", 1.0: "right"}


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A model and a perturbation by two figures."""

    model: str
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scatter:
    """The points of a chart and what its axes are called; `key` is that of the chart on its page."""

    key: str
    points: Sequence[ScatterPoint]
    x_title: str
    y_title: str


def draw_scatters(charts: Sequence[Scatter]) -> None:
    """Two in a row; what the numbers in them mean stands above."""
    numbers = numbers_of([chart.points for chart in charts])
    if numbers:
        st.caption(literally(" · ".join(f"{number} {name}" for name, number in numbers.items())))
    for first in range(0, len(charts), 2):
        for side, chart in zip(st.columns(2), charts[first : first + 2], strict=False):
            figure = scatter(chart.points, chart.x_title, chart.y_title, numbers)
            alt = f"{chart.y_title}, by {chart.x_title}."
            side.plotly_chart(figure, theme=None, config=CONFIG, key=chart.key, alt=alt)


def known(points: Sequence[ScatterPoint]) -> list[ScatterPoint]:
    """Those that have both figures."""
    return [point for point in points if not (isnan(point.x) or isnan(point.y))]


def numbers_of(charts: Sequence[Sequence[ScatterPoint]]) -> dict[str, str]:
    """A number for each name where these charts have no room for all names, else nothing."""
    if all(len(placed(points)) == len(known(points)) for points in charts):
        return {}
    names = dict.fromkeys(point.name for points in charts for point in points)
    return {name: str(number) for number, name in enumerate(names, 1)}


def scatter(
    points: Sequence[ScatterPoint], x_title: str, y_title: str, numbers: Mapping[str, str] | None = None
) -> Any:
    """A mark for each model and perturbation with its name, or its number where there are `numbers`."""
    from plotly.graph_objects import Figure

    ink = inks()
    models = list(dict.fromkeys(point.model for point in points))
    head = HEAD if len(models) > 1 else 8
    figure = Figure(layout=plain(ink, PLOT[1] + 2 * BEYOND + head + FOOT, head))
    for n, model in enumerate(models):
        colour, mark = look(ink, n)
        own = [point for point in points if point.model == model]
        figure.add_scatter(
            x=[p.x for p in own], y=[p.y for p in own], mode="markers", name=escape(model), showlegend=len(models) > 1,
            marker={"color": colour, "symbol": mark, "size": 9}, text=[escape(p.name) for p in own],
            hovertemplate=f"{escape(model)}, %{{text}}<br>{x_title} %{{x:.2f}}<br>{y_title} %{{y:.1f}}<extra></extra>",
        )  # fmt: skip
    finite = known(points)
    labelled = [replace(point, name=numbers[point.name]) for point in finite] if numbers else finite
    for point, (dx, dy, left) in placed(labelled):
        figure.add_annotation(
            x=point.x, y=point.y, yshift=dy, text=escape(point.name), showarrow=False,
            xshift=dx if left in ANCHORS else dx + (0.5 - left) * LETTER * len(point.name),
            xanchor=ANCHORS.get(left, "center"), font={"size": 11, "color": ink.quiet},
        )  # fmt: skip
    figure.update_xaxes(**axis(ink, x_title, showgrid=True, range=_range([p.x for p in finite], PLOT[0])))
    figure.update_yaxes(**axis(ink, y_title, showgrid=True, range=_range([p.y for p in finite], PLOT[1])))
    return figure


def _range(values: Sequence[float], pixels: int) -> list[float]:
    """From the lowest to the highest, which are so many pixels apart, and a little beyond."""
    low, more = min(values, default=0.0), _spread(values) * BEYOND / pixels if values else 1.0
    return [low - more, max(values, default=0.0) + more]


def placed(points: Sequence[ScatterPoint]) -> list[tuple[ScatterPoint, tuple[float, float, float]]]:
    """Where labels go: of `PLACES` the first that is free and in the plane; none where there is no such place. A label
    that gets none takes its place before the others, once."""
    order, tried = list(range(len(known(points)))), set[int]()
    while True:
        labels = _placed(known(points), order)
        left_out = next((n for n in order if n not in labels and n not in tried), None)
        if left_out is None:
            return [(known(points)[n], place) for n, place in sorted(labels.items())]
        tried.add(left_out)
        order.remove(left_out)
        order.insert(0, left_out)


def _placed(points: Sequence[ScatterPoint], order: Sequence[int]) -> dict[int, tuple[float, float, float]]:
    """By the number of a point the place of its label; those of the `order` choose one after the other."""
    if not points:
        return {}
    wide, high = _spread([p.x for p in points]), _spread([p.y for p in points])
    low_x, low_y = min(p.x for p in points), min(p.y for p in points)
    marks = [((p.x - low_x) / wide * PLOT[0], (p.y - low_y) / high * PLOT[1]) for p in points]
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in marks]
    labels = {}
    for n in order:
        (x, y), long = marks[n], LETTER * len(points[n].name)
        for dx, dy, left in PLACES:
            begins = x + dx - left * long
            box = (begins, y + dy - LINE / 2 + 1, begins + long, y + dy + LINE / 2 - 1)
            inside = box[0] >= -BEYOND and box[2] <= PLOT[0] + BEYOND
            if inside and not any(_meet(box, other) for other in taken):
                taken.append(box)
                labels[n] = (dx, dy, left)
                break
    return labels


def _spread(values: Sequence[float]) -> float:
    return (max(values) - min(values)) or 1.0


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
