"""Severities that come out alike on a data set: not offered where one is chosen, and said where they are asked for."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import Perturbation
from data.variants.alike import SameAsLower, alike
from data.workspace import Workspace
from pages.ui.shared.perturbation_words import heading, severities_and, severity_in_words
from pages.ui.shell.session import workspace

TRIED_ON = "Tried on 60 samples. A percentage is the share of changed texts for which this is true."


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


def draw_alike(matches: Sequence[SameAsLower], steps: Sequence[Condition]) -> None:
    """A line on what is not offered, and one on what is asked for all the same."""
    chosen = [match for match in matches if match.condition in steps]
    if hidden := [match for match in matches if match not in chosen]:
        st.caption(f"Some severities are not offered. {' '.join(sentences(hidden))}", help=TRIED_ON)
    if chosen:
        st.caption(f":material/warning: {' '.join(sentences(chosen))}", help=TRIED_ON)


def sentences(matches: Sequence[SameAsLower]) -> list[str]:
    """A sentence for each lower severity: "Negation PPS 3 and 4 make as many edits as PPS 2 (in 97 % of texts)."."""
    lines = []
    for (name, lower), group in groupby(matches, lambda match: (match.condition.perturbation, match.lower)):
        same = list(group)
        severities = severities_and([match.condition.severity.value for match in same], lower.unit)
        share = round(100 * min(match.share for match in same))
        where = f" (in {share}\u00a0% of texts)" if share < 100 else ""
        do = "makes" if len(same) == 1 else "make"
        lines.append(f"{heading(name)} {severities} {do} as many edits as {severity_in_words(lower)}{where}.")
    return lines


@st.cache_data(show_spinner=False, max_entries=24)
def _alike(_workspace: Workspace, stored: int, design: Design) -> tuple[SameAsLower, ...]:
    """Kept for as long as the data set is what it was, which `stored` says: the time of its last change."""
    return alike(_workspace, design)
