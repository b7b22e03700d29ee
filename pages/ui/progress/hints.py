"""What the hints were worth: whether they tell what people keep; and whether they sway people."""

from collections.abc import Sequence
from itertools import chain
from math import isnan

import streamlit as st

from core.so_many import so_many
from curation.campaigns.anchoring import Anchoring, anchoring
from curation.campaigns.campaigns import HintsShown
from curation.hint_worth import FEWEST, HintWorth, worth
from curation.records import CellProgress
from data.store import Store
from pages.ui.progress.agreeing import figure, percent
from pages.ui.shared.folding import folded
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import heading

HEADER = ("Perturbation", "Kept", "Discarded", "Similarity", "Fewer issues", "Word in context")
ABOUT = (
    "How often a kept or relabelled sample has a better hint than a discarded one: 0.5 is chance, 1 is perfect. "
    "Brackets: 95 % intervals. If people saw the hints, part of the effect may be trust in the hints."
)
HALVES = ("Campaign", "Kept with hints", "Samples", "Kept without", "Samples", "Difference, in points")
SWAY = (
    "Samples with hints are drawn at random, so differences come from the hints. Only a sample's first verdict counts. "
    "Brackets: 95 % intervals; an interval that contains 0 shows no difference."
)


def draw_hint_worth(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A line for each perturbation of which enough was kept and discarded; nothing where there is none."""
    by_name: dict[str, list[CellProgress]] = {}
    for cell in cells:
        if cell.checked:
            by_name.setdefault(cell.cell.perturbation, []).append(cell)
    worths = [
        worth(name, [hint for cell in theirs for hint in opened.judged_hints(cell.cell)])
        for name, theirs in by_name.items()
    ]
    if measured := [hint_worth for hint_worth in worths if min(hint_worth.kept, hint_worth.discarded) >= FEWEST]:
        with folded("Hints compared with decisions"):
            draw_table("Area under the ROC curve", HEADER, map(_row, measured))
            st.caption(ABOUT)


def _row(hint_worth: HintWorth) -> tuple[str, ...]:
    figures = (hint_worth.similarity, hint_worth.grammar, hint_worth.context)
    return heading(hint_worth.perturbation), f"{hint_worth.kept:,}", f"{hint_worth.discarded:,}", *map(figure, figures)


def draw_swayed(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A line for each such campaign; nothing where there is none."""
    rows, left_out = [], 0
    for campaign in opened.campaigns():
        if campaign.hints is HintsShown.HALF:
            theirs = [cell.cell for cell in cells if cell.campaign == campaign.name]
            effect = anchoring(chain.from_iterable(map(opened.verdicts, theirs)), campaign)
            rows.append((campaign.name, *_halves(effect)))
            left_out += effect.left_out
    if rows:
        with folded("Effect of hints on decisions"):
            draw_table("Share of samples kept unchanged", HALVES, rows)
            st.caption(f"{SWAY} {_left_out(left_out)}".strip())


def _halves(effect: Anchoring) -> tuple[str, ...]:
    one, other, apart = effect.with_hints, effect.without, effect.difference
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
    return f"{many} left out: hints were off or not ready, so the random assignment was not followed."
