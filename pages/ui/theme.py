"""Colours and the mark, the same on every page; the widgets' own colours are in .streamlit/config.toml."""

from pathlib import Path

MARK = Path(__file__).with_name("flinch.svg")
ABOUT = "**Flinch** shows whether a language model changes its mind when the text barely changes."

# Streamlit writes what is selected in the primary colour, which is chosen for white text on it: on a dark page too dim.
DARK_STYLE = """<style>
.stTabs [role=tab][aria-selected=true] p,
button[data-variant=pills][aria-checked=true] p,button[data-variant=pills][aria-pressed=true] p,
button[data-variant=segmented_control][aria-checked=true] p,button[data-variant=segmented_control][aria-pressed=true] p
{color:#8aa4ff}
</style>"""
