"""The controls of the Flips page: which run, and which of its models, perturbations and samples."""

from dataclasses import dataclass

import streamlit as st

from core.records import Task
from data.flips.rows import Counting
from data.flips.rules import FlipRule, flip_rule, scale_of, usual_move
from data.runs.files import RunCard
from data.runs.measures.kept import kept_of_run
from pages.ui.runs.address import to_address, value_from_address
from pages.ui.runs.controls import choose_some, controls_row, switch
from pages.ui.runs.names import scored_runs
from pages.ui.runs.nothing_to_show import say_no_runs
from pages.ui.runs.run_choice import choose_card
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store, workspace


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
        say_no_runs("This page then lists the edits that flip predictions.")
        return None
    row = controls_row("flips")
    run = choose_card(cards, row)
    names = [model.name for model in run.models]
    models = choose_some(row.multiselect, "Models", "models", f"flips-models-{run.id}", names, width=130)
    conditions = {condition_in_words(condition): condition for condition in run.conditions}
    spelled, key = {condition.spelled: name for name, condition in conditions.items()}, f"flips-conditions-{run.id}"
    some = choose_some(row.multiselect, "Perturbations", "perturbations", key, spelled, width=160)
    with row:
        only_kept = switch("Only curated samples", "kept", "flips-kept")
    moved = _how_far(run) if run.task is Task.SIMILARITY else None
    kept = kept_of_run(store(), workspace(), run) if only_kept else None
    if kept and kept.left_out:
        st.caption(kept.left_out)
    curated = kept.samples if kept else None
    part = Counting(tuple(models), tuple(conditions[name] for name in some), curated, moved)
    return PartOfRun(run, part, flip_rule(workspace(), run, moved))


def _how_far(run: RunCard) -> float | None:
    """By more than how much a score has to move; None for what is usual, which is the first choice."""
    scale = scale_of(workspace(), run)
    usual, span, key = usual_move(scale), scale.high - scale.low, f"flips-moved-{run.id}"

    def read(spelled: str) -> float | None:
        try:
            return number if 0 <= (number := float(spelled)) <= span else None
        except ValueError:
            return None

    value_from_address("moved", key, read, usual)
    moved: float = st.number_input(
        "A score flips when it changes by more than",
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
