"""The order in which a cell's candidates are handed out, to be changed at any time."""

import streamlit as st

from core.records import Cell
from curation.order import Order, OrderStrategy
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store

WAYS = {
    OrderStrategy.RANDOM: "Random, as in the paper",
    OrderStrategy.BEST_FIRST: "Best first",
    OrderStrategy.TRIAGE: "Triage",
}
SAID = (
    "What people keep of these is an estimate for all of the cell's candidates.",
    "The new word nearest to the old one in its context; for other perturbations the fewest new grammar issues, then "
    "the highest similarity. Candidates without hints come last. What people keep is then no estimate for all.",
    "First what people will most likely keep, as a model learns from their decisions: fewer looks to the quota, but "
    "other samples fill it. A share drawn by chance keeps an estimate for all; Progress shows it, and what was saved.",
)


def choose_order(cell: Cell, order: Order) -> None:
    """The order as a word, which opens the choice."""
    key, share = f"order-{cell.id}", f"share-{cell.id}"
    st.session_state[key] = order.way
    st.session_state[share] = round(100 * order.share)
    with st.popover(order.name.capitalize(), type="tertiary", icon=":material/sort:", key=f"orders-{cell.id}"):
        st.radio(
            "Candidates are handed out",
            tuple(WAYS),
            format_func=WAYS.__getitem__,
            captions=SAID,
            key=key,
            on_change=_set,
            args=(cell,),
        )
        if order.triage:
            st.slider("Drawn by chance", 5, 50, step=5, format="%d %%", key=share, on_change=_set, args=(cell,))


@guarded
def _set(cell: Cell) -> None:
    chosen = st.session_state.get(f"share-{cell.id}")
    share = chosen / 100 if isinstance(chosen, int) else None
    store().set_way(cell, OrderStrategy(st.session_state[f"order-{cell.id}"]), share)
