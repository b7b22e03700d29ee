"""The address of Evaluate: the runs that are selected, and while the form is open what it asks for."""

from collections.abc import Mapping

import streamlit as st

from pages.ui.shared.address import asked, gone_back, write

BOX, RUNS = "evaluate-new", "evaluate-runs"


def asked_of_form() -> dict[str, str]:
    """What the address asks of the form; nothing where it only names runs."""
    return {name: value for name, value in asked().items() if name != "runs"}


def take_runs() -> None:
    """Select the runs that the address names; else those stay that were selected, unless Back led to an address
    without any."""
    ids = asked().get("runs", "")
    if ids or gone_back():
        st.session_state[RUNS] = ids.split(",") if ids else []


def write_form(query: Mapping[str, str]) -> None:
    """Have the address name the selected runs, and what the form asks for while its box is open."""
    write({**(query if st.session_state[BOX] else {}), "runs": ",".join(st.session_state.get(RUNS, []))})
