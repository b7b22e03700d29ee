"""The controls of the Prepare page: which samples, and what to do to them."""

from collections.abc import Sequence

import streamlit as st

from core.perturbations.registry import Perturbation, perturbations
from core.records import DatasetCard
from core.severity import Severity, Unit
from data.candidates import Plan
from data.datasets import dataset_cards
from pages.ui.session import workspace


def choose_plan() -> Plan | None:
    """The candidates people ask for, hints left at their defaults; None, with a word on it, while incomplete."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    if not cards:
        st.info("There is no data set yet; import one on the page Data sets.")
        return None
    name, split = _samples(cards)
    chosen = _perturbations()
    severities = _severities(chosen)
    limit, seed = _details()
    if not (chosen and severities):
        st.info("Choose at least one perturbation and one severity.")
        return None
    return Plan(name, split, tuple(p.name for p in chosen), severities, seed, limit)


def _samples(cards: dict[str, DatasetCard]) -> tuple[str, str]:
    """(data set, split)."""
    left, right = st.columns(2)
    card = cards[left.selectbox("Data set", tuple(cards), key="prepare-dataset")]
    sizes = {split.name: split.samples for split in card.splits}
    names = tuple(sizes)
    usual = names.index("test") if "test" in names else 0
    said = {name: f"{name} ({size:,} samples)" for name, size in sizes.items()}
    return card.name, right.selectbox("Split", names, usual, format_func=said.__getitem__, key=f"split-{card.name}")


def _perturbations() -> list[Perturbation]:
    """Those that can change the meaning, and so need people, are chosen from the start; the others can be added."""
    known = {p.name: p for p in perturbations() if p.unit is Unit.PPS}
    need_people = [name for name, p in known.items() if p.alters_meaning]
    names = st.multiselect(
        "Perturbations",
        tuple(known),
        need_people,
        format_func=lambda name: name.replace("_", " "),
        key="prepare-perturbations",
    )
    chosen = [known[name] for name in names]
    for perturbation in chosen:
        st.caption(f"{perturbation.name.replace('_', ' ').capitalize()}: {perturbation.summary}")
    return chosen


def _severities(chosen: Sequence[Perturbation]) -> tuple[Severity, ...]:
    """Perturbations per sample, as far as all of the chosen ones go."""
    if not chosen:
        return ()
    steps = (1, 2, 3, 4)
    label = "Severities (PPS: perturbations per sample, at most)"
    asked = st.pills(label, steps, selection_mode="multi", default=steps, key="prepare-severities")
    return tuple(Severity(Unit.PPS, step) for step in sorted(asked))


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
