"""The controls of the Prepare page: which samples, and what to do to them."""

import streamlit as st

from core.records import DatasetCard
from data.candidates import Plan
from data.datasets import dataset_cards
from pages.ui.perturbation_choice import (
    choose_perturbations,
    choose_steps,
    draw_count,
    names_of,
    need_people,
    severities_of,
)
from pages.ui.session import workspace


def choose_plan() -> Plan | None:
    """The candidates people ask for, hints left at their defaults; None, with a word on it, while incomplete."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    if not cards:
        st.info("There is no data set yet; import one on the page Data sets.")
        return None
    name, split = _samples(cards)
    chosen = choose_perturbations(need_people(), "prepare-perturbations")
    steps = choose_steps(chosen, "prepare-severities")
    limit, seed = _details()
    if not steps:
        return None
    draw_count(steps)
    easiest_first = tuple(sorted(steps, key=lambda step: step.severity))
    return Plan(name, split, names_of(steps), severities_of(steps), seed, limit, steps=easiest_first)


def _samples(cards: dict[str, DatasetCard]) -> tuple[str, str]:
    """(data set, split)."""
    left, right = st.columns(2)
    card = cards[left.selectbox("Data set", tuple(cards), key="prepare-dataset")]
    sizes = {split.name: split.samples for split in card.splits}
    names = tuple(sizes)
    usual = names.index("test") if "test" in names else 0
    said = {name: f"{name} ({size:,} samples)" for name, size in sizes.items()}
    return card.name, right.selectbox("Split", names, usual, format_func=said.__getitem__, key=f"split-{card.name}")


def _details() -> tuple[int, int]:
    """(limit, seed)."""
    left, right = st.columns(2)
    limit = left.number_input(
        "Samples at most (0: all)",
        0,
        None,
        1000,
        step=100,
        key="prepare-limit",
        help="A cell closes at its quota of 200; the papers' annotators looked at 209 to 468 samples for it.",
    )
    seed = right.number_input("Seed", 0, None, 0, key="prepare-seed", help="Another seed: other words, another order.")
    return limit, seed
