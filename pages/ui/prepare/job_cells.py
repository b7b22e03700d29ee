"""What a candidates job made of each of its cells."""

import streamlit as st

from core.errors import BadInput
from data.candidates.manifest import CellVariants, read_manifest
from data.jobs.jobs import JobStatus
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import workspace


def draw_job_cells(job: JobStatus) -> None:
    """A line on the cells without any candidate, and a table of all of them to open; nothing while there are none."""
    try:
        entries = read_manifest(workspace().jobs / job.id)
    except BadInput as error:
        st.warning(str(error))
        return
    if not entries:
        return
    if job.ended and (said := without_candidates(entries)):
        st.caption(said)
    table = st.expander("Candidates of each cell", key=f"cells-{job.id}", on_change="rerun", type="compact")
    if table.open:
        with table:
            draw_table("", ["Cell", "Candidates", "Not applicable"], [_row(entry) for entry in entries])


def without_candidates(entries: list[CellVariants]) -> str:
    """ "No candidates from swap numbers, every place it finds."; "" where every cell, or none, has some."""
    empty = [entry.cell for entry in entries if entry.samples == entry.not_applicable]
    if not empty or len(empty) == len(entries):
        return ""
    return f"No candidates from {'; '.join(condition_in_words(c.perturbation, c.severity) for c in empty)}."


def _row(entry: CellVariants) -> list[str]:
    name = condition_in_words(entry.cell.perturbation, entry.cell.severity)
    return [name, f"{entry.samples - entry.not_applicable:,}", f"{entry.not_applicable:,}"]
