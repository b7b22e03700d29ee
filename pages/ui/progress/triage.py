"""What triage saved: looks, against what random order would have taken."""

from collections.abc import Sequence
from math import isnan

import streamlit as st

from core.metrics.estimate import Estimate
from curation.order import TRIAGE_NOTE
from curation.records import CellProgress
from curation.triage.saved import TriageSaving
from data.store import Store
from pages.ui.progress.agreeing import percent
from pages.ui.shared.folding import folded
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import condition_in_words

HEADER = ("Cell", "Decisions", "Collected", "In random order", "Saved", "Share kept")
ABOUT = (
    "Collected: kept or relabelled. In random order: how many decisions the same number of samples would need on "
    "average. Share kept: the share of the cell's candidates that people would keep. Flinch estimates this share from "
    "the randomly drawn decisions (n), weighted by inverse probability, and computes the other figures from the share. "
    "Brackets: 95 % intervals, derived from the interval of the share."
)


def draw_triage(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A row for each cell in triage order, now or for a time; nothing where there is none."""
    triaged = [cell for cell in cells if cell.order.triaged]
    if not triaged:
        return
    with folded("Decisions saved by triage"):
        draw_table("Decisions per cell", HEADER, [_row(cell, opened.saving(cell.cell)) for cell in triaged])
        st.caption(f"{ABOUT} {TRIAGE_NOTE}")


def _row(cell: CellProgress, saving: TriageSaving) -> tuple[str, ...]:
    of = cell.cell
    name = f"{of.dataset} ({of.split}), {condition_in_words(of.condition)}"
    share = "not known yet" if isnan(saving.share.value) else f"{percent(saving.share)}, n {saving.share.n:,}"
    return name, f"{saving.looks:,}", f"{saving.collected:,}", looks(saving.expected), looks(saving.saved), share


def looks(estimate: Estimate) -> str:
    """ "87 [60 to 121]", or "not known yet"."""
    if isnan(estimate.value):
        return "not known yet"
    return f"{estimate.value:,.0f} [{estimate.low:,.0f} to {estimate.high:,.0f}]"
