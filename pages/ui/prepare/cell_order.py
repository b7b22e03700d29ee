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
    "The share kept is an estimate for the whole cell.",
    "For replaced words, closest new word in context first; otherwise fewest new grammar issues, then highest "
    "similarity. Candidates without hints come last. In this order, the share kept is no estimate for the whole cell.",
    "Samples that people will probably keep come first; a model learns this from decisions. The quota needs fewer "
    "decisions but fills with other samples. A random share of the samples keeps an estimate for the whole cell; "
    "Progress shows the estimate and how many decisions were saved.",
)


def choose_order(cell: Cell, order: Order) -> None:
    """The order as a word, which opens the choice."""
    key, share = f"order-{cell.id}", f"share-{cell.id}"
    st.session_state[key] = order.way
    st.session_state[share] = round(100 * order.share)
    with st.popover(order.name.capitalize(), type="tertiary", icon=":material/sort:", key=f"orders-{cell.id}"):
        st.radio(
            "Order of candidates",
            tuple(WAYS),
            format_func=WAYS.__getitem__,
            captions=SAID,
            key=key,
            on_change=_set,
            args=(cell,),
        )
        if order.triage:
            st.slider("Random share", 5, 50, step=5, format="%d %%", key=share, on_change=_set, args=(cell,))


@guarded
def _set(cell: Cell) -> None:
    chosen = st.session_state.get(f"share-{cell.id}")
    share = chosen / 100 if isinstance(chosen, int) else None
    store().set_way(cell, OrderStrategy(st.session_state[f"order-{cell.id}"]), share)
