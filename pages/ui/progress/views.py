"""The views of the Progress page by their names, each of the store and its cells."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import streamlit as st

from core.errors import BadInput
from core.papers import MORADI
from curation.quality.drift import drifts
from curation.quality.streaks import streaks
from curation.records import CellProgress
from data.store import Store
from pages.ui.progress.agreeing import draw_agreement
from pages.ui.progress.ahead import ahead, work_left
from pages.ui.progress.bringing import draw_bringing
from pages.ui.progress.burn_up import draw_burn_up
from pages.ui.progress.checked_tables import draw_checked_tables
from pages.ui.progress.curated_sets import draw_curated_sets
from pages.ui.progress.decided import carried_in_words, draw_decided
from pages.ui.progress.decisions_table import draw_decisions
from pages.ui.progress.exports import draw_exports
from pages.ui.progress.hints import draw_hint_worth, draw_swayed
from pages.ui.progress.keep_model import draw_keeping
from pages.ui.progress.quality.drift import draw_drifts, draw_streaks
from pages.ui.progress.quality.gold_samples import draw_gold
from pages.ui.progress.settling import draw_contested, draw_flagged, draw_majority
from pages.ui.progress.triage import draw_triage
from pages.ui.runs.address import wished
from pages.ui.runs.controls import choose_button
from pages.ui.shared.address import known, say_ignored
from pages.ui.shared.cell_choice import wait_for_cells
from pages.ui.shared.folding import fold, folded
from pages.ui.shared.next_cell import draw_next_cell
from pages.ui.shared.quota_bars import draw_quota_bars, quota_sentence
from pages.ui.shared.staffing import draw_staffing
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store


def draw_quota(opened: Store, cells: Sequence[CellProgress]) -> None:
    """How far each cell is, the quota itself, and how many samples a quota took, here and in the papers."""
    quotas = {progress.quota for progress in cells} or {opened.quota()}
    common = 0 if len(quotas) > 1 else min(quotas)
    if cells:
        verdicts = opened.judgements(progress.cell for progress in cells)
        left = opened.left(cells)
        sentence = f"{quota_sentence(cells)} {left} {work_left(left.looks, verdicts)}"
        st.markdown(sentence.strip(), help=carried_in_words(verdicts, cells) or None)
        draw_staffing(opened, cells)
        draw_next_cell(cells)
        draw_quota_bars(cells, ahead(cells, verdicts, opened.chances))
        draw_burn_up(opened, cells)
    else:
        wait_for_cells()
    st.header("Quota")
    _draw_quota_form(opened.quota())
    with folded("Samples checked to reach the quota", opened=not cells):
        draw_checked_tables(cells, common)
    draw_triage(opened, cells)


def draw_who_decided(opened: Store, cells: Sequence[CellProgress]) -> None:
    """What waits for a word, all decisions, and what they say of the people, the hints and each other."""
    if not cells:
        wait_for_cells()
        return
    draw_flagged(opened, cells)
    draw_contested(opened, cells)
    draw_decisions(opened, cells)
    verdicts = opened.judgements(progress.cell for progress in cells)
    draw_decided(verdicts, cells)
    draw_agreement(verdicts)
    _draw_quality(opened, cells)
    draw_hint_worth(opened, cells)
    draw_swayed(opened, cells)
    draw_keeping(opened, len(verdicts))
    draw_majority(opened)


def _draw_quality(opened: Store, cells: Sequence[CellProgress]) -> None:
    """What a researcher may want to look at before trusting the decisions; nothing while nobody decided anything."""
    judged = [cell.cell for cell in cells if cell.checked]
    if judged:
        with fold("Decision quality") as quality:
            if quality.open:
                looks = list(chain.from_iterable(map(opened.timed_verdicts, judged)))
                draw_streaks(streaks(looks))
                draw_drifts(drifts(looks))
                draw_gold(opened, cells)


def draw_export(opened: Store, cells: Sequence[CellProgress]) -> None:
    """Curated sets to hand on, single tables to take away, and decisions of others to bring in."""
    draw_curated_sets(cells)
    st.header("Single tables")
    draw_exports(opened)
    with folded("Import decisions"):
        draw_bringing()


KEY = "progress-view"
VIEWS: Mapping[str, Callable[[Store, Sequence[CellProgress]], None]] = {
    "Quota": draw_quota,
    "Decisions": draw_who_decided,
    "Export": draw_export,
}


def choose_view() -> str:
    """The view that the address asks for, else the one left open, else the first; an unknown one is said."""
    names = {spelled.casefold(): spelled for spelled in VIEWS}
    try:
        known({"view": view} if (view := wished("view")) else {}, "view", tuple(names))
    except BadInput as error:
        say_ignored(error)
    return choose_button("View", "view", KEY, names, next(iter(VIEWS)))


def _draw_quota_form(quota: int) -> None:
    with st.form("quota", border=False):
        st.number_input("Curated samples per cell", 1, 100_000, quota, step=10, key="new-quota", width=240)
        about = f"A cell is one data set split, perturbation and severity. {MORADI.short} used 200."
        st.caption("Campaigns have their own quota.", help=about)
        st.form_submit_button("Set the quota", on_click=_set_quota)


@guarded
def _set_quota() -> None:
    store().set_quota(quota := st.session_state["new-quota"])
    st.toast(f"The quota is now {quota:,}.")
