"""The button that loads a data set of the catalogue from the hub."""

import streamlit as st

from data.jobs.jobs import jobs
from pages.ui.shared.jobs import start
from pages.ui.shell.session import workspace


def loading() -> set[str]:
    """The names of the data sets that are being loaded."""
    return {str(job.arguments.get("entry")) for job in jobs(workspace()) if job.kind == "fetch" and not job.ended}


def draw_load_button(name: str, label: str, key: str, disabled: bool = False) -> None:
    """The button; pressing it starts the job, unless a click before this one did."""
    job = ("fetch", f"Load {name} from the hub", {"entry": name})
    st.button(label, key=key, on_click=start, args=job, disabled=disabled)
