"""How a training goes, or went, as a curve: the loss by parts of an epoch, and below it dev by epoch."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.models.training.history import Attempt, EpochSeen
from data.runs.training_seen import TrainingSeen
from pages.ui.runs.ink import BLUE, CONFIG, GREY, ORANGE
from pages.ui.shared.literal import literally

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MARKED = {"color": GREY, "dash": "dot", "width": 1}
TALL, LOW = 230, 130  # pixels, with and without dev


def draw_training(seen: TrainingSeen, key: str) -> None:
    """The model's curves, and what they show in words; nothing before there is a loss."""
    attempt = seen.attempt
    if attempt is None:
        return
    st.markdown(f"**{literally(seen.model)}**")
    st.plotly_chart(_figure(attempt, seen), key=key, config=CONFIG, alt=by_epoch(seen))
    st.caption(literally(seen.in_words))


def by_epoch(seen: TrainingSeen) -> str:
    """All that the curves show, for those who hear it: "epoch 1: training loss 0.612, 0.731 on dev; …"."""
    attempt = seen.attempt or Attempt(0.0)
    mark = f", {_mark(seen)}"
    epochs = [f"epoch {at}: {_spoken(epoch)}{mark * (at == seen.marked)}" for at, epoch in enumerate(attempt.epochs, 1)]
    within = attempt.running[len(attempt.epochs) * attempt.parts :]
    if within:
        epochs.append(f"epoch {len(attempt.epochs) + 1} so far: training loss {within[-1]:.3f}")
    return f"Training of {seen.model}, by epoch: {'; '.join(epochs)}."


def _mark(seen: TrainingSeen) -> str:
    return "kept" if seen.over else "best so far"


def _spoken(seen: EpochSeen) -> str:
    return ", ".join(filter(None, (f"training loss {seen.loss:.3f}", seen.on_dev)))


def _figure(attempt: Attempt, seen: TrainingSeen) -> "Figure":
    from plotly.graph_objects import Figure

    by_matthews = any(epoch.matthews is not None for epoch in attempt.epochs)
    scores = [epoch.matthews if by_matthews else epoch.dev for epoch in attempt.epochs]
    on_dev = [score for score in scores if score is not None]
    figure = Figure()
    at, losses = _losses(attempt)
    figure.add_scatter(x=at, y=losses, mode="lines", line_color=BLUE, hovertemplate="loss %{y:.3f}<extra></extra>")
    if on_dev:
        marks = ["star" if n == seen.marked else "circle" for n in range(1, len(scores) + 1)]
        sizes = [13 if mark == "star" else 7 for mark in marks]
        figure.add_scatter(
            x=list(range(1, len(scores) + 1)), y=scores, yaxis="y2", mode="lines+markers", line_color=ORANGE,
            marker={"symbol": marks, "size": sizes, "opacity": 1}, text=[epoch.on_dev for epoch in attempt.epochs],
            hovertemplate="epoch %{x}: %{text}<extra></extra>",
        )  # fmt: skip
    _lay_out(figure, seen.epochs, on_dev, "Matthews, dev" if by_matthews else "dev")
    if seen.marked:
        figure.add_shape(type="line", x0=seen.marked, x1=seen.marked, y0=0, y1=1, yref="paper", line=MARKED)
        side = "right" if seen.marked > seen.epochs / 2 else "left"
        figure.add_annotation(
            x=seen.marked, y=1, yref="paper", xanchor=side, yanchor="bottom", text=_mark(seen), showarrow=False
        )
    return figure


def _lay_out(figure: "Figure", epochs: int, on_dev: Sequence[float], title: str) -> None:
    """Two panels over one line of epochs, the lower of this title, or one without dev."""
    figure.update_layout(
        height=TALL if on_dev else LOW,
        margin={"l": 0, "r": 8, "t": 16, "b": 0},
        showlegend=False,
        yaxis={"title": "loss", "domain": [0.56, 1] if on_dev else [0, 1], "rangemode": "tozero", "nticks": 4},
        xaxis={"title": "epoch", "range": [0, epochs + 0.15], "dtick": max(1, epochs // 10), "anchor": "free"},
    )
    if on_dev:
        room = max(0.01, (max(on_dev) - min(on_dev)) * 0.2)
        figure.update_layout(
            yaxis2={
                "title": title,
                "domain": [0, 0.44],
                "anchor": "x",
                "nticks": 4,
                "range": [min(on_dev) - room, max(on_dev) + room],
            }
        )
    figure.update_xaxes(fixedrange=True, showgrid=False)
    figure.update_yaxes(fixedrange=True)


def _losses(attempt: Attempt) -> tuple[list[float], list[float]]:
    """The losses and where in the epochs they stand: by parts, or by whole epochs in runs of before."""
    if attempt.running:
        return [(at + 1) / attempt.parts for at in range(len(attempt.running))], list(attempt.running)
    return [float(at) for at in range(1, len(attempt.epochs) + 1)], [seen.loss for seen in attempt.epochs]
