"""The controls for the rows and columns of a heatmap."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.ui.heatmaps.arranged.order import Arrangement, RowOrder, arranged, level_of
from pages.ui.heatmaps.heatmap import UNTOUCHED, Heatmap
from pages.ui.runs.address import BETWEEN, from_address, some_from_address, to_address


def choose_arrangement(heatmap: Heatmap, key: str, folded: bool = False) -> Heatmap:
    """The heatmap as people order and filter it: two controls, to stand beside others in a row.

    Where it is `folded` in already, the filter has no fold of its own.
    """
    order = _order(f"{key}-order")
    shown = st.container() if folded else st.popover("Filter", icon=":material/filter_list:", key=f"{key}-filter")
    rows = [row for row in heatmap.rows if row != UNTOUCHED]
    with shown:
        levels = _some("Levels", "levels", list(dict.fromkeys(map(level_of, rows))), f"{key}-levels", str.capitalize)
        named = _some("Perturbations", "perturbations", list(dict.fromkeys(row.name for row in rows)), f"{key}-named")
        columns = _some("Models, in order", "models", heatmap.columns, f"{key}-columns")
    return arranged(heatmap, Arrangement(order, levels, named, columns))


def say_hidden(whole: Heatmap, shown: Heatmap) -> None:
    """How much of a heatmap the filter leaves, where it takes something away."""
    parts = ((len(shown.rows), len(whole.rows), "rows"), (len(shown.columns), len(whole.columns), "columns"))
    told = [f"{some} of {all_} {what}" for some, all_, what in parts if some < all_]
    if not shown.cells:
        st.info("The filter hides everything; loosen it.")
    elif told:
        st.caption(f"The filter shows {' and '.join(told)}.")


def _order(key: str) -> RowOrder:
    from_address("order", key, {order.name.lower(): order for order in RowOrder}, RowOrder.GIVEN)
    order = st.selectbox("Order of the rows", tuple(RowOrder), key=key, width=220, persist_state="session")
    order = order or RowOrder.GIVEN
    to_address("order", "" if order is RowOrder.GIVEN else order.name.lower())
    return order


def _some(label: str, name: str, choices: Sequence[str], key: str, spoken: Callable[[str], str] = str) -> list[str]:
    """Some of these, kept in the address; those that another heatmap lacks are dropped without a word."""
    some_from_address(name, key, {one: one for one in choices})
    chosen = st.multiselect(
        label, choices, key=key, placeholder="All", format_func=spoken, select_all=False, persist_state="session"
    )
    to_address(name, BETWEEN.join(chosen))
    return chosen
