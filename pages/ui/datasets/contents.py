"""What a split holds as a whole: how often each label comes, and how long its texts are."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from core.records import DatasetCard, Task
from core.so_many import so_many
from data.datasets.looking import Counts, label_counts, text_lengths
from data.workspace import Workspace
from pages.ui.runs.ink import BLUE, CONFIG
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.session import workspace

MOST_LABELS = 12  # shown; the rest are counted
MOST_BARS = 24


@dataclass(frozen=True, slots=True)
class LengthBars:
    """Texts by their length in words: bar i counts those from starts[i] on, the last one all that are longer, if it is
    `open_ended`."""

    starts: tuple[int, ...]
    texts: tuple[int, ...]
    sentence: str
    open_ended: bool = False


def draw_contents(card: DatasetCard, split: str, suffix: str = "") -> None:
    """The labels of a split on the left, the lengths of its texts on the right; `suffix` stands after each heading."""
    path = workspace().datasets / card.name / f"{split}.parquet"
    labels, lengths = _read(workspace(), card.name, split, path.stat().st_mtime_ns)
    left, right = st.columns(2, gap="large")
    with left:
        _draw_labels(card.task, labels, suffix)
    with right:
        for field, bars in lengths.items():
            st.markdown(f"**Words per {'text' if len(lengths) == 1 else f'“{field}”'}{suffix}**")
            st.caption(bars.sentence)
            st.plotly_chart(_figure(bars), key=f"lengths-{field}", config=CONFIG)


@st.cache_data(show_spinner=False, max_entries=64)
def _read(home: Workspace, name: str, split: str, written: int) -> tuple[dict[str, int], dict[str, LengthBars]]:
    """(labels, lengths by field), read again when the split was written again."""
    lengths = text_lengths(home, name, split)
    return label_counts(home, name, split), {f: length_bars(words) for f, words in lengths.items() if len(words)}


def _draw_labels(task: Task, counts: Mapping[str, int], suffix: str) -> None:
    if not counts:
        st.text("This split has no labels.")
        return
    if task is Task.SIMILARITY:
        st.markdown(f"**Similarities{suffix}**")
        st.text(similarities_in_words(counts))
        return
    total = sum(counts.values()) or 1
    rows = [(label, f"{n:,}", f"{100 * n / total:.1f} %") for label, n in list(counts.items())[:MOST_LABELS]]
    if (more := len(counts) - MOST_LABELS) > 0:
        rest = sum(list(counts.values())[MOST_LABELS:])
        rows.append((f"and {more} more", f"{rest:,}", f"{100 * rest / total:.1f} %"))
    tagging = task is Task.TAGGING
    what = ["Tag", "Tokens", "Share"] if tagging else ["Label", "Samples", "Share"]
    draw_table(f"{'Tags' if tagging else 'Labels'}{suffix}", what, rows)


def similarities_in_words(counts: Mapping[str, int]) -> str:
    """ "From 0 to 5, on average 2.68."."""
    values = np.repeat([float(label) for label in counts], list(counts.values()))
    return f"From {values.min():g} to {values.max():g}, on average {values.mean():.2f}." if len(values) else "None yet."


def length_bars(words: Counts) -> LengthBars:
    """At most 24 bars of equal width from the shortest text to the 99th percentile, which ends a long tail."""
    low, top = int(words.min()), int(np.percentile(words, 99))
    width = max(1, -(-(top - low + 1) // MOST_BARS))
    starts = np.arange(low, top + 1, width)
    texts = np.bincount(np.minimum((words - low) // width, len(starts) - 1), minlength=len(starts))
    shortest, longest = (so_many(n, "word") for n in (low, int(words.max())))
    sentence = f"Median: {np.median(words):g} words. Shortest text: {shortest}. Longest text: {longest}."
    open_ended = bool(words.max() >= starts[-1] + width)
    return LengthBars(tuple(starts.tolist()), tuple(texts.tolist()), sentence, open_ended)


def _figure(bars: LengthBars) -> go.Figure:
    width = bars.starts[1] - bars.starts[0] if len(bars.starts) > 1 else 1
    ranges = [f"{start}" if width == 1 else f"{start}-{start + width - 1}" for start in bars.starts]
    if bars.open_ended:
        ranges[-1] = f"{bars.starts[-1]} or more"
    figure = go.Figure(
        go.Bar(
            x=[start + (width - 1) / 2 for start in bars.starts],
            y=bars.texts,
            width=width * 0.86,
            marker_color=BLUE,
            customdata=ranges,
            hovertemplate="%{customdata} words: %{y:,} texts<extra></extra>",
        )
    )
    figure.update_layout(height=170, margin={"l": 0, "r": 0, "t": 4, "b": 0}, bargap=0, showlegend=False)
    ticks = [*bars.starts[:-2:4], bars.starts[-1]]
    tick_labels = [*map(str, ticks[:-1]), f"{ticks[-1]}{'+' * bars.open_ended}"]
    figure.update_xaxes(
        title="words in a text",
        showgrid=False,
        fixedrange=True,
        tickvals=[t + (width - 1) / 2 for t in ticks],
        ticktext=tick_labels,
    )
    figure.update_yaxes(title="texts", nticks=4, fixedrange=True)
    return figure
