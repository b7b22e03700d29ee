"""The four views of the Heatmaps page."""

import streamlit as st

from pages.ui.chart import draw
from pages.ui.comparison import COMPARABLE, FAIRLY, difference, namesake, why_not
from pages.ui.heatmap_choices import choose_published
from pages.ui.own_run import choose_run, draw_cell, draw_run


def published(stacked: bool = False) -> None:
    """The papers' figures."""
    grid, _ = choose_published(stacked=stacked)
    draw(grid, "published-chart")


def mine() -> None:
    """A run of one's own and the flips of a chosen cell."""
    if (own := choose_run()) is None:
        return
    left, right = st.columns([5, 6], gap="large")
    with left:
        draw_run(own)
    with right:
        draw_cell(own)


def side_by_side() -> None:
    """One's own run on the left, published figures on the right, on the same scale."""
    left, right = st.columns(2, gap="large")
    with left:
        own = choose_run()
        if own:
            draw_run(own)
    with right:
        published(stacked=True)
    if own:
        draw_cell(own)


def subtracted() -> None:
    """One's own figures less a published model's, where both measured the same thing."""
    own = choose_run(tuple(COMPARABLE))
    if own is None:
        return
    collection = COMPARABLE[own.metric]
    theirs, task = choose_published([collection])
    st.caption(FAIRLY)
    if reason := why_not(collection, task):
        st.info(reason)
        return
    guess = theirs.columns.index(namesake(own.grid.columns[0], theirs.columns))
    model = st.selectbox("Less the published", theirs.columns, index=guess, key="difference-model")
    grid = difference(own.grid, theirs, model)
    if grid.cells:
        draw(grid, "difference-chart")
    else:
        st.info("This run has no cell with a perturbation and severity of the paper's tables; evaluate one that has.")
