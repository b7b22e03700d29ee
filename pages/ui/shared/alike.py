"""Severities that come out alike on a data set: not offered where one is chosen, and said where they are asked for."""

from collections.abc import Sequence

import streamlit as st

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import Perturbation
from data.variants.alike import SameAsLower, alike
from data.workspace import Workspace
from pages.ui.shell.session import workspace

REPEATED = "In brackets: the share of changed texts that get as many edits as at the lower severity."


def superfluous(dataset: str, split: str, chosen: Sequence[Perturbation]) -> tuple[SameAsLower, ...]:
    """Of the papers' severities those that make of this split what a lower one makes; () where that can't be tried."""
    steps = tuple(Condition(p.name, severity) for p in chosen for severity in p.severities)
    if not steps:
        return ()
    stored = (workspace().datasets / dataset).stat().st_mtime_ns
    try:
        return _alike(workspace(), stored, Design(dataset, split, steps))
    except BadInput:  # said where the design is made
        return ()


def draw_alike(found: Sequence[SameAsLower], steps: Sequence[Condition]) -> None:
    """A line on what is not offered, and one on what is asked for all the same."""
    asked = [one for one in found if one.condition in steps]
    if hidden := [one for one in found if one not in asked]:
        st.caption(
            f"Not offered, because a lower severity does the same: {'; '.join(map(str, hidden))}.", help=REPEATED
        )
    if asked:
        st.caption(f":material/warning: A lower severity does the same: {'; '.join(map(str, asked))}.", help=REPEATED)


@st.cache_data(show_spinner=False, max_entries=24)
def _alike(_workspace: Workspace, stored: int, design: Design) -> tuple[SameAsLower, ...]:
    """Kept for as long as the data set is what it was, which `stored` says: the time of its last change."""
    return alike(_workspace, design)
