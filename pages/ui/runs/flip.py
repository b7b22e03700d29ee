"""A sample whose prediction flipped: what the flip did, and the texts with what changed in them; rows of such flips."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from html import escape
from math import isnan

import streamlit as st

from core.records import Task
from data.flips.described import NEW
from data.flips.rows import GroupBy
from data.runs.measures.flip import Flip
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import field_html
from pages.ui.shared.perturbation_words import WORD_CLASSES
from pages.ui.shared.perturbation_words import words as perturbation_in_words

STYLE = """<style>
.fl-flip{border-top:1px solid rgba(128,136,150,.28);padding:.8rem 0 .5rem}
.fl-flip header{font-size:.9rem;margin:0 0 .5rem;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.fl-flip header span{opacity:.75}
</style>"""
CLASSES = {**WORD_CLASSES, "ADP": "preposition", "PRT": "particle"}


class FlipKind(StrEnum):
    """What a flip did to the prediction."""

    WRONG = "right, then wrong"
    RIGHT = "wrong, then right"
    FOLLOWED = "right both times: the label changed too"
    OTHERWISE = "wrong both times"
    UNKNOWN = "right or wrong is not known"
    NEARER = "nearer to the gold score"
    FARTHER = "farther from the gold score"
    AS_FAR = "equally far from the gold score"


def became(flip: Flip) -> FlipKind:
    """Which of these this flip is; each text is judged by its own gold label."""
    if not flip.gold or not flip.gold_after:
        return FlipKind.UNKNOWN
    if flip.task is Task.SIMILARITY:
        return _moved(flip)
    right_after = flip.after == flip.gold_after
    if flip.before == flip.gold:
        return FlipKind.FOLLOWED if right_after else FlipKind.WRONG
    return FlipKind.RIGHT if right_after else FlipKind.OTHERWISE


def _moved(flip: Flip) -> FlipKind:
    """Whether a number moved towards the gold score; each text has its own."""
    before, after = float(flip.before) - float(flip.gold), float(flip.after) - float(flip.gold_after)
    if abs(before) == abs(after):
        return FlipKind.AS_FAR
    return FlipKind.NEARER if abs(after) < abs(before) else FlipKind.FARTHER


def flip_html(flip: Flip, where: str = "") -> str:
    """A flip with the marked diff of its texts, inert; `where` says whose it is, where that is not plain."""
    sure = "" if isnan(flip.p_before + flip.p_after) else f"probability {flip.p_before:.2f} → {flip.p_after:.2f}"
    notes = (_gold(flip), became(flip), sure, where)
    return (
        f'<article class="fl-flip"><header><b>{escape(labels_of(flip))}</b>'
        f"{''.join(f'<span>{escape(note)}</span>' for note in notes if note)}</header>"
        f"{''.join(field_html(field, len(flip.rewrites) > 1) for field in flip.rewrites)}</article>"
    )


def draw_flip_list(flips: Iterable[tuple[Flip, str]], query: Mapping[str, str], key: str) -> None:
    """These flips, each with whose it is, and under each the way to all that was said of its sample, among the samples
    that the query asks for."""
    st.html(f"{DIFF_STYLE}{STYLE}")
    for number, (flip, where) in enumerate(flips):
        with st.container(gap=None, key=f"{key}-flip-{number}"):
            st.html(flip_html(flip, where))
            there = {**query, "sample": flip.sample_id}
            st.page_link("pages/samples.py", label="All predictions for this sample", query_params=there)


def labels_of(flip: Flip) -> str:
    """ "HUM → LOC"; of scores "4.50 → 2.00"."""
    return f"{told_label(flip.before, flip.task)} → {told_label(flip.after, flip.task)}"


def _gold(flip: Flip) -> str:
    """ "gold label HUM", or both where people gave the perturbed text another one."""
    what = {Task.SIMILARITY: "score", Task.TAGGING: "tags:"}.get(flip.task, "label")
    before, after = (told_label(label, flip.task) for label in (flip.gold, flip.gold_after))
    gold = f"gold {what} {before}" if before else f"no gold {what.rstrip(':')}"
    between = ";" if flip.task is Task.TAGGING else ","
    return gold if before == after else f"{gold}{between} {after} after perturbation"


def told_label(label: str, task: Task) -> str:
    """A label as it is read: a score with two digits, however its file wrote it ("3.600000", "2")."""
    return f"{float(label):.2f}" if task is Task.SIMILARITY and label else label


def row_name(by: GroupBy, value: str) -> str:
    """The name of a row: "pronoun (PRON)" of a part of speech, "of (inserted)" of a word that was put in."""
    if by is GroupBy.CLASS and value in CLASSES:
        return f"{CLASSES[value]} ({value})"
    if by is GroupBy.PERTURBATION:
        return perturbation_in_words(value)
    return f"{value.removeprefix(NEW)} (inserted)" if by is GroupBy.WORD and value.startswith(NEW) else value
