"""What to say where there is no evaluation yet, or nothing that people kept of it, and the way to have it."""

import streamlit as st

from data.jobs.jobs import going
from data.runs.example import example
from pages.ui.shared.jobs import begin
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

ABOUT = "Trains two small networks on demo sentences, which takes about a minute. You can delete the run afterwards."

WHY = "No perturbed text of this run has been kept or relabelled yet, so there is nothing to count."
WHAT_TO_DO = "Prepare candidates and judge them on Curate, or count all samples."


def say_no_runs(then: str) -> None:
    """A sentence on what this place shows `then`, and buttons that lead to an evaluation or start the example."""
    st.info(f"No runs yet. Evaluate models on a data set first. {then}")
    with st.container(horizontal=True):
        if st.button("Evaluate models", type="primary", key="no-runs", icon=":material/arrow_forward:"):
            st.switch_page("pages/evaluate.py")
        shown = example(workspace())
        asked = shown and st.button("Run an example", key="example-run", icon=":material/play_arrow:", help=ABOUT)
    if shown and asked:
        begin("evaluate", shown.title, shown.arguments())
        if going(workspace(), "evaluate", shown.arguments()):
            st.switch_page("pages/evaluate.py")


def say_nothing_kept(of: str = "") -> None:
    """A sentence on why nothing is shown and what to do, and the way there; `of` leads it."""
    st.info(f"{literally(f'{of}: ') if of else ''}{WHY} {WHAT_TO_DO}")
    st.page_link("pages/curate.py", label="Curate", icon=":material/arrow_forward:")
