"""The controls of the Flips page: which run, and which of its models, perturbations and samples."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.design import Condition
from core.records import Task
from data.flips.rules import FlipRule, flip_rule, scale_of, usual_move
from data.flips.tallies import Counting
from data.runs.files import RunCard
from data.runs.measures.kept import kept_of_run
from pages.ui.runs.address import BETWEEN, from_address, number_from_address, some_from_address, to_address
from pages.ui.runs.names import scored_runs
from pages.ui.runs.run_choice import choose_card
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store, workspace

KEPT = "flips-kept"


@dataclass(frozen=True, slots=True)
class PartOfRun:
    """What was chosen: a run, which part of it is counted, and what a flip is."""

    run: RunCard
    part: Counting
    rule: FlipRule


def choose_part() -> PartOfRun | None:
    """The part of a run that people ask for; None, with a word on why, while there is nothing to count."""
    cards = scored_runs()
    if not cards:
        st.info("No runs yet. Evaluate models on a data set to see what flips them.")
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return None
    run = choose_card(cards, st.container())
    left, right = st.columns([2, 3])
    models = _some(left, "Models", {model.name: model.name for model in run.models}, f"flips-models-{run.id}")
    named = {condition_in_words(*condition): condition for condition in _conditions(run)}
    spelled = {condition.spelled: name for name, condition in named.items()}
    conditions = _some(right, "Perturbations", spelled, f"flips-conditions-{run.id}")
    moved = _how_far(run) if run.task is Task.SIMILARITY else None
    kept = _only_kept()
    warn_of_unlearned(run, models)
    found = kept_of_run(store(), workspace(), run) if kept else None
    if found and found.left_out:
        st.caption(found.left_out)
    curated = found.samples if found else None
    part = Counting(tuple(models), tuple(named[name] for name in conditions), curated, moved)
    return PartOfRun(run, part, flip_rule(workspace(), run, moved))


def _how_far(run: RunCard) -> float | None:
    """By more than how much a score has to move; None for what is usual, which is the first choice."""
    scale = scale_of(workspace(), run)
    usual, span, key = usual_move(scale), scale.high - scale.low, f"flips-moved-{run.id}"
    number_from_address("moved", key, 0.0, span, usual)
    moved: float = st.number_input(
        "A score flips when it moves by more than",
        0.0,
        span,
        step=usual / 2,
        format="%.4g",
        key=key,
        width=320,
        persist_state="session",
    )
    to_address("moved", "" if moved == usual else f"{moved:g}")
    return None if moved == usual else moved


def _only_kept() -> bool:
    from_address("kept", KEPT, {"1": True}, False)
    kept = st.toggle("Only curated samples", key=KEPT, width="content", persist_state="session")
    to_address("kept", "1" if kept else "")
    return kept


def _some(place: "st.delta_generator.DeltaGenerator", label: str, spelled: Mapping[str, str], key: str) -> list[str]:
    """Some of these names, each with how the address spells it; none is all."""
    name = label.lower()
    some_from_address(name, key, spelled)
    chosen = place.multiselect(
        label, list(spelled.values()), key=key, placeholder="All", select_all=False, persist_state="session"
    )
    to_address(name, BETWEEN.join(one for one, named in spelled.items() if named in chosen))
    return chosen


def _conditions(run: RunCard) -> list[Condition]:
    return [run.cell(cell).condition for cell in run.cells]
