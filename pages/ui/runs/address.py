"""What is chosen on a page about runs stands in its address, in words that stay: a link shows the same view again.

An address that asks for something asks for all of it: what it does not name is as it is at first. One that asks for
nothing, as that of the sidebar, leaves everything as it was left.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import streamlit as st

from pages.ui.shared.address import asked, just_opened, keep, write

ASKED, TAKEN, SAID, OPENS = "address-asked", "address-taken", "address-said", "address-opens"
BETWEEN = "|"  # stands in no name of a level, a perturbation or a model that a link would carry

Value = TypeVar("Value")


@contextmanager
def addressed() -> Iterator[None]:
    """Around a page: its controls take what the address asks for, and at the end the address says what they show.

    It is written at once, for each writing is a step of the browser's Back.
    """
    query = asked()
    if query or just_opened():
        st.session_state[ASKED], st.session_state[TAKEN] = query, set()  # until a run of the page comes to its end
    st.session_state[OPENS] = just_opened()
    keep(st.query_params.to_dict())
    st.session_state[SAID] = {}
    yield
    st.session_state[ASKED] = {}
    write(st.session_state[SAID])


def value_from_address(name: str, key: str, read: Callable[[str], Value | None], usual: Value) -> None:
    """Before the widget of this key is drawn: set it to what the address asks for, by its spelling; None is no value.

    Else it stays as it was left, at first at the usual value.
    """
    if st.session_state.get(ASKED) and key not in st.session_state[TAKEN]:
        st.session_state[TAKEN].add(key)
        value = read(wished(name))
        st.session_state[key] = usual if value is None else value
    st.session_state.setdefault(key, usual)


def from_address(name: str, key: str, choices: Mapping[str, Value], usual: Value) -> None:
    """The same for one of the choices; one that was left and is none any more becomes the usual one.

    Another page may have the widget too: its value is kept from page to page.
    """
    value_from_address(name, key, partial(_spelled, choices), usual)
    if st.session_state[key] not in (*choices.values(), usual):
        st.session_state[key] = usual
    elif st.session_state[OPENS]:  # Streamlit drops a widget's value with its page, unless it is set again
        st.session_state[key] = st.session_state[key]


def some_from_address(
    name: str, key: str, choices: Mapping[str, Value], usual: Sequence[Value], between: str = BETWEEN
) -> None:
    """The same for some of the choices; those that are no choice any more are dropped."""

    def read(spelled: str) -> list[Value] | None:
        return [choices[word] for word in spelled.split(between) if word in choices] or None

    value_from_address(name, key, read, list(usual))
    kept = [choice for choice in st.session_state[key] if choice in choices.values()]
    if kept != st.session_state[key]:
        st.session_state[key] = kept


def wished(name: str) -> str:
    """What the address asks for under this name; "" where it says only what is shown."""
    return str(st.session_state.get(ASKED, {}).get(name, ""))


def to_address(name: str, value: str) -> None:
    """Have the address say what is chosen; "" leaves the name out of it."""
    st.session_state[SAID][name] = value


def _spelled(choices: Mapping[str, Value], asked_for: str) -> Value | None:
    """The choice that is spelled so, or so but for capitals: people type addresses too."""
    folded = {spelled.casefold(): choice for spelled, choice in choices.items()}
    return choices.get(asked_for, folded.get(asked_for.casefold()))
