"""What is installed and which engines are used, for anyone wondering why a hint is missing."""

import streamlit as st

from data.setup.doctor import examine_aside
from data.store.health import Finding
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import in_team
from pages.ui.shell.session import workspace

KEY = "findings"


@st.fragment
@guarded
def draw_setup() -> None:
    """The way to Team, where it is not in the menu, a button that asks the doctor, and what the doctor said last: first
    what needs doing."""
    with st.expander("Set-up"):
        if not in_team():
            st.page_link("pages/team.py", label="Team and sign-in", icon=":material/group:")
        st.caption("Checks packages, device, hint engines and database, and says how to fix problems.")
        if st.button("Check installation", key="check-setup"):
            with st.spinner("Checking; this takes some seconds …"):
                st.session_state[KEY] = examine_aside(workspace())
        for finding in sorted(st.session_state.get(KEY, ()), key=lambda finding: (finding.ok, not finding.remedy)):
            _draw(finding)


def _draw(finding: Finding) -> None:
    with st.container(horizontal=True, vertical_alignment="top"):
        st.markdown(":material/check:" if finding.ok else ":material/warning:", width="content")
        with st.container(gap="xsmall"):
            st.text(f"{finding.subject}: {finding.summary}")
            if finding.remedy:
                st.code(finding.remedy, language=None, wrap_lines=True)
