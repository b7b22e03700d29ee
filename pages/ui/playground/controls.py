"""What to do to the text: perturbations, severities, a seed, and whether they follow each other."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.design import Condition
from core.perturbations.registry import Level, Perturbation, find, perturbations
from core.severity import Severity
from pages.ui.playground.state import CHAINED, NAMES, SEED, SEVERITIES, loaded
from pages.ui.shared.perturbation_choice import choose_perturbations, choose_steps, names_of
from pages.ui.shared.perturbation_words import by_paper
from pages.ui.shared.view import handful, middle
from pages.ui.shell.guard import guarded, put

SETS = "playground-sets"
HANDFUL, ALL = "a few", "all"
BOTH_RULES = "both rules"
OPEN, SHUT, SWITCH = "playground-open", "playground-shut", "playground-unfold"
MODELS_ROW = "playground-models-row"  # the row of the models, which on a telephone have it for themselves
FOLDED = f"""<style>
@media (max-width:640px){{
.st-key-{MODELS_ROW}>:first-child{{flex:none;width:100%}}
.stColumn:has(.st-key-{SWITCH}){{order:-1}}
[data-testid=stLayoutWrapper]:has(>.st-key-{SHUT}){{display:none}}
}}
@media (min-width:641px){{.st-key-{SWITCH}{{display:none}}}}
</style>"""


def folded() -> "st.delta_generator.DeltaGenerator":
    """A place for the controls, which on a telephone stands above the results and shows them when a switch is on."""
    return st.container(key=OPEN if st.toggle("Perturbations and options", key=SWITCH) else SHUT)


def choose_what() -> tuple[Condition, ...]:
    """The steps to try; none, with a word on it, while something is missing."""
    with st.popover("Sets of perturbations", icon=":material/playlist_add_check:"):
        about = (
            f'Choose a set, then add or remove perturbations. "{BOTH_RULES}" also shows each by its paper\'s own rules.'
        )
        sets = [HANDFUL, ALL, *(group[0].author for group in by_paper().values()), *Level, BOTH_RULES]
        st.pills("Perturbations to begin with", sets, key=SETS, on_change=_take_set, wrap=True, help=about)
    chosen = choose_perturbations(None, NAMES)
    steps = loaded()

    def usual(perturbation: Perturbation) -> Iterable[Severity]:
        severities = [step.severity for step in steps if step.perturbation == perturbation.name]
        return severities or [middle(perturbation)]

    return choose_steps(chosen, SEVERITIES, usual)


def choose_seed() -> int:
    """The seed, with a button and a key that go on to the next one."""
    seed = int(st.number_input("Seed", 0, None, step=1, key=SEED, width=110))
    st.button(
        "New seed",
        key="playground-new-seed",
        shortcut="n",
        on_click=put,
        args=(SEED, seed + 1),
        help="Another seed changes other places in the text and uses other words.",
    )
    return seed


def chained() -> bool:
    """Whether each step starts from what the one before it made."""
    return st.toggle(
        "Chain",
        key=CHAINED,
        help="Each perturbation changes the output of the one before it, in the order you chose. Marked are the edits "
        "of one step. Predictions and hints compare with the original text.",
    )


@guarded
def _take_set() -> None:
    """Choose what the pill says, and let go of the pill, so that it can be pressed again."""
    chosen_set = st.session_state[SETS]
    st.session_state[SETS] = None
    if chosen_set:
        st.session_state[NAMES] = _named(chosen_set)


def _named(chosen_set: str) -> Sequence[str]:
    if chosen_set == BOTH_RULES:
        return list(dict.fromkeys(name for chosen in st.session_state[NAMES] for name in find(chosen).names))
    if chosen_set == HANDFUL:
        return list(names_of(handful()))
    offered = perturbations() if chosen_set in (ALL, *Level) else [p for group in by_paper().values() for p in group]
    return [p.name for p in offered if chosen_set in (ALL, p.level, p.author)]
