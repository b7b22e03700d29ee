"""Controls whose choice stands in the address: a switch, one of several choices, some of them, words, a page."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any, Literal, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.runs.address import BETWEEN, from_address, some_from_address, to_address, value_from_address
from pages.ui.shared.pager import draw_pager

Choice = TypeVar("Choice")
Item = TypeVar("Item")
Choices = Mapping[str, Choice] | Sequence[Choice]
"""Choices by how the address names them, or such as are named by themselves."""
Draw = Callable[..., Any]
"""A Streamlit widget, such as `st.selectbox`, of the page or of a part of it."""
Width = int | Literal["stretch", "content"]


ROW = """<style>@media (max-width:640px){
[class*=-controls].stHorizontalBlock{flex-wrap:nowrap;overflow-x:auto;scrollbar-width:thin}
[class*=-controls].stHorizontalBlock>*{flex:none;max-width:15rem}
[class*=-controls]>*>.stHorizontalBlock{flex-wrap:nowrap;overflow-x:auto;scrollbar-width:thin}
[class*=-controls]>*>.stHorizontalBlock>.stColumn{flex:none;min-width:0;width:13rem}
[class*=-controls]>*>.stHorizontalBlock>.stColumn:has(.stButton){width:auto}
[class*=-controls]>*>.stHorizontalBlock>.stColumn:not(:has(.stElementContainer)){display:none}
}</style>"""  # on a phone it is one line that is pushed sideways: the figure is what people came for


def controls_row(key: str) -> DeltaGenerator:
    """A row for controls above a figure."""
    st.html(ROW)
    return st.container(horizontal=True, vertical_alignment="bottom", key=f"{key}-controls")


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
    by_word = _by_word(choices)
    from_address(name, key, by_word, usual)
    chosen = draw(label, tuple(by_word.values()), key=key, persist_state="session", **options)
    chosen = usual if chosen is None else chosen
    spelled = next((word for word, choice in by_word.items() if choice == chosen), "")
    to_address(name, spelled if always or chosen != usual else "")
    return chosen


def choose_button(
    label: str, name: str, key: str, choices: Choices[Choice], usual: Choice, always: bool = False, **options: Any
) -> Choice:
    """The same as buttons in a row; only screen readers are told what for."""
    options |= {"required": True, "label_visibility": "collapsed"}
    return choose(st.segmented_control, label, name, key, choices, usual, always, **options)


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
    by_word = _by_word(choices)
    some_from_address(name, key, by_word, usual, between)
    options |= {"placeholder": placeholder, "select_all": False, "persist_state": "session"}
    chosen: list[Choice] = draw(label, tuple(by_word.values()), key=key, **options)
    spelled = {choice: word for word, choice in by_word.items()}
    to_address(name, between.join(spelled[choice] for choice in chosen))
    return chosen


def choose_words(draw: Draw, label: str, key: str, width: Width = "stretch") -> str:
    """The words that are searched for, at first none."""
    value_from_address("words", key, str, "")
    words: str = draw(label, key=key, width=width, persist_state="session")
    to_address("words", words)
    return words


def choose_page(items: Sequence[Item], most: int, key: str) -> tuple[int, Sequence[Item]]:
    """The page of a list with so many items on each, asked for where there are several: its first number, its items."""
    pages = max(1, ceil(len(items) / most))
    page = 1
    if pages > 1:
        key = f"{key}-page-{pages}"
        from_address("page", key, {str(number): number for number in range(1, pages + 1)}, page)
        page = draw_pager(len(items), most, key)
        to_address("page", str(page) if page > 1 else "")
    first = (page - 1) * most
    return first, items[first : first + most]


def _by_word(choices: Choices[Choice]) -> Mapping[str, Choice]:
    return choices if isinstance(choices, Mapping) else {str(choice): choice for choice in choices}
