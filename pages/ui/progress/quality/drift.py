"""Decisions in a row that came too fast to have been read or are all alike; and whether people judge otherwise, or
faster, as time goes on: a table of everybody, a chart of one of them."""

from collections.abc import Sequence
from functools import partial
from math import ceil, floor, isnan, log10
from typing import TYPE_CHECKING

import streamlit as st

from core.metrics.estimate import Estimate
from core.metrics.significance import LEVEL
from core.rounding import p_in_words
from core.so_many import so_many
from curation.quality.drift import BLOCK, FEWEST_BLOCKS, DecisionBlock, Drift
from curation.quality.streaks import ALIKE_RUN, FAST_RUN, MOST_WORDS, WORDS_A_MINUTE, Streak
from pages.ui.progress.agreeing import figure, percent
from pages.ui.progress.decided import seconds
from pages.ui.runs.ink import BLUE, CONFIG, GREY, ORANGE, error_bars
from pages.ui.shared.html_table import draw_table

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

WHO = "drift-of"
FEWEST_OTHERS = 10  # decisions of others below which their share is not drawn
BESIDE = 0.008  # of the width: error bars of two lines stand side by side
HEADER = (
    "Person",
    "Decisions",
    "Kept at first",
    "Kept recently",
    "Change in kept",
    "Time at first",
    "Time recently",
    "Change in time",
)
ABOUT = (
    f"Share kept or relabelled, and median time, in a person's first and latest {BLOCK} decisions, with 95 % "
    "intervals. The latest block can be larger, because it includes the remaining decisions. Change: p of Mantel's "
    f"trend test within cells, Holm-adjusted over all people and both measures; p below {LEVEL:.2f} shows “changed”. "
    "People often get faster as they learn. Cells in best-first order are left out, because the share kept falls there "
    "for everybody."
)
in_seconds = partial(figure, digits=1, unit=" s", undefined="not measured")
MOST_STREAKS = 10  # streaks that are shown, the latest
STREAKS = ("Person", "When (UTC)", "Decisions in a row", "Median time", "Reading time", "Reason")
FAST_OR_ALIKE = (
    f"Too fast: {FAST_RUN} or more decisions in a row, each faster than one reading at {WORDS_A_MINUTE} words a "
    f"minute. Most adults read 175 to 300 words a minute (Brysbaert 2019). At most {MOST_WORDS} words of a text count, "
    f"because people read only around the change. All alike: {ALIKE_RUN} or more equal verdicts in a row; the "
    "probability of this by chance is below 1 in 1,000. Flinch removed no decision: ask the person before you remove "
    "any."
)


def draw_drifts(drifts: Sequence[Drift]) -> None:
    """A line for each person with two blocks of decisions, who has too few, and a chart of whoever is chosen."""
    tested = [drift for drift in drifts if drift.blocks]
    few = [f"{drift.annotator} ({drift.decisions:,})" for drift in drifts if not drift.blocks]
    if tested:
        draw_table("First and latest decisions", HEADER, map(_row, tested))
        st.caption(ABOUT)
        _draw_chart(tested)
    if few:
        st.text(f"Too few decisions to test for drift ({FEWEST_BLOCKS * BLOCK} are needed): {', '.join(few)}.")


def _row(drift: Drift) -> tuple[str, ...]:
    first, last = drift.blocks[0], drift.blocks[-1]
    return (
        drift.annotator,
        f"{drift.decisions:,}",
        *(f"{percent(block.collected)} of {block.collected.n}" for block in (first, last)),
        _p(drift.share_change),
        in_seconds(first.seconds),
        in_seconds(last.seconds),
        _p(drift.pace_change),
    )


def _p(p: float) -> str:
    if isnan(p):
        return "unknown"
    words = p_in_words(p)
    return f"changed, {words}" if p < LEVEL else words


def _draw_chart(drifts: Sequence[Drift]) -> None:
    names = [drift.annotator for drift in drifts]
    name = st.selectbox("Show", names, key=WHO, width=320) if len(names) > 1 else names[0]
    drift = next(drift for drift in drifts if drift.annotator == name)
    st.plotly_chart(_figure(drift), key=f"drift-{name}", config=CONFIG, alt=in_words(drift))
    st.caption(
        "Top: percentage of samples kept or relabelled by this person (blue) and by others in the same cells (dotted "
        f"grey; only where others made at least {FEWEST_OTHERS} decisions). Bottom: median seconds for a decision. "
        "Bars: 95 % intervals."
    )


def in_words(drift: Drift) -> str:
    """All that the chart shows, for those who hear it."""
    blocks = "; ".join(map(_block_in_words, drift.blocks))
    return f"Decisions of {drift.annotator} in blocks. {blocks}."


def _block_in_words(block: DecisionBlock) -> str:
    others = f", others {percent(block.others)} of {block.others.n:,}" if block.others.n >= FEWEST_OTHERS else ""
    own = f"{block.first} to {block.last}: {percent(block.collected)} kept"
    return f"{own}{others}, {in_seconds(block.seconds)} of {block.seconds.n:,} timed"


def _figure(drift: Drift) -> "Figure":
    from plotly.graph_objects import Figure

    blocks, beside = drift.blocks, drift.decisions * BESIDE
    chart = Figure()
    if compared := [block for block in blocks if block.others.n >= FEWEST_OTHERS]:
        _line(chart, compared, [block.others for block in compared], {"color": GREY, "dash": "dot"}, "y", 100, beside)
    _line(chart, blocks, [block.collected for block in blocks], {"color": BLUE}, "y", 100)
    _line(chart, blocks, [block.seconds for block in blocks], {"color": ORANGE}, "y2")
    timed = [block.seconds for block in blocks if block.seconds.n]
    longest = max((max(estimate.value, estimate.high) for estimate in timed), default=1.0)
    tick = tick_of(longest)
    chart.update_layout(
        height=300,
        margin={"l": 52, "r": 8, "t": 8, "b": 0},
        showlegend=False,
        xaxis={
            "title": "decisions", "range": [0, 1.01 * drift.decisions], "nticks": 8, "tickangle": 0,
            "anchor": "free", "position": 0,
        },
        annotations=[_title("% kept", 0.78), _title("seconds", 0.22)],
        yaxis={"domain": [0.56, 1], "range": [-4, 104], "nticks": 4},
        yaxis2={"domain": [0, 0.44], "range": [0, tick * ceil(longest / tick)], "dtick": tick},
    )  # fmt: skip
    return chart


def _title(text: str, y: float) -> dict[str, object]:
    """The title of an axis, at the same distance whatever its numbers are."""
    return {
        "text": text, "x": 0, "xref": "paper", "xshift": -44, "y": y, "yref": "paper", "textangle": -90,
        "showarrow": False, "font": {"size": 14},
    }  # fmt: skip


def tick_of(highest: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten of which four reach at least as high."""
    power = 10.0 ** floor(log10(highest / 4))
    return next(tick for times in (1, 2, 5, 10) if 4 * (tick := times * power) >= highest)


def _line(
    chart: "Figure",
    blocks: Sequence[DecisionBlock],
    estimates: Sequence[Estimate],
    line: dict[str, str],
    axis: str,
    times: float = 1,
    beside: float = 0,
) -> None:
    """A point at the middle of each block, or so many decisions `beside` it."""
    chart.add_scatter(
        x=[(block.first + block.last) / 2 + beside for block in blocks],
        y=[times * e.value for e in estimates], yaxis=axis, mode="lines+markers", line=line,
        error_y=error_bars(estimates, times, thickness=1),
        customdata=[(f"{block.first}–{block.last}", e.n) for block, e in zip(blocks, estimates, strict=True)],
        hovertemplate="%{customdata[0]}: %{y:.1f}, n = %{customdata[1]}<extra></extra>",
    )  # fmt: skip


def draw_streaks(streaks: Sequence[Streak]) -> None:
    """A line for each streak, the latest first; a sentence where there is none."""
    if not streaks:
        st.markdown("No streaks: nobody decided faster than people read, or repeated one verdict suspiciously often.")
    else:
        draw_table("Streaks", STREAKS, map(_streak, streaks[:MOST_STREAKS]))
        if len(streaks) > MOST_STREAKS:
            st.caption(f"{so_many(len(streaks) - MOST_STREAKS, 'earlier streak is', 'earlier streaks are')} not shown.")
    st.caption(FAST_OR_ALIKE)


def _streak(streak: Streak) -> tuple[str, ...]:
    first, last = f"{streak.first:%-d %b %Y %H:%M}", f"{streak.last:%H:%M}"
    if streak.first.date() != streak.last.date():
        last = f"{streak.last:%-d %b %Y %H:%M}"
    what = f"all {streak.verdict}" if streak.verdict else "too fast to read"
    return (
        streak.annotator,
        f"{first}–{last}",
        f"{streak.decisions:,}",
        seconds(streak.milliseconds or None),
        seconds(streak.needed or None).replace("not measured", "unknown"),
        what,
    )
