"""The samples of one cell whose prediction flipped: what changed in the text, and what the model made of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from html import escape
from math import ceil, isnan

import streamlit as st

from core.records import FieldRewrite
from data.runs.counts import FlipCount
from data.runs.scores import Flip
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import inline_html
from pages.ui.shared.html_table import draw_table

PAGE = 10
STYLE = """<style>
.fl-flip{border-top:1px solid rgba(128,136,150,.28);padding:.8rem 0 .5rem}
.fl-flip header{font-size:.9rem;margin:0 0 .5rem;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.fl-flip header span{opacity:.75}
</style>"""


class Became(StrEnum):
    """What a flip did to the prediction."""

    WRONG = "right, then wrong"
    RIGHT = "wrong, then right"
    FOLLOWED = "right both times: the label changed too"
    OTHERWISE = "wrong both times"
    UNKNOWN = "right or wrong is not known"


def became(flip: Flip) -> Became:
    """Which of these this flip is; each text is judged by its own gold label."""
    if not flip.gold or not flip.gold_after:
        return Became.UNKNOWN
    right_after = flip.after == flip.gold_after
    if flip.before == flip.gold:
        return Became.FOLLOWED if right_after else Became.WRONG
    return Became.RIGHT if right_after else Became.OTHERWISE


def matching(flips: Sequence[Flip], what: str = "", labels: str = "", words: str = "") -> list[Flip]:
    """The flips of this outcome, with these labels ("NUM → DESC") and with these words in either text; "" takes all."""
    needle = words.casefold()
    return [
        flip
        for flip in flips
        if what in ("", became(flip)) and labels in ("", _labels(flip)) and (not needle or needle in _texts(flip))
    ]


def draw_flips(flips: Sequence[Flip], key: str) -> None:
    """The filters, how many are left of how many, and a page of ten."""
    if not flips:
        st.info("No prediction flipped here: the model gave every perturbed sample the label it gave the original.")
        return
    filtered = _filtered(flips, key)
    pages = max(1, ceil(len(filtered) / PAGE))
    page = 1 if pages == 1 else st.number_input(f"Page (of {pages})", 1, pages, 1, key=f"{key}-page-{pages}", width=160)
    first = (page - 1) * PAGE
    shown = filtered[first : first + PAGE]
    numbers = f", {first + 1} to {first + len(shown)}" if pages > 1 else ""
    st.caption(f"{len(filtered)} of {len(flips)} flipped samples{numbers}")
    st.html(f"{DIFF_STYLE}{STYLE}{''.join(map(flip_html, shown))}")


def draw_directions(found: Sequence[FlipCount]) -> None:
    """How many flipped from which label to which, by gold label, and which share of those that were so."""
    if not found:
        return
    with st.expander("By gold label and direction"):
        draw_table("Flips among the changed samples", ("Gold label, from → to", "Flipped", "Share"), map(_told, found))


def _told(flip: FlipCount) -> tuple[str, str, str]:
    low, value, high = (f"{100 * figure:.1f}" for figure in (flip.flipped.low, flip.flipped.value, flip.flipped.high))
    return (
        f"{flip.gold or 'no gold label'}, {flip.before} → {flip.after}",
        f"{flip.times:,} of {flip.flipped.n:,}",
        f"{value} % ({low} to {high})",
    )


def _filtered(flips: Sequence[Flip], key: str) -> list[Flip]:
    outcomes = Counter(became(flip).value for flip in flips)
    labels = Counter(map(_labels, flips))
    left, middle = st.columns(2)
    what = left.selectbox("What happened", ["", *outcomes], format_func=_counted(outcomes), key=f"{key}-outcome")
    pair = middle.selectbox("Labels", ["", *labels], format_func=_counted(labels), key=f"{key}-labels")
    words = st.text_input("Words in the text", key=f"{key}-words")
    return matching(flips, what, pair, words.strip())


def flip_html(flip: Flip, where: str = "") -> str:
    """A flip with the marked diff of its texts, inert; `where` says whose it is, where that is not plain."""
    sure = "" if isnan(flip.p_before + flip.p_after) else f"probability {flip.p_before:.2f} → {flip.p_after:.2f}"
    said = (_gold(flip), became(flip), sure, where)
    return (
        f'<article class="fl-flip"><header><b>{escape(_labels(flip))}</b>'
        f"{''.join(f'<span>{escape(one)}</span>' for one in said if one)}</header>"
        f"{''.join(_text_html(field, len(flip.rewrites) > 1) for field in flip.rewrites)}</article>"
    )


def _text_html(field: FieldRewrite, named: bool) -> str:
    """One text with what changed in it: each word as it was, struck through, then as it is."""
    name = f"<small>{escape(field.name)}</small>" if named else ""
    return f'<p class="fl-text">{name}{inline_html(field.rewrite)}</p>'


def _labels(flip: Flip) -> str:
    return f"{flip.before} → {flip.after}"


def _gold(flip: Flip) -> str:
    """ "gold label HUM", or both where people gave the perturbed text another one."""
    gold = f"gold label {flip.gold}" if flip.gold else "no gold label"
    return gold if flip.gold == flip.gold_after else f"{gold}, {flip.gold_after} once perturbed"


def _texts(flip: Flip) -> str:
    return " ".join(f"{rewrite.source} {rewrite.perturbed}" for _, rewrite in flip.rewrites).casefold()


def _counted(counts: Mapping[str, int]) -> Callable[[str], str]:
    return lambda name: f"{name} ({counts[name]})" if name else f"All ({sum(counts.values())})"
