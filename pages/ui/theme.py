"""Colours and the mark, the same on every page; the widgets' own colours are in .streamlit/config.toml."""

from pathlib import Path

MARK = Path(__file__).with_name("flinch.svg")
ABOUT = "**Flinch** shows whether a language model changes its mind when the text barely changes."
