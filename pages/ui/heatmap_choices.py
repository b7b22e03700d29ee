"""The controls of the Heatmaps page: which published figures, which run of one's own."""

from collections.abc import Sequence

import streamlit as st

from pages.ui.grid import Grid
from pages.ui.published_grids import Collection, levels, published_grid, tasks


def choose_published(only: Sequence[Collection] = tuple(Collection), stacked: bool = False) -> tuple[Grid, str]:
    """The published grid people ask for, and its task's abbreviation; `stacked` takes two lines and half the width."""
    what, which, level = (st.container(), *st.columns([3, 2])) if stacked else st.columns([3, 3, 2])
    collection = what.selectbox("Published figures", only, key="published")
    named = tasks(collection)
    task = which.selectbox("Task", tuple(named), format_func=named.__getitem__, key=f"published-task-{len(named)}")
    found = levels(collection, task)
    chosen = level.selectbox("Level", ("", *found), format_func=lambda name: name.capitalize() or "All", key="level")
    return published_grid(collection, task, chosen), task
