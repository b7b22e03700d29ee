"""Accuracy against robustness: a mark for each model of the chosen runs, with both its intervals."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan
from typing import Any

import streamlit as st

from core.metrics import Estimate
from core.metrics.grid import by_model
from core.records import Score
from core.text.casing import capitalised
from data.runs.files import RunCard
from data.runs.headline import in_words, main_metric
from pages.ui.heatmaps.leaderboards.grid_kappas import grid_kappas
from pages.ui.runs.ink import COLOURS, CONFIG, MARKS, error_bars, plain_layout
from pages.ui.runs.pictures import inks

HEIGHT, LETTERS = 380, 13  # pixels


@dataclass(frozen=True, slots=True)
class ModelMark:
    """A model of a run: its main metric on original text (0-1), and its robustness over the run's cells."""

    model: str
    dataset: str
    metric: str
    original: Estimate
    robustness: Estimate


def marks(card: RunCard, scores: Iterable[Score]) -> Iterator[ModelMark]:
    """A mark for each model of the run of which both are known."""
    all_scores, main = list(scores), main_metric(card.dataset, card.task)
    original = {s.model: s for s in all_scores if s.metric == main and not s.perturbation and not isnan(s.value)}
    for place in by_model(grid_kappas(all_scores)):
        if (score := original.get(place.name)) and place.robustness.n:
            estimate = Estimate(score.value, score.n, score.low, score.high)
            yield ModelMark(place.name, card.dataset, in_words(main), estimate, place.robustness)


def draw_scatter(points: Sequence[ModelMark]) -> None:
    """The figure; nothing for fewer than two models."""
    if len(points) < 2:
        return
    metric = " or ".join(dict.fromkeys(point.metric for point in points))
    st.subheader(f"{capitalised(metric)} against robustness")
    st.caption("Models at the upper right are better on both axes. Lines are 95 % intervals.")
    alt = "; ".join(f"{point.model} {100 * point.original.value:.1f}, {point.robustness.value:.2f}" for point in points)
    st.plotly_chart(scatter(points, metric), theme=None, key="leaders-scatter", config=CONFIG, alt=alt)


def scatter(points: Sequence[ModelMark], metric: str) -> Any:
    """The Plotly figure; a colour and a shape of mark for each data set."""
    from plotly.graph_objects import Figure

    ink, datasets = inks(), list(dict.fromkeys(point.dataset for point in points))
    originals = [point.original.value for point in points]
    middle = (min(originals) + max(originals)) / 2  # names stand on the side that has room
    axis = {"gridcolor": ink.empty, "zeroline": False, "color": ink.quiet, "fixedrange": True}
    layout = plain_layout(ink, LETTERS) | {
        "height": HEIGHT,
        "margin": {"l": 56, "r": 16, "t": 8, "b": 48},
        "xaxis": {**axis, "title": {"text": f"{metric} on original text (0 to 100)", "font": {"size": LETTERS}}},
        "yaxis": {**axis, "title": {"text": "score: kappa × share changed", "font": {"size": LETTERS}}},
        "showlegend": len(datasets) > 1,
        "legend": {"orientation": "h", "y": 1.08},
    }
    traces = [
        _trace([p for p in points if p.dataset == dataset], COLOURS[ink][n % len(MARKS)], MARKS[n % len(MARKS)], middle)
        for n, dataset in enumerate(datasets)
    ]
    return Figure(data=traces, layout=layout)


def _trace(points: Sequence[ModelMark], colour: str, mark: str, middle: float) -> dict[str, Any]:
    style: dict[str, Any] = {"thickness": 1.5, "width": 0, "color": colour}
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": escape(points[0].dataset),
        "x": [100 * point.original.value for point in points],
        "y": [point.robustness.value for point in points],
        "error_x": error_bars([point.original for point in points], 100, **style),
        "error_y": error_bars([point.robustness for point in points], **style),
        "text": [escape(point.model) for point in points],
        "textposition": [f"top {'left' if point.original.value > middle else 'right'}" for point in points],
        "cliponaxis": False,
        "marker": {"color": colour, "size": 10, "symbol": mark},
        "hovertemplate": "<b>%{text}</b><br>%{x:.1f} of 100 on original text<br>score %{y:.2f}<extra></extra>",
    }
