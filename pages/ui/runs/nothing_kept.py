"""What to say where only what people kept of a run is asked for, and they kept nothing yet."""

import streamlit as st

from pages.ui.shared.literal import literally

WHY = "No perturbed text of this run has been kept or relabelled yet, so there is nothing to count."
WHAT_TO_DO = "Prepare candidates and judge them on Curate, or count all samples."


def say_nothing_kept(of: str = "") -> None:
    """A sentence on why nothing is shown and what to do, and the way there; `of` leads it."""
    st.info(f"{literally(f'{of}: ') if of else ''}{WHY} {WHAT_TO_DO}")
    st.page_link("pages/curate.py", label="Curate", icon=":material/arrow_forward:")
