"""What can be shown beside the changes: part-of-speech tags at once, hints from a process of their own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import MissingResource
from core.rewrite import Rewrite
from data.hints.server import Advice, advise
from pages.ui.playground.results import StepResult

Pair = tuple[str, str]
_KNOWN, _ENGINES = "playground-advice", "playground-engines"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown beside the changes."""

    measures: bool
    tags: bool
    hints: bool


def choose_extras() -> Wanted:
    """A switch for each."""
    measures = st.toggle(
        "Measures",
        key="playground-measures",
        help="Changed characters and words, in percent; if the order changed, how far characters moved (IDC, DND).",
    )
    tags = st.toggle("Part-of-speech tags", key="playground-tags", help="Penn Treebank tags of the perturbed text.")
    hints = st.toggle(
        "Hints",
        key="playground-hints",
        help="Similarity and the grammar issues that the change added. The engines take about ten seconds to start.",
    )
    return Wanted(measures, tags, hints)


def known_advice(results: Sequence[StepResult]) -> Mapping[Pair, Advice] | None:
    """The advice known on these results; None while some of it is missing."""
    advice: Mapping[Pair, Advice] = st.session_state.get(_KNOWN, {})
    return advice if all(_pair(rewrite) in advice for rewrite in _rewrites(results)) else None


def fetch_advice(results: Sequence[StepResult], draw: Callable[[Mapping[Pair, Advice]], None]) -> None:
    """Get the engines' advice on these results, then draw them again with it."""
    rewrites = _rewrites(results)
    try:
        with st.spinner("Computing hints; the first start takes about ten seconds …"):
            advice, engines = advise(rewrites)
    except MissingResource as error:
        st.warning(str(error))
        return
    st.session_state[_KNOWN] = dict(zip(map(_pair, rewrites), advice, strict=True))
    st.session_state[_ENGINES] = engines
    draw(st.session_state[_KNOWN])


def engines_used() -> str:
    """The engines that gave the last advice."""
    return str(st.session_state.get(_ENGINES, ""))


def _rewrites(results: Sequence[StepResult]) -> list[Rewrite]:
    return [result.rewrite for result in results if result.rewrite]


def _pair(rewrite: Rewrite) -> Pair:
    return rewrite.source, rewrite.perturbed
