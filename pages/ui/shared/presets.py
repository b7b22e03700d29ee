"""A paper's perturbations and severities in one choice; which one is chosen follows from the steps themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from core.design import Condition
from core.papers import MORADI, PAPERS, Paper
from core.perturbations.conditions import paper_conditions
from core.perturbations.registry import find, under
from core.rules import Rules
from core.text.casing import capitalised
from pages.ui.shared.chosen_steps import ChoiceKeys, take_steps
from pages.ui.shell.guard import guarded

QUOTA = 200  # Moradi & Samwald 2021, section 5.1
FOLLOWED = {
    Rules.PAPER: "As in the paper's program, but without the program's unintended damage to texts.",
    Rules.OURS: "Our rules: exact severities, careful word choice. Results may differ from the paper's tables.",
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A paper's steps under some rules; `about` is how they come about and what of the paper they leave out.

    `quota` samples were curated of each cell; 0 where the paper had nobody judge them.
    """

    paper: Paper
    rules: Rules
    steps: tuple[Condition, ...]
    about: str
    quota: int = 0


@dataclass(frozen=True, slots=True)
class Lit:
    """The pill that is lit, the one that was before it, and what the rest of the form said then."""

    name: str | None = None
    was: str | None = None
    rest: Mapping[str, Any] = field(default_factory=dict)


def to_curate(rules: Rules = Rules.PAPER) -> tuple[Preset, ...]:
    """Of each paper what may change the label, and so must be looked at by people: all that is plausible."""
    steps = {
        paper: tuple(
            Condition(find(name).to_judge, severity)
            for name, severity in paper_conditions(paper, rules)
            if find(name).alters_meaning
        )
        for paper in PAPERS.values()
    }
    return tuple(Preset(p, rules, steps[p], _curated(p, rules), QUOTA if p is MORADI else 0) for p in steps if steps[p])


def to_evaluate(rules: Rules = Rules.PAPER) -> tuple[Preset, ...]:
    """All of each paper."""
    return tuple(Preset(p, rules, paper_conditions(p, rules), _evaluated(p)) for p in PAPERS.values())


def draw_presets(
    where: "st.delta_generator.DeltaGenerator", presets: Sequence[Preset], keys: ChoiceKeys, steps: Sequence[Condition]
) -> Preset | None:
    """A pill for each paper; pressing one takes its steps, by the paper's own rules; returns the one that is lit.

    `where` stands before the controls that the pills fill. Called after those controls with the `steps` they came to,
    so that the pill of the paper that has just these, under either rules, is lit.
    """
    chosen = next((preset for preset in presets if set(preset.steps) == set(steps)), None)
    lit = chosen.paper.short if chosen else None
    st.session_state[keys.preset] = lit
    _note_lit(lit, keys)
    st.session_state[keys.rules] = chosen is None or chosen.rules is Rules.PAPER
    by_name = {(preset.paper.short, preset.rules): preset for preset in presets}
    with where:
        names = list(dict.fromkeys(name for name, _ in by_name))
        st.pills(
            "Preset from paper",
            names,
            key=keys.preset,
            on_change=_press,
            args=(by_name, keys),
            wrap=True,
            help=f"{chosen.about} {FOLLOWED[_rules(chosen, by_name)]}" if chosen else None,
        )
        if chosen:
            if not _same(chosen, by_name):
                st.toggle("Use the paper's own rules", key=keys.rules, on_change=_turn, args=(by_name, keys))
            if _rules(chosen, by_name) is Rules.OURS and chosen.paper.notes:
                st.caption(" ".join(f"{capitalised(note)}." for note in chosen.paper.notes))
    return chosen


def _same(preset: Preset, by_name: Mapping[tuple[str, Rules], Preset]) -> bool:
    return by_name[preset.paper.short, Rules.PAPER].steps == by_name[preset.paper.short, Rules.OURS].steps


def _rules(preset: Preset, by_name: Mapping[tuple[str, Rules], Preset]) -> Rules:
    return Rules.OURS if _same(preset, by_name) else preset.rules


def _note_lit(name: str | None, keys: ChoiceKeys) -> None:
    now = st.session_state.get(keys.lit, Lit())
    st.session_state[keys.lit] = Lit(name, now.was if name == now.name else now.name, _rest(keys))


def _rest(keys: ChoiceKeys) -> dict[str, Any]:
    items = ((str(key), value) for key, value in st.session_state.items())
    return {key: value for key, value in items if key.startswith(f"{keys.form}-") and not key.startswith(keys.preset)}


def _pressed(keys: ChoiceKeys) -> str | None:
    """The pill that was pressed; None where the lit one was, which changes nothing, and where none was.

    Who chooses something else quickly may do so before the browser has heard that a pill is lit no more; it sends that
    one along.
    """
    name: str | None = st.session_state[keys.preset]
    lit: Lit = st.session_state[keys.lit]
    return None if name == lit.was and _rest(keys) != lit.rest else name


@guarded
def _press(presets: dict[tuple[str, Rules], Preset], keys: ChoiceKeys) -> None:
    if name := _pressed(keys):
        take_steps(presets[name, Rules.PAPER].steps, keys)


@guarded
def _turn(presets: dict[tuple[str, Rules], Preset], keys: ChoiceKeys) -> None:
    rules = Rules.PAPER if st.session_state[keys.rules] else Rules.OURS
    if name := _pressed(keys):
        take_steps(presets[name, rules].steps, keys)


def _curated(paper: Paper, rules: Rules) -> str:
    all_ = under(paper, rules)
    altering = [p for p in all_ if p.alters_meaning]
    which = f"{len(altering)} of its {len(all_)} perturbations may change the label"
    if len(altering) == len(all_):
        which = (
            "Its perturbation may change the label"
            if len(all_) == 1
            else f"All {len(all_)} perturbations may change the label"
        )
    if paper is MORADI:
        return f"{which}: in the paper, three people kept or relabelled {QUOTA} samples per perturbation and PPS."
    return f"{which}; nobody judged them in the paper."


def _evaluated(paper: Paper) -> str:
    models = f"The paper evaluated {' and '.join(filter(None, (', '.join(paper.models[:-1]), paper.models[-1])))}"
    runs = f" in {paper.runs} runs each" if paper.runs else ""
    how = "type their hub names, and change the training seed for each run"
    return f"{models}{runs}. Flinch does not list these models: {how}."
