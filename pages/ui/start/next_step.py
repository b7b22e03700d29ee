"""The one thing to do next, read off what the workspace holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from curation.reach import next_cell
from curation.records import CellProgress
from data.jobs.jobs import JobStatus
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.literal import literally
from pages.ui.shared.next_cell import among

PPS = "PPS: perturbations per sample, at most."


@dataclass(frozen=True, slots=True)
class NextStep:
    """A page, what its link says, why it is the next, and what its address should hold."""

    page: str
    action: str
    why: str
    query: Mapping[str, str] = field(default_factory=dict)


def next_step(cells: Sequence[CellProgress], working: Sequence[JobStatus], runs: int) -> NextStep:
    """Prepare, then curate what is open, then evaluate, then look at the heatmap."""
    if nearest := next_cell(cells):
        which = among(nearest.cell, cells)
        why = f"{nearest.collected:,} of {nearest.quota:,} samples done in {which}."
        return NextStep("curate", f"Curate {which}", why, {OPEN: nearest.cell.id})
    if any(job.kind == "candidates" for job in working):
        return NextStep(
            "prepare", "See the progress", "Candidates are being made. You can curate the first candidates soon."
        )
    if not cells:
        return NextStep("prepare", "Perturb a data set", "Change texts a little, so that people can judge the changes.")
    if all(cell.halted and not cell.checked for cell in cells):
        return NextStep("prepare", "Start the campaign", f"{cells[0].halted} Until then, nobody gets samples.")
    if any(not cell.closed and not cell.halted for cell in cells):
        return NextStep(
            "prepare", "Prepare more candidates", "All candidates are judged, but the quota is not reached."
        )
    if any(job.kind == "evaluate" for job in working):
        return NextStep("evaluate", "See the progress", "Models are being trained and evaluated.")
    if not runs:
        return NextStep(
            "evaluate", "Evaluate models", "The quotas are reached: evaluate models on the curated samples."
        )
    return NextStep("heatmaps", "See the heatmap", "The heatmap shows your figures beside the published figures.")


def draw_next_step(step: NextStep) -> None:
    """Why it is the next thing to do, and the button that leads to it."""
    with (
        st.container(border=True, key="next-step"),
        st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"),
    ):
        with st.container(gap="xxsmall", width=560):
            st.header("Next", anchor=False)
            st.text(step.why, help=PPS if "PPS" in step.why else None)
        if st.button(literally(step.action), type="primary", icon=":material/arrow_forward:", icon_position="right"):
            st.switch_page(f"pages/{step.page}.py", query_params=step.query)
