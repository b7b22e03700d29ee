"""What to say where there is no evaluation yet, and the way to the first one."""

import streamlit as st


def say_no_runs(then: str) -> None:
    """A sentence on what this place shows `then`, and the button that leads to an evaluation."""
    st.info(f"No runs yet. Evaluate models on a data set: {then}")
    if st.button("Evaluate models", type="primary", key="no-runs", icon=":material/arrow_forward:"):
        st.switch_page("pages/evaluate.py")
