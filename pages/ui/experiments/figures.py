"""The figures of experiments: learnability curves, scatters with labels, boxes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan
from typing import Any

from core.experiments.learnability_results import Learned
from pages.ui.runs.ink import COLOURS, MARKS, Palette, band, plain_layout
from pages.ui.runs.pictures import inks
from pages.ui.shared.perturbation_words import class_names, words

PANEL, HEAD, FOOT = 260, 60, 58  # pixels
LETTER, LINE = 6.2, 15  # pixels of a small letter: how wide, how high
PLOT = (300, 230)  # pixels between the outmost marks of a scatter, for labels that do not collide
BEYOND = 24  # pixels of the plane outside them


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A model and a perturbation by two figures."""

    model: str
    name: str
    x: float
    y: float


def name_of(condition: str) -> str:
    """What figures call a condition: "butter fingers" for "butter_fingers.paper@1"."""
    return ", ".join(words(step.partition("@")[0]).replace(" (paper rules)", "") for step in condition.split(","))


def names_of(conditions: Sequence[str]) -> dict[str, str]:
    """Names that tell these conditions apart: "noun" where all are removals of a class, "phrase shuffle 0.2"."""
    different = list(dict.fromkeys(conditions))
    names = {condition: name_of(condition) for condition in different}
    many = Counter(names.values())
    amounts = {condition: class_names(condition.partition("@")[2]) for condition in different}
    if len(many) == 1 < len(different):
        return amounts
    return {condition: f"{name} {amounts[condition]}" if many[name] > 1 else name for condition, name in names.items()}


def learnability_curves(rows: Sequence[Learned]) -> Any:
    """A panel for each model, a line for each perturbation, its lowest and highest seed as a band."""
    from plotly.subplots import make_subplots

    ink = inks()
    models, conditions = list(dict.fromkeys(r.model for r in rows)), list(dict.fromkeys(r.condition for r in rows))
    head = HEAD + 20 * (len(conditions) // 5)  # the legend's lines
    titles = [f"<b>{escape(model)}</b>" for model in models]
    figure = make_subplots(len(models), 1, subplot_titles=titles, vertical_spacing=70 / (PANEL * len(models) + 1))
    figure.update_layout(_plain(ink, PANEL * len(models) + head + FOOT, head))
    for row in rows:
        at = models.index(row.model)
        panel = {"row": at + 1, "col": 1}
        number = conditions.index(row.condition)
        colour, mark = _look(ink, number)
        dash = "dot" if number >= len(COLOURS[ink]) else "solid"
        shares, points = list(row.at), list(row.at.values())
        if any(point.seeds > 1 for point in points):
            figure.add_trace(band(shares, [p.low for p in points], [p.high for p in points], colour), **panel)
        figure.add_scatter(
            x=shares, y=[point.mean for point in points], name=escape(name_of(row.condition)), mode="lines+markers",
            legendgroup=row.condition, showlegend=at == 0, line={"color": colour, "width": 2, "dash": dash},
            marker={"color": colour, "symbol": mark, "size": 7},
            hovertemplate=f"{escape(name_of(row.condition))}, p %{{x}}: %{{y:.2f}}<extra></extra>", **panel,
        )  # fmt: skip
    ticks = {"tickvals": [0.001, 0.01, 0.1, 1], "ticktext": ["0.001", "0.01", "0.1", "1"]}
    figure.update_xaxes(**_axis(ink, "probability that a text is perturbed", type="log", **ticks))
    figure.update_yaxes(**_axis(ink, "learnability", range=[-0.25, 1.05], showgrid=True))
    return figure.update_annotations(x=0, xanchor="left", font={"color": ink.text, "size": 13})


def scatter(points: Sequence[ScatterPoint], x_title: str, y_title: str) -> Any:
    """A mark for each model and perturbation; labels stand where they do not collide, else hovering tells."""
    from plotly.graph_objects import Figure

    ink = inks()
    figure = Figure(layout=_plain(ink, PLOT[1] + 2 * BEYOND + HEAD + FOOT))
    models = list(dict.fromkeys(point.model for point in points))
    for n, model in enumerate(models):
        colour, mark = _look(ink, n)
        own = [point for point in points if point.model == model]
        figure.add_scatter(
            x=[p.x for p in own], y=[p.y for p in own], mode="markers", name=escape(model), showlegend=len(models) > 1,
            marker={"color": colour, "symbol": mark, "size": 9}, text=[escape(p.name) for p in own],
            hovertemplate=f"{escape(model)}, %{{text}}<br>{x_title} %{{x:.2f}}<br>{y_title} %{{y:.1f}}<extra></extra>",
        )  # fmt: skip
    finite = [point for point in points if not (isnan(point.x) or isnan(point.y))]
    for point, (dx, dy) in placed(finite):
        figure.add_annotation(
            x=point.x, y=point.y, xshift=dx, yshift=dy, text=escape(point.name), showarrow=False,
            xanchor="left" if dx > 0 else "right" if dx < 0 else "center",
            font={"size": 11, "color": ink.quiet},
        )  # fmt: skip
    figure.update_xaxes(**_axis(ink, x_title, showgrid=True, range=_range([p.x for p in finite], PLOT[0])))
    figure.update_yaxes(**_axis(ink, y_title, showgrid=True, range=_range([p.y for p in finite], PLOT[1])))
    return figure


def _range(values: Sequence[float], pixels: int) -> list[float]:
    """From the lowest to the highest, which are so many pixels apart, and a little beyond."""
    low, more = min(values, default=0.0), _spread(values) * BEYOND / pixels if values else 1.0
    return [low - more, max(values, default=0.0) + more]


def placed(points: Sequence[ScatterPoint]) -> list[tuple[ScatterPoint, tuple[float, float]]]:
    """Where labels go, in pixels from their marks: the first of four places that is free and in the plane; none
    where there is no such place."""
    if not points:
        return []
    wide, high = _spread([p.x for p in points]), _spread([p.y for p in points])
    low_x, low_y = min(p.x for p in points), min(p.y for p in points)
    marks = [((p.x - low_x) / wide * PLOT[0], (p.y - low_y) / high * PLOT[1]) for p in points]
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in marks]
    labels = []
    for point, (x, y) in zip(points, marks, strict=True):
        long = LETTER * len(point.name)
        for dx, dy in ((9, 0), (-9, 0), (0, 13), (0, -13)):
            left = x + dx if dx > 0 else x + dx - long if dx < 0 else x - long / 2
            box = (left, y + dy - LINE / 2, left + long, y + dy + LINE / 2)
            inside = box[0] >= -BEYOND and box[2] <= PLOT[0] + BEYOND
            if inside and not any(_meet(box, other) for other in taken):
                taken.append(box)
                labels.append((point, (float(dx), float(dy))))
                break
    return labels


def boxes(quartiles: Mapping[str, Sequence[float]], x_title: str) -> Any:
    """A box for each name, from the least number over the three quartiles to the most."""
    from plotly.graph_objects import Figure

    ink = inks()
    figure = Figure(layout=_plain(ink, 28 * len(quartiles) + FOOT + 30, 10))
    least, first, median, third, most = zip(*quartiles.values(), strict=True)
    figure.add_box(
        y=[escape(name) for name in quartiles], lowerfence=least, q1=first, median=median, q3=third, upperfence=most,
        orientation="h", line={"color": COLOURS[ink][0], "width": 1.5}, showlegend=False, name=x_title,
    )  # fmt: skip
    figure.update_xaxes(**_axis(ink, x_title, showgrid=True, range=[-0.02, 1.02]))
    figure.update_yaxes(autorange="reversed", automargin=True, fixedrange=True, tickfont={"color": ink.text})
    return figure


def _spread(values: Sequence[float]) -> float:
    return (max(values) - min(values)) or 1.0


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _look(ink: Palette, number: int) -> tuple[str, str]:
    colours = COLOURS[ink]
    return colours[number % len(colours)], MARKS[(number + number // len(colours)) % len(MARKS)]


def _axis(ink: Palette, title: str, **more: Any) -> dict[str, Any]:
    usual = {"showgrid": False, "gridcolor": ink.empty, "zeroline": False, "fixedrange": True, "linecolor": ink.quiet}
    font = {"size": 11.5, "color": ink.quiet}
    return usual | {"title": {"text": title, "font": font, "standoff": 6}, "tickfont": font} | more


def _plain(ink: Palette, height: int, head: int = HEAD) -> dict[str, Any]:
    legend = {"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top", "font": {"size": 12}}
    margin = {"l": 54, "r": 8, "t": head, "b": 46}
    return plain_layout(ink) | {"height": height, "margin": margin, "legend": legend}
