"""The order in which a cell's candidates are handed out, to be changed at any time."""

import streamlit as st

from core.records import Cell
from curation.order import Order
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store

ORDERS = {False: "Random, as in the paper", True: "Best first"}
SAID = (
    "What people keep of these is an estimate for all of the cell's candidates.",
    "The new word nearest to the old one in its context; for other perturbations the fewest new grammar issues, then "
    "the highest similarity. Candidates without hints come last. What people keep is then no estimate for all.",
)


def choose_order(cell: Cell, order: Order) -> None:
    """The order as a word, which opens the choice."""
    key = f"order-{cell.id}"
    st.session_state[key] = order.best_first
    with st.popover(order.name.capitalize(), type="tertiary", icon=":material/sort:", key=f"orders-{cell.id}"):
        st.radio(
            "Candidates are handed out",
            tuple(ORDERS),
            format_func=ORDERS.__getitem__,
            captions=SAID,
            key=key,
            on_change=_set,
            args=(cell,),
        )


@guarded
def _set(cell: Cell) -> None:
    store().set_best_first(cell, st.session_state[f"order-{cell.id}"])
