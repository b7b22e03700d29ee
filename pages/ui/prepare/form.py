"""The controls of the Prepare page: which samples, and what to do to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.design import Condition, Design
from core.perturbations.conditions import parse_condition
from core.records import Cell, DatasetCard
from core.rules import Rules
from core.so_many import so_many
from curation.study.results.needs import Handling
from data.datasets.stored import dataset_cards, newest_import
from data.jobs.jobs import jobs
from data.study_results.handling import moved_by_studies
from pages.ui.shared.address import asked, follow, known, whole, write
from pages.ui.shared.alike import superfluous
from pages.ui.shared.chosen_steps import ChoiceKeys, take_steps
from pages.ui.shared.folding import form_box
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_choice import choose_perturbations, choose_steps, draw_count, need_people
from pages.ui.shared.perturbation_groups import draw_groups
from pages.ui.shared.perturbation_words import heading
from pages.ui.shared.presets import Preset, draw_presets, to_curate
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

KEYS = ChoiceKeys.of("prepare")
BOX = "prepare-new"
DATASET, LIMIT, SEED, COMPLETE = "prepare-dataset", "prepare-limit", "prepare-seed", "prepare-complete"
USUAL_LIMIT = 1000
MOVED = {Handling.CURATE: "needs curation here", Handling.AUTOMATIC: "needs no curation here"}


@dataclass(frozen=True, slots=True)
class ChosenCells:
    """The `conditions` chosen, and the `design` of those to make: without complete cells; None if none is left."""

    conditions: tuple[Condition, ...]
    design: Design | None


def draw_form_box() -> "ExpanderContainer":
    """The box of the form, at first open unless candidates are being made; it is also open where the address asks for
    some."""
    names = [card.name for card in dataset_cards(workspace())]
    if st.session_state.get(DATASET) not in names:
        st.session_state[DATASET] = newest_import(workspace())
    making = any(job.kind == "candidates" and not job.ended for job in jobs(workspace()))
    return form_box("New candidates", BOX, not making or bool(asked()))


def choose_design(choices: "DeltaGenerator") -> ChosenCells | None:
    """What people ask for, with controls in this place; None, with a word on it, while incomplete."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    if not cards:
        choices.info("There are no data sets yet; import one on the Data sets page.")
        return None
    follow(lambda query: _take(query, cards))
    with choices:
        name, split = _samples(cards)
        presets = st.container(gap="xsmall")
        chosen = choose_perturbations(need_people(), KEYS.names, persist="session")
        draw_groups(KEYS.names)
        _draw_moved()
        same = [match.condition for match in superfluous(name, split, chosen)]
        steps = choose_steps(chosen, KEYS.severities, persist="session", superfluous=same)
        preset = draw_presets(presets, (*to_curate(), *to_curate(Rules.OURS)), KEYS, steps)
        with presets:
            _offer_quota(preset)
        limit, seed = _details()
        write(_address(name, split, steps, limit, seed))
        if not steps:
            return None
        draw_count(steps)
        easiest_first = tuple(sorted(steps, key=lambda step: step.severity))
        needed = _needed(name, split, easiest_first)
    return ChosenCells(easiest_first, Design(name, split, needed, seed, limit) if needed else None)


def _needed(dataset: str, split: str, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Those whose cell still needs candidates; all if people want more candidates for complete cells too."""
    needed = tuple(step for step in conditions if not store().progress(Cell(dataset, split, *step)).closed)
    if not (complete := len(conditions) - len(needed)):
        return conditions
    if not needed:
        st.caption("All these cells are complete.")
    label = f"Also make candidates for {so_many(complete, 'complete cell')}"
    return conditions if st.toggle(label, key=COMPLETE, persist_state="session") else needed


def _take(query: Mapping[str, str], cards: Mapping[str, DatasetCard]) -> None:
    """Choose what the address asks for; raises BadInput, before anything is chosen, for what does not exist."""
    name = known(query, "dataset", tuple(cards))
    split = known(query, "split", tuple(cards[name].splits)) if name else None
    steps = parse_condition(query["steps"]).steps if query.get("steps") else None
    numbers = {LIMIT: whole(query, "limit", USUAL_LIMIT), SEED: whole(query, "seed", 0)}
    st.session_state.update(numbers)
    if name:
        st.session_state[DATASET] = name
    if split:
        st.session_state[_split_key(name or "")] = split
    if steps:
        take_steps(steps, KEYS)


def _address(name: str, split: str, steps: tuple[Condition, ...], limit: int, seed: int) -> dict[str, str]:
    query = {"dataset": name, "split": split}
    if steps:
        query["steps"] = Condition.chain(steps).spelled
    if limit != USUAL_LIMIT:
        query["limit"] = str(limit)
    return query | ({"seed": str(seed)} if seed else {})


def _samples(cards: dict[str, DatasetCard]) -> tuple[str, str]:
    """(data set, split)."""
    left, right = st.columns(2)
    card = cards[left.selectbox("Data set", tuple(cards), key=DATASET, persist_state="session")]
    names = tuple(card.splits)
    key = _split_key(card.name)
    if st.session_state.get(key) not in names:
        st.session_state[key] = "test" if "test" in names else names[0]
    split = right.selectbox("Split", names, key=key, persist_state="session")
    size = card.splits[split]
    right.caption(so_many(size, "sample"))  # not in the selector, which goes on showing what it held when it was drawn
    return card.name, split


def _split_key(dataset: str) -> str:
    return f"split-{dataset}"


def _details() -> tuple[int, int]:
    """(limit, seed)."""
    st.session_state.setdefault(LIMIT, USUAL_LIMIT)
    st.session_state.setdefault(SEED, 0)
    limit, seed = st.session_state[LIMIT], st.session_state[SEED]
    title = f"Limit: {so_many(limit, 'sample')}" if limit else "No limit"
    left, right = st.expander(f"{title}; seed {seed}", key="prepare-limits").columns(2)
    limit = left.number_input(
        "Samples, at most (0: all)",
        0,
        step=100,
        key=LIMIT,
        persist_state="session",
        help="A cell is complete at its quota of 200. The papers' annotators checked 209 to 468 samples to reach it.",
    )
    seed = right.number_input(
        "Seed",
        0,
        key=SEED,
        persist_state="session",
        help="Another seed perturbs other words and orders the samples differently.",
    )
    return int(limit), int(seed)


def _draw_moved() -> None:
    """A line for each perturbation that a study has moved: to where, by which study, on what evidence."""
    for name, moved in moved_by_studies(workspace()).items():
        by = f"according to the study “{moved.title}” ({moved.at:%Y-%m-%d})"
        line = f"{heading(name)} {MOVED[moved.handling]}, {by}: {moved.evidence}."
        st.caption(f":material/how_to_vote: {literally(line)}")


def _offer_quota(preset: Preset | None) -> None:
    """A button that sets it: for all cells, so it is not done by choosing the paper."""
    if preset is None or preset.quota in (0, store().quota()):
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"The paper's quota is {preset.quota} per cell, your quota is {store().quota()}.", width="content")
        st.button(
            f"Set the quota to {preset.quota}",
            key="paper-quota",
            type="tertiary",
            icon=":material/check:",
            on_click=_set_quota,
            args=(preset.quota,),
        )


@guarded
def _set_quota(quota: int) -> None:
    store().set_quota(quota)
