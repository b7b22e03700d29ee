"""Parts of a page that are looked at now and then: folded, so that the page is short and says what there is."""

from contextlib import AbstractContextManager

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

from pages.ui.shared.address import asked


def folded(title: str, opened: bool = False, key: str = "") -> AbstractContextManager[object]:
    """What is drawn in this block lies under its title, out of sight until it is opened."""
    return st.expander(f"**{title}**", opened, key=_key(key or title))


def fold(title: str) -> ExpanderContainer:
    """The same for what takes long: `with fold(title) as one: if one.open: ...` draws it once it is opened."""
    return st.expander(f"**{title}**", key=_key(title), on_change="rerun")


def form_box(title: str, key: str, opened: bool) -> ExpanderContainer:
    """The box of a form. Whether it is `opened` is decided once, on coming to the page, so that it does not close while
    people fill it in; `close_form` closes it."""
    if key not in st.session_state or asked():
        st.session_state[key] = opened
    if st.session_state.pop(f"{key}-close", False):
        st.session_state[key] = False
    return st.expander(f"**{title}**", key=key, on_change="rerun")


def close_form(key: str) -> None:
    """Close the box of this form and draw the page again, so that what the form started is seen."""
    st.session_state[f"{key}-close"] = True
    st.rerun()


def _key(title: str) -> str:
    return f"fold-{title.casefold().replace(' ', '-').rstrip('?')}"
