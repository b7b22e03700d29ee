"""What can be shown beside the changes: part-of-speech tags at once, hints from a process of their own."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.errors import MissingResource
from core.rewrite import Rewrite
from data.hints_aside import Advice, hints_aside
from pages.ui.playground.results import Result, tagged

Pair = tuple[str, str]
_KNOWN, _SPEAKING = "playground-advice", "playground-speaking"


def choose_extras() -> tuple[bool, bool]:
    """(whether part-of-speech tags are wanted, whether hints are)."""
    tags = st.toggle("Part-of-speech tags", key="playground-tags", help="Penn Treebank tags of the perturbed text.")
    hints = st.toggle(
        "Hints",
        key="playground-hints",
        help="Similarity and the grammar issues that the change added. The engines take about ten seconds to start.",
    )
    return tags, hints


def tokens_of(found: Sequence[Result]) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The perturbed texts' tokens with their tags."""
    return tagged([result.rewrite.perturbed for result in found if result.rewrite])


def known_advice(found: Sequence[Result]) -> Mapping[Pair, Advice] | None:
    """What was advised on these results already; None while some of it is to be asked."""
    known: Mapping[Pair, Advice] = st.session_state.get(_KNOWN, {})
    return known if all(_pair(rewrite) in known for rewrite in _rewrites(found)) else None


def ask(found: Sequence[Result], draw: Callable[[Mapping[Pair, Advice]], None]) -> None:
    """Have the engines look at these results, then draw them again with what they said."""
    rewrites = _rewrites(found)
    try:
        with st.spinner("Asking the hint engines; the first time they take about ten seconds to start …"):
            advised = hints_aside().ask(rewrites)
    except MissingResource as error:
        st.warning(str(error))
        return
    st.session_state[_KNOWN] = dict(zip(map(_pair, rewrites), advised.advice, strict=True))
    st.session_state[_SPEAKING] = advised.speaking
    draw(st.session_state[_KNOWN])


def speaking() -> str:
    """Who gave the last advice."""
    return str(st.session_state.get(_SPEAKING, ""))


def _rewrites(found: Sequence[Result]) -> list[Rewrite]:
    return [result.rewrite for result in found if result.rewrite]


def _pair(rewrite: Rewrite) -> Pair:
    return rewrite.source, rewrite.perturbed
