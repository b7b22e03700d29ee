"""The samples of one cell whose prediction flipped: what changed in the text, and what the model made of it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.models.tasks import LABELLING
from core.records import Task
from data.runs.counts import FlipCount
from data.runs.measures.flip import Flip
from pages.ui.runs.address import from_address, to_address
from pages.ui.runs.controls import choose_page, choose_words, switch
from pages.ui.runs.flip import FlipKind, became, draw_flip_list, labels_of
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.guard import guarded, put

PAGE, ROWS = 5, 10
WORDS = "flips-words"
OPENED = {
    Task.SIMILARITY: "samples whose score changed, the largest change first",
    Task.TAGGING: "sentences in which an entity changed; only the changed entities are shown",
}


def matching(flips: Sequence[Flip], what: str = "", labels: str = "", words: str = "") -> list[Flip]:
    """The flips of this outcome, with these labels ("NUM → DESC") and with these words in either text; "" takes all."""
    needle = words.casefold()
    return [
        flip
        for flip in flips
        if what in ("", became(flip)) and labels in ("", labels_of(flip)) and (not needle or needle in _texts(flip))
    ]


def draw_flips(flips: Sequence[Flip], query: Mapping[str, str], key: str) -> None:
    """The filters, how many are left of how many, and a page of five; the query asks for their samples."""
    if not flips:
        st.info("No prediction flipped in this cell.")
        return
    filtered = _filtered(flips, query["run"])
    listed = st.container()  # the page is chosen at the end of the list
    first, page = choose_page(filtered, PAGE, key)
    numbers = f", {first + 1} to {first + len(page)}" if len(page) < len(filtered) else ""
    what = OPENED.get(flips[0].task, "flipped samples")
    with listed:
        st.caption(f"{len(filtered)} of {len(flips)} {what}{numbers}")
        draw_flip_list([(flip, "") for flip in page], query, key)


def draw_directions(counts: Sequence[FlipCount]) -> None:
    """How many flipped from which label to which, by gold label, and which share of those that were so."""
    if not counts:
        return
    with st.expander("By gold label and direction"):
        all_ = len(counts) <= ROWS or switch(f"All {len(counts)} rows", "directions", "flips-directions")
        rows = counts if all_ else counts[:ROWS]
        draw_table("Flips among the changed samples", ("From → to, gold label", "Flipped", "Share"), map(_row, rows))


def _row(flip: FlipCount) -> tuple[tuple[str, str], str, str]:
    low, value, high = (f"{100 * figure:.1f}" for figure in (flip.flipped.low, flip.flipped.value, flip.flipped.high))
    return (
        (f"{flip.before} → {flip.after}", f"gold label {flip.gold}" if flip.gold else "no gold label"),
        f"{flip.times:,} of {flip.flipped.n:,}",
        f"{value} % ({low} to {high})",
    )


def _filtered(flips: Sequence[Flip], run_id: str) -> list[Flip]:
    """Those that people look for; they go on looking for it in the next cell, also where this one has none."""
    outcomes = Counter(became(flip).value for flip in flips)
    labels = Counter(map(labels_of, flips))
    left, right = st.columns(2)
    spelled = {outcome.name.lower(): outcome.value for outcome in FlipKind}
    what = _choose(left, "What happened", "became", f"flips-outcome-{run_id}", outcomes, spelled)
    pair = ""
    if flips[0].task in LABELLING:
        key = f"flips-labels-{run_id}"
        choices = {label: label for label in (*labels, st.session_state.get(key, "")) if label}
        pair = _choose(right, "Labels", "labels", key, labels, choices)
    words = choose_words(st.text_input, "Search texts", WORDS)
    return matching(flips, what, pair, words.strip())


def _choose(
    place: DeltaGenerator, label: str, name: str, key: str, counts: Counter[str], spelled: Mapping[str, str]
) -> str:
    """One of what is counted, "" for all; `spelled` says how the address names each that there can be."""
    from_address(name, key, spelled, "")
    titles: dict[str, str] = {
        option: f"{option} ({counts[option]})" if option else f"All ({sum(counts.values())})"
        for option in dict.fromkeys(["", *counts, st.session_state[key]])
    }
    widget = f"{key}-{hash(tuple(titles.values()))}"  # a browser sends titles back: with other counts, another widget
    st.session_state[widget] = st.session_state[key]
    chosen = place.selectbox(
        label, tuple(titles), format_func=titles.__getitem__, key=widget, on_change=_keep, args=(key, widget)
    )
    to_address(name, next((short for short, option in spelled.items() if option == chosen), ""))
    return chosen


@guarded
def _keep(key: str, widget: str) -> None:
    put(key, st.session_state[widget])


def _texts(flip: Flip) -> str:
    return " ".join(f"{rewrite.source} {rewrite.perturbed}" for _, rewrite in flip.rewrites).casefold()
