"""What to say where there is no evaluation yet, the way to the first one, and an example to look at before."""

import streamlit as st

from data.jobs.jobs import going
from data.runs.example import example
from pages.ui.shared.jobs import start
from pages.ui.shell.session import workspace

ABOUT = "Trains two small networks on demo sentences, which takes about a minute. You can delete the run afterwards."


def say_no_runs(then: str) -> None:
    """A sentence on what this place shows `then`, and buttons that lead to an evaluation or start the example."""
    st.info(f"No runs yet. Evaluate models on a data set first. {then}")
    with st.container(horizontal=True):
        if st.button("Evaluate models", type="primary", key="no-runs", icon=":material/arrow_forward:"):
            st.switch_page("pages/evaluate.py")
        shown = example(workspace())
        asked = shown and st.button("Run an example", key="example-run", icon=":material/play_arrow:", help=ABOUT)
    if shown and asked:
        start("evaluate", shown.title, shown.arguments())
        if going(workspace(), "evaluate", shown.arguments()):
            st.switch_page("pages/evaluate.py")
