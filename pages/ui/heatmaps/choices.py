"""The controls of the Heatmaps page: whose figures to show, and which published ones."""

import streamlit as st

from pages.ui.heatmaps.arranged.choice import choose_arrangement, say_hidden
from pages.ui.heatmaps.published_heatmaps import Collection, levels, published_heatmap, tasks
from pages.ui.runs.controls import choose
from pages.ui.runs.heatmap.heatmap import Heatmap
from pages.ui.runs.names import scored_runs

PUBLISHED, MINE = "Published", "My runs"
WHOSE = "figures-of"


def choose_mine() -> bool:
    """Whether the user's own figures are shown, as they are at first where there are any, or the papers'."""
    spelled, usual = {"published": PUBLISHED, "mine": MINE}, MINE if scored_runs() else PUBLISHED
    chosen = choose(
        st.segmented_control, "Results from", "of", WHOSE, spelled, usual, always=True, required=True,
        label_visibility="collapsed", width="content",
    )  # fmt: skip
    return chosen == MINE


def choose_published() -> Heatmap:
    """The published heatmap that people choose: its figures, its task, its level."""
    what, which, level = st.columns([3, 3, 2])
    spelled = {collection.name.lower(): collection for collection in Collection}
    collection = choose(what.selectbox, "Measure", "figures", "published", spelled, Collection.KAPPA)
    task = choose_task(collection, "", which)
    names = ["", *levels(collection, task)]
    chosen = choose(
        level.selectbox, "Level", "level", "level", names, "", format_func=lambda name: name.capitalize() or "All"
    )
    whole = published_heatmap(collection, task, chosen)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        shown = choose_arrangement(whole, "published")
    say_hidden(whole, shown)
    return shown


def choose_task(
    collection: Collection, fitting: str, place: "st.delta_generator.DeltaGenerator", begun: bool = True
) -> str:
    """The task, by its abbreviation, that people choose; at first the one that fits, "" for the first of all.

    Unless `begun` none is chosen at first: "".
    """
    named = tasks(collection)
    key = f"published-task-{fitting}{'' if begun else '-none'}"
    usual = (fitting or next(iter(named))) if begun else None
    task = choose(
        place.selectbox, "Task", "task", key, list(named), usual,
        format_func=named.__getitem__, placeholder="Choose …",
    )  # fmt: skip
    return task or ""
