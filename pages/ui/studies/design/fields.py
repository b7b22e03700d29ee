"""Widgets that begin with what a draft says and keep what is typed, also while another page is open."""

from collections.abc import Sequence
from typing import Any

import streamlit as st


class Fields:
    """The widgets of one draft. Another `version` of the draft has widgets of its own, which begin with its values."""

    def __init__(self, version: int, where: str = "") -> None:
        self._version, self._where = version, where

    def within(self, where: str) -> "Fields":
        """The widgets of a part of the draft."""
        return Fields(self._version, f"{self._where}{where}-")

    def name(self, name: str) -> str:
        """What a widget without a value is called."""
        return f"study-{self._version}-{self._where}{name}"

    def drawn(self) -> bool:
        """Whether there are such widgets, or were in this version of the draft."""
        return any(str(key).startswith(self.name("")) for key in st.session_state)

    def key(self, name: str, value: Any) -> str:
        """The key of a widget that is to begin with this value."""
        key = self.name(name)
        st.session_state.setdefault(key, value)
        return key

    def text(self, name: str, label: str, value: str, tall: bool = False, **more: Any) -> str:
        """A text, on one line or several."""
        key = self.key(name, value)
        if tall:
            return st.text_area(label, key=key, persist_state="session", **more) or ""
        return st.text_input(label, key=key, persist_state="session", **more) or ""

    def lines(self, name: str, label: str, value: Sequence[str], **more: Any) -> tuple[str, ...]:
        """Several texts, each on a line of its own."""
        typed = self.text(name, label, "\n".join(value), tall=True, **more)
        return tuple(line.strip() for line in typed.splitlines() if line.strip())

    def number(self, name: str, label: str, value: int, low: int, high: int, **more: Any) -> int:
        """A whole number within bounds."""
        key = self.key(name, min(max(value, low), high))
        return int(st.number_input(label, low, high, key=key, persist_state="session", **more))

    def toggle(self, name: str, label: str, value: bool, **more: Any) -> bool:
        """Yes or no."""
        return bool(st.toggle(label, key=self.key(name, value), persist_state="session", **more))

    def several(
        self, name: str, label: str, value: Sequence[str], options: Sequence[str], **more: Any
    ) -> tuple[str, ...]:
        """Some of the options; those of the draft that are not offered are left out."""
        key = self.key(name, [option for option in value if option in options])
        return tuple(
            st.multiselect(label, options, key=key, persist_state="session", wrap=True, select_all=False, **more)
        )
