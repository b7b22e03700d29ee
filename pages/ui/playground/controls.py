"""What to do to the text: perturbations, severities, a seed, and whether they follow each other."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.perturb import Step
from core.perturbations.registry import Level, Perturbation, perturbations
from core.severity import Severity
from pages.ui.perturbation_choice import choose_perturbations, choose_steps
from pages.ui.perturbation_words import author, by_paper
from pages.ui.playground.view import CHAINED, NAMES, SEED, SEVERITIES, handful, loaded, middle

SETS = "playground-sets"
HANDFUL, ALL = "a handful", "all"


def choose_what() -> tuple[Step, ...]:
    """The steps to try; none, with a word on it, while something is missing."""
    st.pills("Start from", _sets(), key=SETS, on_change=_take_set, wrap=True, help="Then add and remove as you like.")
    chosen = choose_perturbations(None, NAMES, told=False)
    steps = loaded()

    def usual(perturbation: Perturbation) -> Iterable[Severity]:
        asked = [step.severity for step in steps if step.perturbation == perturbation.name]
        return asked or [middle(perturbation)]

    return choose_steps(chosen, SEVERITIES, usual)


def choose_seed() -> int:
    """The seed, with a button and a key that go on to the next one."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed = int(st.number_input("Seed", 0, None, step=1, key=SEED, width=140))
        st.button(
            "New seed",
            key="playground-new-seed",
            shortcut="n",
            type="primary",
            on_click=_go_on,
            args=(seed + 1,),
            help="Another seed, other places and other words.",
        )
    return seed


def chained() -> bool:
    """Whether each step starts from what the one before it made."""
    return st.toggle(
        "One after another",
        key=CHAINED,
        help="A chain: each perturbation starts from what the one before it made, in the order of your choice.",
    )


def _sets() -> list[str]:
    return [HANDFUL, ALL, *(author(group[0]) for group in by_paper().values()), *Level]


def _take_set() -> None:
    """Choose what the pill says, and let go of the pill, so that it can be pressed again."""
    asked = st.session_state[SETS]
    st.session_state[SETS] = None
    if asked:
        st.session_state[NAMES] = _named(asked)


def _named(asked: str) -> Sequence[str]:
    if asked == HANDFUL:
        return list(dict.fromkeys(step.perturbation for step in handful()))
    known = perturbations() if asked in (ALL, *Level) else [p for group in by_paper().values() for p in group]
    return [p.name for p in known if asked in (ALL, p.level, author(p))]


def _go_on(seed: int) -> None:
    st.session_state[SEED] = seed
