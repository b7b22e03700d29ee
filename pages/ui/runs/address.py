"""What is chosen on a page about runs stands in its address, in words that stay: a link shows the same view again.

An address that asks for something asks for all of it: what it does not name is as it is at first. One that asks for
nothing, as that of the sidebar, leaves everything as it was left.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

import streamlit as st

from pages.ui.shared.address import asked, just_opened, keep, write

WISH, SAID, OPENS = "address-wish", "address-said", "address-opens"
BETWEEN = "|"  # stands in no name of a level, a perturbation or a model that a link would carry

Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True)
class RequestedView:
    """What the address asks for, until a run of the page has come to its end, and the widgets that have it already."""

    query: Mapping[str, str]
    taken: set[str] = field(default_factory=set)


@contextmanager
def addressed() -> Iterator[None]:
    """Around a page: its controls take what the address asks for, and at the end the address says what they show.

    It is written at once, for each writing is a step of the browser's Back.
    """
    query = asked()
    if query or just_opened():
        st.session_state[WISH] = RequestedView(query) if query else None
    st.session_state[OPENS] = just_opened()
    keep(st.query_params.to_dict())
    st.session_state[SAID] = {}
    yield
    st.session_state[WISH] = None
    write(st.session_state[SAID])


def from_address(name: str, key: str, choices: Mapping[str, Choice], usual: Choice) -> None:
    """Before the widget of this key is drawn: set it to what the address asks for, if that is a choice.

    Else to what it was left at, if that still is one, or to the usual choice.
    """
    if (query := _asked_of(key)) is not None:
        found = _spelled(choices, query.get(name, ""))
        st.session_state[key] = usual if found is None else found
    elif key not in st.session_state or st.session_state[key] not in (*choices.values(), usual):
        st.session_state[key] = usual


def some_from_address(
    name: str, key: str, choices: Mapping[str, Choice], usual: Sequence[Choice] = (), between: str = BETWEEN
) -> None:
    """The same for a widget that has several; those that are no choice any more are dropped."""
    if (query := _asked_of(key)) is not None:
        found = [choices[one] for one in query.get(name, "").split(between) if one in choices]
        st.session_state[key] = found or list(usual)
    left = st.session_state.setdefault(key, list(usual))
    if any(one not in choices.values() for one in left):
        st.session_state[key] = [one for one in left if one in choices.values()]


def text_from_address(name: str, key: str) -> None:
    """The same for a text, at first empty."""
    if (query := _asked_of(key)) is not None:
        st.session_state[key] = query.get(name, "")


def number_from_address(name: str, key: str, low: float, high: float, usual: float) -> None:
    """The same for a number from `low` to `high`."""
    if (query := _asked_of(key)) is not None:
        st.session_state[key] = _number(query.get(name, ""), low, high, usual)
    st.session_state.setdefault(key, usual)


def days_from_address(name: str, key: str) -> None:
    """The same for days, a first and a last one; at first none."""
    if (query := _asked_of(key)) is not None:
        st.session_state[key] = _days(query.get(name, ""))
    st.session_state.setdefault(key, [])


def wished(name: str) -> str:
    """What the address asks for under this name; "" where it says only what is shown."""
    wish: RequestedView | None = st.session_state.get(WISH)
    return wish.query.get(name, "") if wish else ""


def along(key: str) -> None:
    """Before a widget of this key is drawn that several pages have: on a page that opens it says what it said there."""
    if st.session_state[OPENS]:
        st.session_state[key] = st.session_state[key]


def to_address(name: str, value: str) -> None:
    """Have the address say what is chosen; "" leaves the name out of it."""
    st.session_state[SAID][name] = value


def _spelled(choices: Mapping[str, Choice], asked_for: str) -> Choice | None:
    """The choice that is spelled so, or so but for capitals: people type addresses too."""
    folded = {spelled.casefold(): choice for spelled, choice in choices.items()}
    return choices.get(asked_for, folded.get(asked_for.casefold()))


def _asked_of(key: str) -> Mapping[str, str] | None:
    """What the address asks for, if it does and the widget of this key has not taken it yet."""
    wish: RequestedView | None = st.session_state.get(WISH)
    if wish is None or key in wish.taken:
        return None
    wish.taken.add(key)
    return wish.query


def _days(spelled: str) -> list[date]:
    try:
        return [date.fromisoformat(day) for day in spelled.split(BETWEEN)][:2] if spelled else []
    except ValueError:
        return []


def _number(spelled: str, low: float, high: float, usual: float) -> float:
    try:
        return number if low <= (number := float(spelled)) <= high else usual
    except ValueError:
        return usual
