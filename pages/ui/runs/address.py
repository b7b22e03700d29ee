"""What is chosen on this page stands in its address, in words that stay: a link shows the same view again."""

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st

from pages.ui.shared.literal import literally

Choice = TypeVar("Choice")


def from_address(name: str, key: str, choices: Mapping[str, Choice]) -> None:
    """Before the widget of this key is first drawn: set it to what the address asks for, if that is a choice."""
    asked = st.query_params.get(name, "")
    if key not in st.session_state and asked in choices:
        st.session_state[key] = choices[asked]


def say_missing_run(shown: Mapping[str, object]) -> None:
    """A word where the address asks for a run that is not among these, by id: figures of another one follow."""
    asked = st.query_params.get("run", "")
    if asked and asked not in shown:
        st.info(
            literally(f"The run {asked} is not in this workspace, or has nothing to show yet; here is another one.")
        )


def to_address(name: str, value: str) -> None:
    """Have the address say what is chosen; "" takes the name out of it."""
    if st.query_params.get(name, "") != value:
        if value:
            st.query_params[name] = value
        else:
            del st.query_params[name]
