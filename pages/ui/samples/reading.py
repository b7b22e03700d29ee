"""The samples of a run with their flips, read again only when one of its files is newer."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from data.flips.samples import SampleFlips, samples_by_flips
from data.runs.files import RunCard, newest_file
from data.workspace import Workspace
from pages.ui.shell.session import workspace


def samples_of(run: RunCard) -> Sequence[SampleFlips]:
    """Every sample that a model has predicted."""
    return _counted(str(workspace().root), run.id, newest_file(workspace().runs / run.id))


@st.cache_resource(max_entries=16, show_spinner="Counting flips …")  # they are frozen: no copy for each visit
def _counted(root: str, run_id: str, newest: int) -> Sequence[SampleFlips]:
    return samples_by_flips(Workspace(Path(root)), run_id)
