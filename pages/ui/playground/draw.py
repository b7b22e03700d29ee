"""The results on the page, hints following when they are there."""

from collections.abc import Mapping

import streamlit as st

from data.hints_aside import Advice
from pages.ui.diff import theme_class
from pages.ui.playground.cards import STYLE, Extras, sheet
from pages.ui.playground.extras import Pair, ask, known_advice, speaking, tokens_of
from pages.ui.playground.results import results
from pages.ui.playground.view import View


def draw_results(view: View, entities: tuple[str, ...], tags: bool, hints: bool) -> None:
    """Draw what the steps make of the text at once; where hints are wanted and new, again when they have come."""
    found = results(view)
    tokens = tokens_of(found) if tags else {}
    changed = sum(result.rewrite is not None for result in found)
    st.caption(f"{changed} of {len(found)} changed the text" + (", one after another." if view.chained else "."))
    place = st.empty()

    def draw(advice: Mapping[Pair, Advice]) -> None:
        place.html(STYLE + sheet(found, Extras(advice, tokens, entities, view.chained), theme_class()))

    known = known_advice(found) if hints else {}
    draw(known or {})
    if known is None:
        ask(found, draw)
    if hints and speaking():
        st.caption(f"Hints: {speaking()}.")
