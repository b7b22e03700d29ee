"""Controls whose choice stands in the address: a switch, one of several choices, some of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from pages.ui.runs.address import BETWEEN, from_address, some_from_address, to_address

Choice = TypeVar("Choice")
Choices = Mapping[str, Choice] | Sequence[Choice]
"""Choices by how the address names them, or such as are named by themselves."""
Draw = Callable[..., Any]
"""A Streamlit widget with choices, such as `st.selectbox`, of the page or of a part of it."""


def switch(label: str, name: str, key: str, on: str = "1") -> bool:
    """A switch that is off at first; the address says `on` under this name where it is on."""
    from_address(name, key, {on: True}, False)
    chosen = st.toggle(label, key=key, width="content", persist_state="session")
    to_address(name, on if chosen else "")
    return chosen


def choose(
    draw: Draw,
    label: str,
    name: str,
    key: str,
    choices: Choices[Choice],
    usual: Choice,
    always: bool = False,
    **options: Any,
) -> Choice:
    """One of the choices; the address is silent on the usual one, unless it `always` names what is chosen."""
    named = _named(choices)
    from_address(name, key, named, usual)
    chosen = draw(label, tuple(named.values()), key=key, persist_state="session", **options)
    chosen = usual if chosen is None else chosen
    spelled = next((one for one, choice in named.items() if choice == chosen), "")
    to_address(name, spelled if always or chosen != usual else "")
    return chosen


def choose_some(
    draw: Draw,
    label: str,
    name: str,
    key: str,
    choices: Choices[Choice],
    usual: Sequence[Choice] = (),
    between: str = BETWEEN,
    placeholder: str | None = "All",
    **options: Any,
) -> list[Choice]:
    """Some of the choices, in the order they were chosen; those that are no choice any more are dropped."""
    named = _named(choices)
    some_from_address(name, key, named, usual, between)
    options |= {"placeholder": placeholder, "select_all": False, "persist_state": "session"}
    chosen: list[Choice] = draw(label, tuple(named.values()), key=key, **options)
    spelled = {choice: one for one, choice in named.items()}
    to_address(name, between.join(spelled[one] for one in chosen))
    return chosen


def _named(choices: Choices[Choice]) -> Mapping[str, Choice]:
    return choices if isinstance(choices, Mapping) else {str(choice): choice for choice in choices}
