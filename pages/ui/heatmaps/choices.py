"""The controls of the Heatmaps page: whose figures to show, and which published ones."""

import streamlit as st

from pages.ui.heatmaps.arranged.choice import choose_arrangement, say_hidden
from pages.ui.heatmaps.heatmap import Heatmap
from pages.ui.heatmaps.published_heatmaps import Collection, levels, published_heatmap, tasks
from pages.ui.runs.address import from_address, to_address
from pages.ui.runs.names import scored_runs

PUBLISHED, MINE = "Published", "My runs"
WHOSE = "figures-of"


def choose_mine() -> bool:
    """Whether the user's own figures are shown, as they are at first where there are any, or the papers'."""
    spelled = {"published": PUBLISHED, "mine": MINE}
    from_address("of", WHOSE, spelled, MINE if scored_runs() else PUBLISHED)
    of = st.segmented_control("Figures of", (PUBLISHED, MINE), required=True, key=WHOSE, persist_state="session")
    to_address("of", "mine" if of == MINE else "published")
    return of == MINE


def choose_switch(label: str, name: str, key: str) -> bool:
    """A switch that is off at first; the address says under this name where it is on."""
    from_address(name, key, {"1": True}, False)
    on = st.toggle(label, key=key, width="content", persist_state="session")
    to_address(name, "1" if on else "")
    return on


def choose_published() -> Heatmap:
    """The published heatmap that people choose: its figures, its task, its level."""
    what, which, level = st.columns([3, 3, 2])
    spelled = {collection.name.lower(): collection for collection in Collection}
    from_address("figures", "published", spelled, Collection.KAPPA)
    collection = what.selectbox("Published figures", tuple(Collection), key="published", persist_state="session")
    collection = collection or Collection.KAPPA
    task = choose_task(collection, "", which)
    level_names = levels(collection, task)
    from_address("level", "level", {name: name for name in level_names}, "")
    chosen = level.selectbox(
        "Level",
        ("", *level_names),
        format_func=lambda name: name.capitalize() or "All",
        key="level",
        persist_state="session",
    )
    to_address("figures", "" if collection is Collection.KAPPA else collection.name.lower())
    to_address("level", chosen)
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
    from_address("task", key, {name: name for name in named}, usual)
    task: str | None = place.selectbox(
        "Published task",
        tuple(named),
        format_func=named.__getitem__,
        key=key,
        placeholder="Choose …",
        persist_state="session",
    )
    to_address("task", "" if task == usual or task is None else task)
    return task or ""
