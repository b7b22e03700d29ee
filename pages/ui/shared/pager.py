"""The pages of a long list: how far one is, a page back, a page on, and a box for any other."""

from typing import Literal

import streamlit as st

from pages.ui.shell.guard import put


def draw_pager(items: int, most: int, key: str) -> int:
    """The chosen page of so many items, `most` on each, from 1 on: "21–40 of 2,040" between two buttons.

    The words open the box of this key, for the page's number.
    """
    pages = -(-items // most)
    page = int(st.session_state.get(key, 1))
    first, last = (page - 1) * most + 1, min(page * most, items)
    with st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        _draw_step("Previous", "left", key, page - 1, page > 1)
        with st.popover(f"{first:,}–{last:,} of {items:,}", type="tertiary", width="content"):
            page = int(st.number_input(f"Page (of {pages:,})", 1, pages, key=key, width=160, persist_state="session"))
        _draw_step("Next", "right", key, page + 1, page < pages)
    return page


def _draw_step(label: str, side: Literal["left", "right"], key: str, page: int, there: bool) -> None:
    icon = f":material/chevron_{side}:"
    st.button(
        label, key=f"{key}-{side}", icon=icon, icon_position=side, type="tertiary", disabled=not there, on_click=put,
        args=(key, page),
    )  # fmt: skip
