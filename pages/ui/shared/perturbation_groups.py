"""Many perturbations at once: a whole level, a whole paper, all; or none, to begin anew."""

import streamlit as st

from core.perturbations.registry import Level, perturbations
from core.text.casing import capitalised
from pages.ui.shared.perturbation_words import by_paper
from pages.ui.shell.guard import guarded, put

EVERY_ONE = "all perturbations"


def draw_groups(key: str) -> None:
    """Ways to add a whole level or paper at once, and to begin from nothing."""
    with st.container(horizontal=True, gap="small"):
        menu = f"{key}-group"
        options = [EVERY_ONE, *Level, *by_paper()]
        st.menu_button("Add a group", options, key=menu, format_func=_group, on_click=_add_group, args=(menu, key))
        st.button("Clear", key=f"{key}-clear", type="tertiary", icon=":material/close:", on_click=put, args=(key, []))


def of_group(group: str) -> list[str]:
    """The perturbations of a level, of a paper by how it is cited, or all."""
    return [p.name for p in perturbations() if group in (EVERY_ONE, p.level, p.cited)]


def _group(group: str) -> str:
    level = f"{group} level" if group in list(Level) else group
    return f"{capitalised(level)} ({len(of_group(group))})"


@guarded
def _add_group(menu: str, key: str) -> None:
    st.session_state[key] = list(dict.fromkeys([*st.session_state[key], *of_group(st.session_state[menu])]))
