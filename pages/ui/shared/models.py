"""The models that forms offer."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from core.models.registry import catalogue


def choose_models(
    key: str,
    at_first: Sequence[str],
    help: str,
    papers: Mapping[str, str] | None = None,
    persist: Literal["session"] | None = "session",
    where: Any = st,
) -> list[str]:
    """Short names of the catalogue's models, those of `papers` before them, or what was typed: a path or an endpoint.

    The shortest titles stand first: a whole name that is typed finds its own first.
    """
    ours = {entry.name: entry.title for entry in sorted(catalogue(), key=lambda entry: len(entry.title))}
    titles = {**(papers or {}), **ours}
    st.session_state.setdefault(key, list(at_first))
    chosen: list[str] = where.multiselect(
        "Models",
        tuple(titles),
        format_func=lambda name: titles.get(name, name),
        accept_new_options=True,
        filter_mode="contains",  # or Enter would take a model whose name is only like it
        select_all=False,
        key=key,
        persist_state=persist,
        help=help,
    )
    return [model.strip() for model in chosen if model.strip()]
