"""A paper's perturbations and severities in one choice; which one is chosen follows from the steps themselves."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.design import Condition
from core.papers import MORADI, PAPERS, Paper
from core.perturbations.registry import of_paper
from pages.ui.shared.chosen_steps import ChoiceKeys, take_steps

QUOTA = 200  # Moradi & Samwald 2021, section 5.1
RULES = "Severities follow our rules: where the paper's own program did otherwise, figures may differ from its tables."


@dataclass(frozen=True, slots=True)
class Preset:
    """A paper's steps; `said` is how they come about and what of the paper they leave out.

    `quota` samples were curated of each cell; 0 where the paper had nobody judge them.
    """

    paper: Paper
    steps: tuple[Condition, ...]
    said: str
    quota: int = 0


def to_curate() -> tuple[Preset, ...]:
    """Of each paper what may change the label, and so must be looked at by people."""
    presets = (Preset(p, _steps(p, True), _curated(p), QUOTA if p is MORADI else 0) for p in PAPERS.values())
    return tuple(preset for preset in presets if preset.steps)


def to_evaluate() -> tuple[Preset, ...]:
    """All of each paper."""
    return tuple(Preset(paper, _steps(paper, False), _evaluated(paper)) for paper in PAPERS.values())


def draw_presets(
    where: "st.delta_generator.DeltaGenerator", presets: Sequence[Preset], keys: ChoiceKeys, steps: Sequence[Condition]
) -> Preset | None:
    """A pill for each paper; pressing one takes its steps; returns the one that is lit.

    `where` stands before the controls that the pills fill.
    Called after those controls with the `steps` they came to, so that the pill of the paper that has just these is lit.
    """
    by_name = {preset.paper.short: preset for preset in presets}
    chosen = next((name for name, preset in by_name.items() if set(preset.steps) == set(steps)), None)
    st.session_state[keys.preset] = chosen
    with where:
        st.pills("As in", list(by_name), key=keys.preset, on_change=_take, args=(by_name, keys), wrap=True)
        if chosen:
            st.caption(f"{by_name[chosen].said} {RULES}")
    return by_name[chosen] if chosen else None


def _take(presets: dict[str, Preset], keys: ChoiceKeys) -> None:
    name = st.session_state[keys.preset]
    if name:  # pressing the lit one changes nothing
        take_steps(presets[name].steps, keys)


def _steps(paper: Paper, altering: bool) -> tuple[Condition, ...]:
    chosen = [p for p in of_paper(paper) if p.alters_meaning or not altering]
    return tuple(Condition(p.name, severity) for p in chosen for severity in p.severities)


def _curated(paper: Paper) -> str:
    all_, altering = of_paper(paper), [p for p in of_paper(paper) if p.alters_meaning]
    which = f"{len(altering)} of its {len(all_)} perturbations may change the label"
    if len(altering) == len(all_):
        which = "Its perturbation may change the label" if len(all_) == 1 else f"All {len(all_)} may change the label"
    if paper is MORADI:
        return f"{which}: the paper had {QUOTA} samples of each at each PPS kept or relabelled by three people."
    return f"{which}; the paper itself had nobody judge them."


def _evaluated(paper: Paper) -> str:
    models = f"The paper evaluated {' and '.join(filter(None, (', '.join(paper.models[:-1]), paper.models[-1])))}"
    runs = f" in {paper.runs} runs each" if paper.runs else ""
    return f"{models}{runs}; those are not among our models: name them on the hub, and change the seed for each run."
