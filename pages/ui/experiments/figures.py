"""The figures of experiments: learnability curves and boxes, and what their figures share."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from html import escape
from math import isnan, log10
from typing import Any

from core.experiments.learnability_results import Learned
from pages.ui.runs.ink import COLOURS, MARKS, Palette, band, plain_layout
from pages.ui.runs.pictures import inks
from pages.ui.shared.perturbation_words import class_names, words

PANEL, HEAD, FOOT = 260, 30, 58  # pixels; HEAD has the models of a legend, or the name of a panel
LETTER, LINE = 6.2, 15  # pixels of a small letter: how wide, how high
KEEP = 12  # pixels of a panel's height above and below its lines


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


def area_of(shares: Collection[float]) -> str:
    """What average learnability over these probabilities is called, with the most it can be: "average learnability
    (area, at most 2)"."""
    return f"average learnability (area, at most {log10(max(shares) / min(shares)):.2g})"


def learnability_curves(rows: Sequence[Learned]) -> Any:
    """A panel for each model, a line for each perturbation, named at its end, its lowest and highest seed as a band."""
    from plotly.subplots import make_subplots

    ink = inks()
    models, conditions = list(dict.fromkeys(r.model for r in rows)), list(dict.fromkeys(r.condition for r in rows))
    titles = [f"<b>{escape(model)}</b>" for model in models]
    figure = make_subplots(len(models), 1, subplot_titles=titles, vertical_spacing=70 / (PANEL * len(models) + 1))
    figure.update_layout(plain(ink, PANEL * len(models) + HEAD + FOOT, HEAD), showlegend=False)
    figure.update_annotations(x=0, xanchor="left", font={"color": ink.text, "size": 13})
    figure.update_layout(margin_r=round(LETTER * max(len(name_of(condition)) for condition in conditions)) + 12)
    lowest = min((p.low for row in rows for p in row.at.values() if not isnan(p.low)), default=0.0)
    spread = [min(lowest, 0.0), 1.0]
    beyond = KEEP / PANEL * (spread[1] - spread[0])
    for row in rows:
        at = models.index(row.model)
        panel = {"row": at + 1, "col": 1}
        number = conditions.index(row.condition)
        colour, mark = look(ink, number)
        dash = "dot" if number >= len(COLOURS[ink]) else "solid"
        shares, points = list(row.at), list(row.at.values())
        if any(point.seeds > 1 for point in points):
            figure.add_trace(band(shares, [p.low for p in points], [p.high for p in points], colour), **panel)
        figure.add_scatter(
            x=shares, y=[point.mean for point in points], name=escape(name_of(row.condition)), mode="lines+markers",
            line={"color": colour, "width": 2, "dash": dash}, cliponaxis=False,
            marker={"color": colour, "symbol": mark, "size": 7},
            hovertemplate=f"{escape(name_of(row.condition))}, p %{{x}}: %{{y:.2f}}<extra></extra>", **panel,
        )  # fmt: skip
    for at, model in enumerate(models):
        ends = {r.condition: r.at[max(r.at)].mean for r in rows if r.model == model and r.at}
        scale = (PANEL - 70) / (spread[1] - spread[0])  # pixels
        shifts = apart({on: scale * y for on, y in ends.items() if not isnan(y)}, scale * spread[0])
        for condition, shift in shifts.items():
            figure.add_annotation(
                x=1, y=ends[condition], xref="x domain", text=escape(name_of(condition)), showarrow=False,
                xanchor="left", xshift=8, yshift=shift, row=at + 1, col=1,
                font={"size": 11, "color": look(ink, conditions.index(condition))[0]},
            )  # fmt: skip
    ticks = {"tickvals": [0.001, 0.01, 0.1, 1], "ticktext": ["0.001", "0.01", "0.1", "1"]}
    figure.update_xaxes(**axis(ink, "probability that a text is perturbed", type="log", **ticks))
    figure.update_yaxes(**axis(ink, "learnability", range=[spread[0] - beyond, spread[1] + beyond], showgrid=True))
    return figure


def apart(heights: Mapping[str, float], floor: float) -> dict[str, float]:
    """By how many pixels to raise each name at such a height so that no two are closer than a line, and none is below
    the floor."""
    ordered = sorted(heights, key=lambda name: -heights[name])
    tops: list[float] = []
    for name in ordered:
        tops.append(min(heights[name], tops[-1] - LINE + 1) if tops else heights[name])
    for up, n in enumerate(reversed(range(len(tops)))):
        tops[n] = max(tops[n], floor + up * (LINE - 1))
    return {name: top - heights[name] for name, top in zip(ordered, tops, strict=True)}


def boxes(quartiles: Mapping[str, Sequence[float]], x_title: str) -> Any:
    """A box for each name, from the least number over the three quartiles to the most."""
    from plotly.graph_objects import Figure

    ink = inks()
    figure = Figure(layout=plain(ink, 28 * len(quartiles) + FOOT + 30, 10))
    least, first, median, third, most = zip(*quartiles.values(), strict=True)
    figure.add_box(
        y=[escape(name) for name in quartiles], lowerfence=least, q1=first, median=median, q3=third, upperfence=most,
        orientation="h", line={"color": COLOURS[ink][0], "width": 1.5}, showlegend=False, name=x_title,
    )  # fmt: skip
    figure.update_xaxes(**axis(ink, x_title, showgrid=True, range=[-0.02, 1.02]))
    figure.update_yaxes(autorange="reversed", automargin=True, fixedrange=True, tickfont={"color": ink.text})
    return figure


def look(ink: Palette, number: int) -> tuple[str, str]:
    colours = COLOURS[ink]
    return colours[number % len(colours)], MARKS[(number + number // len(colours)) % len(MARKS)]


def axis(ink: Palette, title: str, **more: Any) -> dict[str, Any]:
    usual = {"showgrid": False, "gridcolor": ink.empty, "zeroline": False, "fixedrange": True, "linecolor": ink.quiet}
    font = {"size": 11.5, "color": ink.quiet}
    return usual | {"title": {"text": title, "font": font, "standoff": 6}, "tickfont": font} | more


def plain(ink: Palette, height: int, head: int = HEAD) -> dict[str, Any]:
    legend = {"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top", "font": {"size": 12}}
    margin = {"l": 54, "r": 8, "t": head, "b": 46}
    return plain_layout(ink) | {"height": height, "margin": margin, "legend": legend}
