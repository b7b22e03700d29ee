"""The playground's view in the session and in the address: loaded on coming to the page, kept on every run."""

import streamlit as st

from core.design import Condition
from core.errors import BadInput
from core.perturbations.registry import find
from pages.ui.shared.address import asked, write
from pages.ui.shared.address import keep as keep_address
from pages.ui.shared.perturbation_choice import fit_rows, names_of, row_key
from pages.ui.shared.view import OURS, View, from_address, handful

TEXT, NAMES, SEED, CHAINED = "playground-text", "playground-perturbations", "playground-seed", "playground-chained"
SEVERITIES = "playground-severities"
MODELS, BESIDE, SECOND = "playground-models", "playground-beside", "playground-second"
WRITTEN = f"{SEVERITIES}-written"
_KEPT, _LOADED = "playground-kept", "playground-loaded"


def load() -> None:
    """On coming to the page, or back: take the view from the address, else the one left here last, else ours."""
    query = asked()
    if TEXT in st.session_state and not query:
        return
    keep_address(query)
    view: View = st.session_state.get(_KEPT) or View(OURS, handful())
    try:
        view = from_address(query) or view
    except BadInput as error:
        st.warning("This address asks for something that does not exist; the default view is shown.")
        st.text(str(error))  # as plain text: anybody may have written the address
    fits = fit_rows(view.steps)
    st.session_state[TEXT] = view.text
    st.session_state[NAMES] = list(names_of(view.steps)) if fits else []
    st.session_state[WRITTEN] = "" if fits else Condition.chain(view.steps).spelled.replace(",", ", ")
    st.session_state[SEED] = view.seed
    st.session_state[CHAINED] = view.chained
    st.session_state[MODELS] = list(view.models)
    st.session_state[BESIDE] = view.beside
    st.session_state[SECOND] = view.second
    st.session_state[_LOADED] = view.steps
    if fits:
        _fill_rows(view.steps)


def _fill_rows(steps: tuple[Condition, ...]) -> None:
    """Have the rows of severities that were drawn before say these."""
    for name in names_of(steps):
        key = row_key(SEVERITIES, find(name).severities)
        if key in st.session_state:
            chosen = {step.severity for step in steps if find(step.perturbation).severities == find(name).severities}
            st.session_state[key] = sorted(chosen)


def loaded() -> tuple[Condition, ...]:
    """The steps of the view that was loaded: what the rows of severities start from."""
    steps: tuple[Condition, ...] = st.session_state[_LOADED]
    return steps


def keep(view: View) -> None:
    """Write the view into the address and remember it for the next time this session comes here."""
    st.session_state[_KEPT] = view
    write(view.address)
