"""The playground's view in the session and in the address: loaded on coming to the page, kept on every run."""

import streamlit as st

from core.design import Condition
from core.errors import BadInput
from pages.ui.shared.perturbation_choice import fit_rows
from pages.ui.shared.view import OURS, View, from_address, handful

TEXT, NAMES, SEED, CHAINED = "playground-text", "playground-perturbations", "playground-seed", "playground-chained"
SEVERITIES = "playground-severities"
WRITTEN = f"{SEVERITIES}-written"
_KEPT, _LOADED = "playground-kept", "playground-loaded"


def load() -> None:
    """On coming to the page: take the view from the address, else the one left here last, else ours."""
    if TEXT in st.session_state:
        return
    view: View = st.session_state.get(_KEPT) or View(OURS, handful())
    try:
        view = from_address(st.query_params) or view
    except BadInput as error:
        st.warning("This address asks for something that does not exist; the default view is shown.")
        st.text(str(error))  # as plain text: anybody may have written the address
    fits = fit_rows(view.steps)
    st.session_state[TEXT] = view.text
    st.session_state[NAMES] = list(view.names) if fits else []
    st.session_state[WRITTEN] = "" if fits else Condition.chain(view.steps).spelled.replace(",", ", ")
    st.session_state[SEED] = view.seed
    st.session_state[CHAINED] = view.chained
    st.session_state[_LOADED] = view.steps


def loaded() -> tuple[Condition, ...]:
    """The steps of the view that was loaded: what the rows of severities start from."""
    steps: tuple[Condition, ...] = st.session_state[_LOADED]
    return steps


def keep(view: View) -> None:
    """Write the view into the address and remember it for the next time this session comes here."""
    st.session_state[_KEPT] = view
    if st.query_params.to_dict() != view.address:
        st.query_params.from_dict(view.address)
