"""What the playground shows, and how the address of the page says it, so that a view can be kept and sent on."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.errors import BadInput
from core.pairing import spelled
from core.perturb import Step, parse_steps
from core.perturbations.registry import Perturbation, find, perturbations
from core.severity import Severity
from pages.ui.perturbation_choice import fit_rows, names_of

TEXT, NAMES, SEED, CHAINED = "playground-text", "playground-perturbations", "playground-seed", "playground-chained"
SEVERITIES = "playground-severities"
WRITTEN = f"{SEVERITIES}-written"
_KEPT, _LOADED = "playground-kept", "playground-loaded"
LONGEST = 10_000  # characters of a text that can be typed
IN_ADDRESS = 1_500  # characters of a text that still goes into the address
OURS = "I did not think my 2 old friends would like Paris, but they were very happy there and have seen a great film."
HANDFUL = (
    "negation",
    "synonym_replacement",
    "verb_tense",
    "common_misspelled_words",
    "keyboard",
    "contraction",
    "leet_letters",
    "word_neighbour_flip",
    "word_class_removal",
)


@dataclass(frozen=True, slots=True)
class View:
    """A text, the steps tried on it, and whether they follow each other; the same view is the same texts again."""

    text: str
    steps: tuple[Step, ...]
    seed: int = 0
    chained: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The perturbations, in the order of the steps."""
        return names_of(self.steps)

    @property
    def address(self) -> dict[str, str]:
        """The query that stands for this view; a long text stays out of it."""
        said = {"steps": spelled(self.steps)} if self.steps else {}
        if self.text and len(self.text) <= IN_ADDRESS:
            said["text"] = self.text
        if self.seed:
            said["seed"] = str(self.seed)
        return said | ({"chained": "1"} if self.chained else {})


def from_address(query: Mapping[str, str]) -> View | None:
    """The view that an address asks for, None where it asks for nothing; raises BadInput for steps that can't be."""
    if not query.keys() & {"steps", "text", "seed"}:
        return None
    steps = parse_steps(query["steps"]) if query.get("steps") else handful()
    seed = query.get("seed", "0")
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 15):
        raise BadInput(f"The address asks for the seed {seed[:20]!r}; a seed is a whole number.")
    return View(query.get("text", OURS)[:LONGEST], steps, int(seed), "chained" in query)


def handful() -> tuple[Step, ...]:
    """A few of each kind."""
    known = {p.name for p in perturbations()}
    return tuple(Step(name, middle(find(name))) for name in HANDFUL if name in known)


def middle(perturbation: Perturbation) -> Severity:
    """The severity in the middle of those its paper uses."""
    return perturbation.severities[(len(perturbation.severities) - 1) // 2]


def load() -> None:
    """On coming to the page: take the view from the address, else the one left here last, else ours."""
    if TEXT in st.session_state:
        return
    view: View = st.session_state.get(_KEPT) or View(OURS, handful())
    try:
        view = from_address(st.query_params) or view
    except BadInput as error:
        st.warning("What this address asks for does not exist, so something else is shown.")
        st.text(str(error))  # as plain text: anybody may have written the address
    fits = fit_rows(view.steps)
    st.session_state[TEXT] = view.text
    st.session_state[NAMES] = list(view.names) if fits else []
    st.session_state[WRITTEN] = "" if fits else spelled(view.steps).replace(",", ", ")
    st.session_state[SEED] = view.seed
    st.session_state[CHAINED] = view.chained
    st.session_state[_LOADED] = view.steps


def loaded() -> tuple[Step, ...]:
    """The steps of the view that was loaded: what the rows of severities start from."""
    steps: tuple[Step, ...] = st.session_state[_LOADED]
    return steps


def keep(view: View) -> None:
    """Write the view into the address and remember it for the next time this session comes here."""
    st.session_state[_KEPT] = view
    if st.query_params.to_dict() != view.address:
        st.query_params.from_dict(view.address)
