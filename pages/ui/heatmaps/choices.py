"""The controls of the Heatmaps page: whose figures to show, which published ones, and which rows and columns."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.heatmaps.published_heatmaps import Collection, levels, published_heatmap, tasks
from pages.ui.runs.controls import Draw, choose, choose_button, choose_some, controls_row
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap
from pages.ui.runs.heatmap.order import RowOrder, arranged, level_of
from pages.ui.runs.names import scored_runs

PUBLISHED, MINE = "Published", "My runs"
WHOSE = "figures-of"


def choose_mine() -> bool:
    """Whether the user's own figures are shown, as they are at first where there are any, or the papers'."""
    spelled, usual = {"published": PUBLISHED, "mine": MINE}, MINE if scored_runs() else PUBLISHED
    return choose_button("Results from", "of", WHOSE, spelled, usual, always=True) == MINE


def choose_published() -> Heatmap:
    """The published heatmap that people choose: its figures, its task, its level."""
    what, which, level = st.container(key="published-task-controls").columns([3, 3, 2])
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


def choose_task(collection: Collection, fitting: str, place: DeltaGenerator, begun: bool = True) -> str:
    """The task, by its abbreviation, that people choose; at first the one that fits, "" for the first of all.

    Unless `begun` none is chosen at first: "".
    """
    titles = tasks(collection)
    key = f"published-task-{fitting}{'' if begun else '-none'}"
    usual = (fitting or next(iter(titles))) if begun else None
    task = choose(
        place.selectbox, "Task", "task", key, list(titles), usual,
        format_func=titles.__getitem__, placeholder="Choose …",
    )  # fmt: skip
    return task or ""


def choose_arrangement(heatmap: Heatmap, key: str, row: DeltaGenerator | None = None, folded: bool = False) -> Heatmap:
    """The heatmap as people order and filter it: two controls, beside others in this row or in one of their own.

    Where the row is `folded` in already, the filter has no fold of its own. Below it stands what the filter hides.
    """
    orders = {order.name.lower(): order for order in RowOrder}
    with row or controls_row(key):
        order = choose(st.selectbox, "Order of the rows", "order", f"{key}-order", orders, RowOrder.GIVEN, width=220)
        filters = st.container() if folded else st.popover("Filter", icon=":material/filter_list:", key=f"{key}-filter")
    rows = [row for row in heatmap.rows if row != ORIGINAL]
    with filters:
        some = partial(choose_some, st.multiselect)
        offered = list(dict.fromkeys(map(level_of, rows)))
        levels = some("Levels", "levels", f"{key}-levels", offered, format_func=str.capitalize)
        names = list(dict.fromkeys(row.name for row in rows))
        perturbations = some("Perturbations", "perturbations", f"{key}-named", names)
        columns = some("Models, in order", "models", f"{key}-columns", heatmap.columns)
    shown = arranged(heatmap, order, levels, perturbations, columns)
    _say_hidden(heatmap, shown)
    return shown


def _say_hidden(whole: Heatmap, shown: Heatmap) -> None:
    """How much of a heatmap the filter leaves, where it takes something away."""
    parts = ((len(shown.rows), len(whole.rows), "rows"), (len(shown.columns), len(whole.columns), "columns"))
    left = [f"{some} of {all_} {what}" for some, all_, what in parts if some < all_]
    if not shown.cells:
        st.info("The filter hides all cells; clear some of its choices.")
    elif left:
        st.caption(f"The filter shows {' and '.join(left)}.")
