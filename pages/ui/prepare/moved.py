"""What a user study has moved: perturbations that are curated here, or are not any more, on its evidence."""

import streamlit as st

from curation.study.results.needs import Handling
from data.study_results.handling import StudyEvidence, moved_by_studies
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import heading
from pages.ui.shell.session import workspace

SAID = {Handling.CURATE: "is to be curated here", Handling.AUTOMATIC: "needs no curation here"}


def draw_moved() -> None:
    """A line for each perturbation that a study has moved: to where, by which study, on what evidence."""
    for name, moved in moved_by_studies(workspace()).items():
        st.caption(f":material/how_to_vote: {literally(in_words(name, moved))}")


def in_words(name: str, moved: StudyEvidence) -> str:
    """ "Word repetition is to be curated here, by the study “…” (2026-03-02): meaning and label survived in …"."""
    by = f"by the study “{moved.title}” ({moved.at:%Y-%m-%d})"
    return f"{heading(name)} {SAID[moved.handling]}, {by}: {moved.evidence}."
