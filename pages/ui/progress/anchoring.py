"""Whether hints sway people, for the campaigns that show them for a random half."""

from collections.abc import Sequence
from itertools import chain
from math import isnan

import streamlit as st

from core.so_many import so_many
from curation.campaigns.anchoring import Anchoring, anchoring
from curation.campaigns.campaigns import HintsShown
from curation.records import CellProgress
from data.store import Store
from pages.ui.progress.agreeing import percent
from pages.ui.progress.folding import folded
from pages.ui.shared.html_table import draw_table

HEADER = ("Campaign", "Kept with hints", "Samples", "Kept without", "Samples", "Difference, in points")
ABOUT = (
    "Samples with hints are drawn at random, so differences come from the hints. Only a sample's first verdict counts. "
    "Brackets: 95 % intervals; an interval that contains 0 shows no difference."
)


def draw_swayed(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A line for each such campaign; nothing where there is none."""
    rows, left_out = [], 0
    for campaign in opened.campaigns():
        if campaign.hints is HintsShown.HALF:
            theirs = [cell.cell for cell in cells if cell.campaign == campaign.name]
            found = anchoring(chain.from_iterable(map(opened.verdicts, theirs)), campaign)
            rows.append((campaign.name, *_row(found)))
            left_out += found.left_out
    if rows:
        with folded("Effect of hints on decisions"):
            draw_table("Share of samples kept unchanged", HEADER, rows)
            st.caption(f"{ABOUT} {_left_out(left_out)}".strip())


def _row(found: Anchoring) -> tuple[str, ...]:
    one, other, apart = found.with_hints, found.without, found.difference
    return (
        percent(one) if one.n else "none yet",
        f"{one.n:,}",
        percent(other) if other.n else "none yet",
        f"{other.n:,}",
        "" if isnan(apart.value) else f"{100 * apart.value:+.0f} [{100 * apart.low:+.0f} to {100 * apart.high:+.0f}]",
    )


def _left_out(n: int) -> str:
    if not n:
        return ""
    many = so_many(n, "sample is", "samples are")
    return f"{many} left out: hints were not shown as randomly assigned, because they were off or not ready."
