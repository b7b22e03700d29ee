"""Which two runs are compared: of one data set and split, at first two that have a perturbation in common."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.models.tasks import LABELLING
from data.runs.files import RunCard
from data.runs.scores import runs
from pages.ui.runs.address import wished
from pages.ui.runs.controls import choose
from pages.ui.runs.names import scored_runs, why_not_compared
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace


def choose_two(names: Mapping[str, str]) -> tuple[RunCard, RunCard] | None:
    """(first, second), each under its name in the selectors; None where no two can be compared.

    A run that the address asks for and that can't be compared is named with the reason, before two others are shown.
    """
    cards = {id_: card for id_, card in scored_runs().items() if card.task in LABELLING}
    others = {id_: found for id_, card in cards.items() if (found := others_of(card, cards))}
    _say_why_not(others, names)
    if not others:
        return None
    left, right = st.columns(2)
    of_runs = partial(choose, always=True, format_func=names.__getitem__)
    newest = next((id_ for id_, found in others.items() if in_common(cards[id_], found[0])), next(iter(others)))
    second = of_runs(right.selectbox, "Second run", "against", "two-second", list(others), newest)
    offered = [card.id for card in others[second]]
    if (asked := wished("run")) and asked not in offered:
        why = "can't be compared with the second run; a different first run is shown."
        st.info(literally(f"{names.get(asked, asked)} {why}"))
    first = of_runs(left.selectbox, "First run", "run", f"two-first-{second}", offered, offered[0])
    return cards[first], cards[second]


def others_of(card: RunCard, cards: Mapping[str, RunCard]) -> list[RunCard]:
    """The other runs of its data set and split, those first that have a cell in common with it, newest first."""
    alike = (card.dataset, card.split, card.task)
    others = [c for c in cards.values() if c.id != card.id and (c.dataset, c.split, c.task) == alike]
    return sorted(others, key=lambda other: not in_common(card, other))


def in_common(one: RunCard, other: RunCard) -> bool:
    """Whether both have a perturbation at the same severity."""
    return not set(one.conditions).isdisjoint(other.conditions)


def _say_why_not(others: Mapping[str, object], names: Mapping[str, str]) -> None:
    asked = wished("against")
    if not asked or asked in others:
        return
    here = next((card for card in runs(workspace()) if card.id == asked), None)
    reason = "This run is not in this workspace."
    if here:
        reason = why_not_compared(here) or "There is no other run on the same data set and split."
    found = " Flinch shows two other runs." if others else ""
    st.info(literally(f"{names.get(asked, asked)} can't be compared. {reason}{found}"))
