"""Which perturbations are shown: found by words, by paper, by level; the address says which."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

import streamlit as st

from core.perturbations.registry import Level, Perturbation, every_perturbation
from pages.ui.shared.perturbation_words import by_paper, heading, words

WORD = re.compile(r"[^\W_]+")
STOP_WORDS = frozenset(("a", "an", "and", "by", "for", "in", "of", "on", "or", "the", "to", "with"))
SHORT = 3  # letters of a word that has no plural
RISKY = "⚠ label at risk"
Groups = Mapping[str, Sequence[Perturbation]]
"""Perturbations under a name: their paper as it is cited, or their level."""


def choose_words() -> str:
    """What is typed to find perturbations."""
    return st.text_input(
        "Find",
        placeholder="a name, a paper, or what it does",
        icon=":material/search:",
        key="find",
        live=True,
        bind="query-params",
        persist_state="session",
    )


def choose_entries(find: str) -> Groups:
    """The perturbations that have these words and fit what is picked, under their levels and by name."""
    groups = by_paper()
    papers = _pills("Papers", "papers", list(groups))
    with st.container(horizontal=True):
        levels = _pills("Levels", "levels", [level.value for level in Level])
        risky = bool(_pills("Labels", "labels", [RISKY]))
    shown = matching(groups, find, papers, levels, risky)
    _say_how_many(sum(map(len, shown.values())))
    return by_level([p for group in shown.values() for p in group], find)


def by_level(perturbations: Iterable[Perturbation], find: str = "") -> Groups:
    """The perturbations under their levels: first those whose names have more of the words of `find`, then by name."""
    needles = _needles(find)

    def in_name(p: Perturbation) -> int:
        return sum(f" {needle}" in f" {words(p.name)}".casefold() for needle in needles)

    ranked = sorted(perturbations, key=lambda p: (-in_name(p), heading(p.name)))
    groups = {level.capitalize(): [p for p in ranked if p.level is level] for level in Level}
    return {level: group for level, group in groups.items() if group}


def matching(groups: Groups, find: str, papers: Sequence[str], levels: Sequence[str], risky: bool = False) -> Groups:
    """What has every word of `find` and is of one of these papers and levels; none of them means any. `risky` leaves
    those that may not keep the label.

    A word that is nowhere stands for those that are spelled much like it.
    """
    about = {p.name: _about(p) for p in every_perturbation()}
    needles = [_alike(needle, " ".join(about.values())) for needle in _needles(find)]

    def fits(p: Perturbation) -> bool:
        matches = all(any(word in about[p.name] for word in alike) for alike in needles)
        return matches and (not levels or p.level in levels) and (not risky or p.alters_meaning)

    fitting = {paper: list(filter(fits, group)) for paper, group in groups.items() if not papers or paper in papers}
    return {paper: group for paper, group in fitting.items() if group}


def _about(p: Perturbation) -> str:
    return f"{p.name} {words(p.name)} {p.cited} {p.level} {p.summary}".casefold()


def _needles(find: str) -> list[str]:
    """The words that are searched for, in the singular and without those that say nothing."""
    needles = [word for word in find.casefold().split() if word not in STOP_WORDS]
    return [word.removesuffix("s") if len(word) > SHORT else word for word in needles]


def _alike(needle: str, text: str) -> list[str]:
    """The word itself if the text has it, else up to three spelled much like it; itself where there are none."""
    if needle in text:
        return [needle]
    return get_close_matches(needle, sorted(set(WORD.findall(text))), n=3, cutoff=0.8) or [needle]


def _pills(label: str, key: str, options: Iterable[str]) -> list[str]:
    return st.pills(
        label, options, selection_mode="multi", wrap=True, key=key, bind="query-params", persist_state="session",
        label_visibility="collapsed",
    )  # fmt: skip


def _say_how_many(count: int) -> None:
    total = len(every_perturbation())
    if not count:
        st.info("No perturbation matches. Clear the search, or choose other papers, levels or labels.")
    elif count < total:
        st.caption(f"{count} of {total} perturbations.")
