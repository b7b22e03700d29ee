"""The run that is looked at: on Heatmaps, Flips and Samples it is the same one."""

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from data.runs.files import RunCard
from pages.ui.runs.address import wished
from pages.ui.runs.controls import Draw, choose, choose_some
from pages.ui.runs.names import told_apart
from pages.ui.shared.literal import literally

RUN = "run-looked-at"


def choose_card(cards: Mapping[str, RunCard], place: DeltaGenerator, at_first: Sequence[RunCard] = ()) -> RunCard:
    """The run that the address asks for, else the one that was looked at last; at first the newest finished one.

    That is the newest of all, unless some are given of which it is to be.
    """
    say_missing_run(cards)
    newest = max(at_first or cards.values(), key=lambda card: card.finished)  # the first, the newest, of equals
    name_of = told_apart(cards).__getitem__
    return cards[choose(place.selectbox, "Run", "run", RUN, list(cards), newest.id, always=True, format_func=name_of)]


def choose_runs(draw: Draw, label: str, key: str, cards: Mapping[str, RunCard], usual: Sequence[str]) -> list[str]:
    """Several runs, by id, in the order they were chosen."""
    name_of = told_apart(cards).__getitem__
    return choose_some(draw, label, "runs", key, list(cards), usual, ",", placeholder=None, format_func=name_of)


def say_missing_run(cards: Mapping[str, object]) -> None:
    """A word where the address asks for a run that is not among these, by id: figures of another one follow."""
    requested = wished("run")
    if requested and requested not in cards:
        why = "is not in this workspace, or has nothing to show yet; Flinch shows another run."
        st.info(literally(f"The run {requested} {why}"))
