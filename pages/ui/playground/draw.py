"""The results on the page, hints following when they are there."""

from collections.abc import Mapping

import streamlit as st

from data.hints.server import Advice
from pages.ui.playground.cards import STYLE, Extras, sheet
from pages.ui.playground.extras import Pair, engines_used, fetch_advice, known_advice, tokens_of
from pages.ui.playground.results import results
from pages.ui.shared.view import View


def draw_results(view: View, entities: tuple[str, ...], tags: bool, hints: bool) -> None:
    """Draw what the steps make of the text at once; where hints are wanted and new, again when they have come."""
    shown = results(view)
    tokens = tokens_of(shown) if tags else {}
    changed = sum(result.rewrite is not None for result in shown)
    st.caption(f"{changed} of {len(shown)} changed the text" + (", one after another." if view.chained else "."))
    place = st.empty()

    def draw(advice: Mapping[Pair, Advice]) -> None:
        place.html(STYLE + sheet(shown, Extras(advice, tokens, entities, view.chained)))

    known = known_advice(shown) if hints else {}
    draw(known or {})
    if known is None:
        fetch_advice(shown, draw)
    if hints and engines_used():
        st.caption(f"Hints: {engines_used()}.")
