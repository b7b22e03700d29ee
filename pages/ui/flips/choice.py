"""The controls of the Flips page: which run, and which of its models, perturbations and samples."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.design import Condition
from core.records import Task
from data.flips.rules import FlipRule, flip_rule, scale_of, usual_move
from data.flips.tallies import Counting
from data.runs.files import RunCard
from data.runs.measures.kept import kept_of_run
from pages.ui.runs.address import from_address, say_missing_run, to_address
from pages.ui.runs.names import scored_runs, told_apart
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store, workspace

RUN, KEPT = "flips-run", "flips-kept"


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
        st.info("You have no runs yet: evaluate models on a data set, and what flips them will appear here.")
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return None
    say_missing_run(cards)
    from_address("run", RUN, {id_: id_ for id_ in cards})
    if st.session_state.get(RUN) not in cards:
        st.session_state[RUN] = max(cards.values(), key=lambda card: card.finished).id  # the newest, of equals
    chosen = st.selectbox("Run", tuple(cards), format_func=told_apart(cards).__getitem__, key=RUN)
    to_address("run", chosen)
    run = cards[chosen]
    left, right = st.columns([2, 3])
    models = _some(left, "Models", [model.name for model in run.models], f"flips-models-{run.id}")
    named = {condition_in_words(*condition): condition for condition in _conditions(run)}
    conditions = _some(right, "Perturbations", list(named), f"flips-conditions-{run.id}")
    moved = _how_far(run) if run.task is Task.SIMILARITY else None
    kept = st.toggle("Only samples kept by people", key=KEPT, width="content")
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
    asked = st.query_params.get("moved", "")
    if key not in st.session_state:
        st.session_state[key] = float(asked) if _is_distance(asked, span) else usual
    moved: float = st.number_input(
        "A score flips when it moves by more than", 0.0, span, step=usual / 2, format="%.4g", key=key, width=320
    )
    to_address("moved", "" if moved == usual else f"{moved:g}")
    return None if moved == usual else moved


def _is_distance(asked: str, span: float) -> bool:
    try:
        return 0 <= float(asked) <= span
    except ValueError:
        return False


def _some(place: "st.delta_generator.DeltaGenerator", label: str, names: Sequence[str], key: str) -> list[str]:
    return place.multiselect(label, names, key=key, placeholder="All")


def _conditions(run: RunCard) -> list[Condition]:
    return [run.cell(cell).condition for cell in run.cells]
