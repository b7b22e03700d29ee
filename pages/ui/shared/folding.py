"""Parts of a page that are looked at now and then: folded, so that the page is short and says what there is."""

from contextlib import AbstractContextManager

import streamlit as st


def folded(title: str, opened: bool = False, key: str = "") -> AbstractContextManager[object]:
    """What is drawn in this block lies under its title, out of sight until it is opened."""
    return st.expander(f"**{title}**", opened, key=f"fold-{key or title.casefold().replace(' ', '-').rstrip('?')}")
