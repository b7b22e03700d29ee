"""Samples of runs and the rows that a filter leaves, read again only when a file of a run is newer."""

from collections.abc import Sequence

import streamlit as st

from data.flips.grid import SampleFilter, TextRow, each_text_once
from data.flips.samples import SampleFlips, samples_by_flips
from data.runs.files import RunCard, newest_file
from data.workspace import Workspace
from pages.ui.shell.session import workspace


def samples_of(runs: Sequence[RunCard]) -> list[SampleFlips]:
    """Every sample that a model of these runs has predicted."""
    return [sample for run in _with_state(runs) for sample in _counted(workspace(), *run)]


def rows_of(runs: Sequence[RunCard], wanted: SampleFilter) -> Sequence[TextRow]:
    """The texts of these runs that are looked for."""
    return _rows(workspace(), _with_state(runs), wanted)


def _with_state(runs: Sequence[RunCard]) -> tuple[tuple[str, int], ...]:
    return tuple((run.id, newest_file(workspace().runs / run.id)) for run in runs)


@st.cache_resource(max_entries=16, show_spinner="Counting flips …")  # frozen records: no copy for each visit
def _counted(home: Workspace, run_id: str, newest: int) -> Sequence[SampleFlips]:
    return samples_by_flips(home, run_id)


@st.cache_resource(max_entries=16, show_spinner="Listing texts …", hash_funcs={SampleFilter: hash})
def _rows(home: Workspace, runs: Sequence[tuple[str, int]], wanted: SampleFilter) -> Sequence[TextRow]:
    return each_text_once((sample for run in runs for sample in _counted(home, *run)), wanted)
