"""What is installed and what would speak, for whoever wonders why a hint is missing."""

import streamlit as st

from data.doctor import examine_aside
from data.health import Finding
from pages.ui.guard import guarded
from pages.ui.session import workspace

KEY = "findings"


@st.fragment
@guarded
def draw_setup() -> None:
    """A button that asks the doctor, and what the doctor said last: first what needs doing."""
    with st.expander("Set-up"):
        st.caption("Packages, device, hint engines, database: what is there, and what to do about what is not.")
        if st.button("Check the set-up", key="check-setup"):
            with st.spinner("Looking; this takes some seconds …"):
                st.session_state[KEY] = examine_aside(workspace())
        for finding in sorted(st.session_state.get(KEY, ()), key=lambda found: (found.ok, not found.remedy)):
            _draw(finding)


def _draw(finding: Finding) -> None:
    with st.container(horizontal=True, vertical_alignment="top"):
        st.markdown(":material/check:" if finding.ok else ":material/warning:", width="content")
        with st.container(gap="xsmall"):
            st.text(f"{finding.subject}: {finding.said}")
            if finding.remedy:
                st.code(finding.remedy, language=None, wrap_lines=True)
