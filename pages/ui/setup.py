"""What is installed and what would speak, for whoever wonders why a hint is missing."""

import streamlit as st

from data.doctor import examine_aside
from pages.ui.session import workspace


def draw_setup() -> None:
    """A button that asks the doctor, and what the doctor says."""
    with st.expander("Set-up"):
        if not st.button("Check the set-up", key="check-setup"):
            st.caption("Packages, device, hint engines, database: what is there, and what to do about what is not.")
            return
        with st.spinner("Looking …"):
            findings = examine_aside(workspace())
        for finding in findings:
            remedy = f" To do: {finding.remedy}." if finding.remedy else ""
            st.text(f"{'✓' if finding.ok else '✗'} {finding.subject}: {finding.said}{remedy}")
