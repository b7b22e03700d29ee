"""The controls for the rows and columns of a heatmap."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.runs.controls import choose, choose_some
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap
from pages.ui.runs.heatmap.order import RowOrder, arranged, level_of


def choose_arrangement(heatmap: Heatmap, key: str, row: DeltaGenerator | None = None, folded: bool = False) -> Heatmap:
    """The heatmap as people order and filter it: two controls, beside others in this row or in one of their own.

    Where the row is `folded` in already, the filter has no fold of its own. Below it stands what the filter hides.
    """
    orders = {order.name.lower(): order for order in RowOrder}
    with row or st.container(horizontal=True, vertical_alignment="bottom"):
        order = choose(st.selectbox, "Order of the rows", "order", f"{key}-order", orders, RowOrder.GIVEN, width=220)
        filters = st.container() if folded else st.popover("Filter", icon=":material/filter_list:", key=f"{key}-filter")
    rows = [row for row in heatmap.rows if row != ORIGINAL]
    with filters:
        some = partial(choose_some, st.multiselect)
        known = list(dict.fromkeys(map(level_of, rows)))
        levels = some("Levels", "levels", f"{key}-levels", known, format_func=str.capitalize)
        names = list(dict.fromkeys(row.name for row in rows))
        named = some("Perturbations", "perturbations", f"{key}-named", names)
        columns = some("Models, in order", "models", f"{key}-columns", heatmap.columns)
    shown = arranged(heatmap, order, levels, named, columns)
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
