"""Parts of a page that are looked at now and then: folded, so that the page is short and says what there is."""

from contextlib import AbstractContextManager

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer


def folded(title: str, opened: bool = False, key: str = "") -> AbstractContextManager[object]:
    """What is drawn in this block lies under its title, out of sight until it is opened."""
    return st.expander(f"**{title}**", opened, key=_key(key or title))


def fold(title: str) -> ExpanderContainer:
    """The same for what takes long: `with fold(title) as one: if one.open: ...` draws it once it is opened."""
    return st.expander(f"**{title}**", key=_key(title), on_change="rerun")


def _key(title: str) -> str:
    return f"fold-{title.casefold().replace(' ', '-').rstrip('?')}"
