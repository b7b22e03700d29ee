"""What is installed and what to do about what is not, asked of `cli.py doctor` in a process of its own.

The doctor reads the lexicon and looks at torch: tens of megabytes that the app process need not carry.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import streamlit as st

from core.errors import BadInput
from data.health import Finding
from pages.ui.guard import guarded
from pages.ui.session import workspace

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds


@st.fragment
@guarded
def draw_setup() -> None:
    """A button that looks, and what was found: what needs doing first."""
    with st.expander("Is everything set up?"):
        if st.button("Look", key="examine"):
            with st.spinner("Looking; this takes some seconds …"):
                st.session_state["findings"] = findings()
        for finding in sorted(st.session_state.get("findings", ()), key=lambda found: (found.ok, not found.remedy)):
            _draw(finding)


def findings() -> list[Finding]:
    """What the doctor found; raises BadInput when it does not answer."""
    command = [sys.executable, str(ROOT / "cli.py"), "doctor", "--json"]
    environment = os.environ | {"FLINCH_WORKSPACE": str(workspace().root)}
    try:
        told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        return [Finding(**finding) for finding in json.loads(told.stdout)]
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise BadInput("The set-up could not be looked at from here; run `python cli.py doctor` instead.") from error


def _draw(finding: Finding) -> None:
    mark = ":material/check: " if finding.ok else ":material/warning: "
    with st.container(horizontal=True, vertical_alignment="top"):
        st.markdown(mark, width="content")
        with st.container(gap="xsmall"):
            st.text(f"{finding.subject}: {finding.said}")
            if finding.remedy:
                st.code(finding.remedy, language=None, wrap_lines=True)
