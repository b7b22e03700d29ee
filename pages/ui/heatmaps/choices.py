"""The controls of the Heatmaps page: whose figures to show, and which published ones."""

import streamlit as st

from pages.ui.heatmaps.arranged.choice import choose_arrangement
from pages.ui.heatmaps.published_heatmaps import Collection, levels, published_heatmap, tasks
from pages.ui.runs.controls import Draw, choose, choose_button
from pages.ui.runs.heatmap.heatmap import Heatmap
from pages.ui.runs.names import scored_runs

PUBLISHED, MINE = "Published", "My runs"
WHOSE = "figures-of"


def choose_mine() -> bool:
    """Whether the user's own figures are shown, as they are at first where there are any, or the papers'."""
    spelled, usual = {"published": PUBLISHED, "mine": MINE}, MINE if scored_runs() else PUBLISHED
    return choose_button("Results from", "of", WHOSE, spelled, usual, always=True) == MINE


def choose_published() -> Heatmap:
    """The published heatmap that people choose: its figures, its task, its level."""
    what, which, level = st.columns([3, 3, 2])
    collection = choose_collection(what.selectbox, "published")
    task = choose_task(collection, "", which)
    names = ["", *levels(collection, task)]
    chosen = choose(
        level.selectbox, "Level", "level", "level", names, "", format_func=lambda name: name.capitalize() or "All"
    )
    whole = published_heatmap(collection, task, chosen)
    return choose_arrangement(whole, "published")


def choose_collection(draw: Draw, key: str) -> Collection:
    """Which of the papers' figures to show."""
    spelled = {collection.name.lower(): collection for collection in Collection}
    return choose(draw, "Measure", "figures", key, spelled, Collection.KAPPA)


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
