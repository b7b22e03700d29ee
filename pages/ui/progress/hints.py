"""What the hints were worth: whether they tell what people keep."""

from collections.abc import Sequence

import streamlit as st

from curation.hint_worth import FEWEST, HintWorth, worth
from curation.records import CellProgress
from data.store import Store
from pages.ui.progress.agreeing import figure
from pages.ui.progress.folding import folded
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import heading

HEADER = ("Perturbation", "Kept", "Discarded", "Similarity", "Fewer issues", "Word in context")
ABOUT = (
    "How often a kept or relabelled sample has a better hint than a discarded one: 0.5 is chance, 1 is perfect. "
    "Brackets: 95 % intervals. If people saw the hints, part of the effect may be trust in the hints."
)


def draw_hint_worth(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A line for each perturbation of which enough was kept and discarded; nothing where there is none."""
    by_name: dict[str, list[CellProgress]] = {}
    for cell in cells:
        if cell.checked:
            by_name.setdefault(cell.cell.perturbation, []).append(cell)
    found = [
        worth(name, [hint for cell in theirs for hint in opened.judged_hints(cell.cell)])
        for name, theirs in by_name.items()
    ]
    if told := [one for one in found if min(one.kept, one.discarded) >= FEWEST]:
        with folded("Hints against decisions"):
            draw_table("Area under the ROC curve", HEADER, map(_row, told))
            st.caption(ABOUT)


def _row(found: HintWorth) -> tuple[str, ...]:
    figures = (found.similarity, found.grammar, found.context)
    return heading(found.perturbation), f"{found.kept:,}", f"{found.discarded:,}", *map(figure, figures)
