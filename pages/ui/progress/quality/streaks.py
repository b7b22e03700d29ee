"""Runs of decisions that came too fast to have been read, or that are all alike: for a researcher to look at."""

from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from curation.quality.streaks import ALIKE_RUN, FAST_RUN, MOST_WORDS, WORDS_A_MINUTE, Streak
from pages.ui.progress.decided import seconds
from pages.ui.shared.html_table import draw_table

MOST = 10  # streaks that are shown, the latest
HEADER = ("Person", "When (UTC)", "Decisions in a row", "Median time", "Reading takes", "What stands out")
ABOUT = (
    f"Too fast: {FAST_RUN} or more decisions in a row, each faster than one reading at {WORDS_A_MINUTE} words a "
    f"minute. Most adults read 175 to 300 (Brysbaert 2019); at most {MOST_WORDS} words of a text count, because people "
    f"read around the change. All alike: {ALIKE_RUN} or more equal verdicts in a row, which happens by chance less "
    "than once in 1,000 times. Flinch removed no decision: ask the person before you do."
)


def draw_streaks(found: Sequence[Streak]) -> None:
    """A line for each streak, the latest first; a sentence where there is none."""
    if not found:
        st.markdown("No streaks: nobody decided faster than people read, or repeated one verdict suspiciously often.")
    else:
        draw_table("Streaks", HEADER, map(_row, found[:MOST]))
        if len(found) > MOST:
            st.caption(f"{so_many(len(found) - MOST, 'earlier one is', 'earlier ones are')} not shown.")
    st.caption(ABOUT)


def _row(streak: Streak) -> tuple[str, ...]:
    first, last = f"{streak.first:%Y-%m-%d %H:%M}", f"{streak.last:%H:%M}"
    if streak.first.date() != streak.last.date():
        last = f"{streak.last:%Y-%m-%d %H:%M}"
    what = f"all {streak.verdict}" if streak.verdict else "too fast to read"
    return (
        streak.annotator,
        f"{first}–{last}",
        f"{streak.decisions:,}",
        seconds(streak.milliseconds or None),
        seconds(streak.needed or None).replace("not measured", "unknown"),
        what,
    )
