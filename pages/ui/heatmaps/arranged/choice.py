"""The controls for the rows and columns of a heatmap."""

from functools import partial

import streamlit as st

from pages.ui.runs.controls import choose, choose_some
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap
from pages.ui.runs.heatmap.order import Arrangement, RowOrder, arranged, level_of


def choose_arrangement(heatmap: Heatmap, key: str, folded: bool = False) -> Heatmap:
    """The heatmap as people order and filter it: two controls, to stand beside others in a row.

    Where it is `folded` in already, the filter has no fold of its own.
    """
    orders = {order.name.lower(): order for order in RowOrder}
    order = choose(st.selectbox, "Order of the rows", "order", f"{key}-order", orders, RowOrder.GIVEN, width=220)
    shown = st.container() if folded else st.popover("Filter", icon=":material/filter_list:", key=f"{key}-filter")
    rows = [row for row in heatmap.rows if row != ORIGINAL]
    with shown:
        some = partial(choose_some, st.multiselect)
        known = list(dict.fromkeys(map(level_of, rows)))
        levels = some("Levels", "levels", f"{key}-levels", known, format_func=str.capitalize)
        names = list(dict.fromkeys(row.name for row in rows))
        named = some("Perturbations", "perturbations", f"{key}-named", names)
        columns = some("Models, in order", "models", f"{key}-columns", heatmap.columns)
    return arranged(heatmap, Arrangement(order, levels, named, columns))


def say_hidden(whole: Heatmap, shown: Heatmap) -> None:
    """How much of a heatmap the filter leaves, where it takes something away."""
    parts = ((len(shown.rows), len(whole.rows), "rows"), (len(shown.columns), len(whole.columns), "columns"))
    told = [f"{some} of {all_} {what}" for some, all_, what in parts if some < all_]
    if not shown.cells:
        st.info("The filter hides all cells; clear some of its choices.")
    elif told:
        st.caption(f"The filter shows {' and '.join(told)}.")
