"""The controls of the Flips page: which run, and which of its models, perturbations and samples."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.design import Condition
from data.flips.tallies import Counting, uncounted
from data.runs.files import RunCard
from pages.ui.runs.address import from_address, to_address
from pages.ui.runs.names import scored_runs, told_apart
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store

RUN, KEPT = "flips-run", "flips-kept"


@dataclass(frozen=True, slots=True)
class PartOfRun:
    """What was chosen: a run, and which part of it is counted."""

    run: RunCard
    part: Counting


def choose_part() -> PartOfRun | None:
    """The part of a run that people ask for; None, with a word on why, while there is nothing to count."""
    cards = scored_runs()
    if not cards:
        st.info("You have no runs yet: evaluate models on a data set, and what flips them will appear here.")
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return None
    from_address("run", RUN, {id_: id_ for id_ in cards})
    if st.session_state.get(RUN) not in cards:
        st.session_state[RUN] = max(cards.values(), key=lambda card: card.finished).id  # the newest, of equals
    chosen = st.selectbox("Run", tuple(cards), format_func=told_apart(cards).__getitem__, key=RUN)
    to_address("run", chosen)
    run = cards[chosen]
    if reason := uncounted(run):
        st.info(reason)
        return None
    left, right = st.columns([2, 3])
    models = _some(left, "Models", [model.name for model in run.models], f"flips-models-{run.id}")
    named = {condition_in_words(*condition): condition for condition in _conditions(run)}
    conditions = _some(right, "Perturbations", list(named), f"flips-conditions-{run.id}")
    kept = st.toggle("Only samples kept by people", key=KEPT, width="content")
    part = Counting(tuple(models), tuple(named[name] for name in conditions), store().curated_all() if kept else None)
    return PartOfRun(run, part)


def _some(place: "st.delta_generator.DeltaGenerator", label: str, names: Sequence[str], key: str) -> list[str]:
    return place.multiselect(label, names, key=key, placeholder="All")


def _conditions(run: RunCard) -> list[Condition]:
    return [run.cell(cell).condition for cell in run.cells]
