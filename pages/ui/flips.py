"""The samples of one cell whose prediction flipped: what changed in the text, and what the model made of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from html import escape
from math import ceil

import streamlit as st

from data.runs import Flip
from pages.ui.diff import STYLE as DIFF_STYLE
from pages.ui.diff import diff_html, theme_class

PAGE = 10
STYLE = """<style>
.fl-flip{border-top:1px solid rgba(128,136,150,.28);padding:.8rem 0 .5rem}
.fl-flip header{font-size:.9rem;margin:0 0 .5rem;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.fl-flip header span{opacity:.75}
</style>"""


class Became(StrEnum):
    """What a flip did to the answer."""

    WRONG = "right, then wrong"
    RIGHT = "wrong, then right"
    OTHERWISE = "wrong, then wrong otherwise"


def became(flip: Flip) -> Became:
    """Which of the three this flip is, by the gold label."""
    if flip.before == flip.gold:
        return Became.WRONG
    return Became.RIGHT if flip.after == flip.gold else Became.OTHERWISE


def matching(flips: Sequence[Flip], what: str = "", labels: str = "", words: str = "") -> list[Flip]:
    """The flips of this outcome, with these labels ("NUM → DESC") and with these words in either text; "" takes all."""
    wanted = words.casefold()
    return [
        flip
        for flip in flips
        if what in ("", became(flip)) and labels in ("", _labels(flip)) and (not wanted or wanted in _texts(flip))
    ]


def draw_flips(flips: Sequence[Flip], key: str) -> None:
    """The filters, how many are left of how many, and a page of ten."""
    if not flips:
        st.info("No prediction flipped here: the model gave every perturbed sample the label it gave the original.")
        return
    found = _filtered(flips, key)
    pages = max(1, ceil(len(found) / PAGE))
    page = 1 if pages == 1 else st.number_input(f"Page (of {pages})", 1, pages, 1, key=f"{key}-page-{pages}", width=160)
    first = (page - 1) * PAGE
    shown = found[first : first + PAGE]
    numbers = f", {first + 1} to {first + len(shown)}" if pages > 1 else ""
    st.caption(f"{len(found)} of {len(flips)} flipped samples{numbers}")
    st.html(f'{DIFF_STYLE}{STYLE}<div class="{theme_class()}">{"".join(map(_flip_html, shown))}</div>')


def _filtered(flips: Sequence[Flip], key: str) -> list[Flip]:
    outcomes = Counter(became(flip).value for flip in flips)
    labels = Counter(map(_labels, flips))
    left, middle = st.columns(2)
    what = left.selectbox("What happened", ["", *outcomes], format_func=_counted(outcomes), key=f"{key}-outcome")
    pair = middle.selectbox("Labels", ["", *labels], format_func=_counted(labels), key=f"{key}-labels")
    words = st.text_input("Words in the text", key=f"{key}-words")
    return matching(flips, what, pair, words.strip())


def _flip_html(flip: Flip) -> str:
    return (
        f'<article class="fl-flip"><header><b>{escape(_labels(flip))}</b>'
        f"<span>gold label {escape(flip.gold)}</span><span>{became(flip)}</span>"
        f"<span>probability {flip.p_before:.2f} → {flip.p_after:.2f}</span></header>"
        f"{diff_html(flip.rewrites)}</article>"
    )


def _labels(flip: Flip) -> str:
    return f"{flip.before} → {flip.after}"


def _texts(flip: Flip) -> str:
    return " ".join(f"{rewrite.source} {rewrite.perturbed}" for _, rewrite in flip.rewrites).casefold()


def _counted(counts: Mapping[str, int]) -> Callable[[str], str]:
    return lambda name: f"{name} ({counts[name]})" if name else f"All ({sum(counts.values())})"
