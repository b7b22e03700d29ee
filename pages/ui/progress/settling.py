"""Disagreements, sample by sample, and how one of them settles it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import streamlit as st

from core.records import Decision, Verdict
from curation.agreement import meaning
from curation.records import CellProgress
from curation.resolve import FEWEST_JUDGES
from data.store import Store
from pages.ui.progress.folding import folded
from pages.ui.progress.sample_texts import draw_sample_texts
from pages.ui.shared.cell_choice import draw_sample_links
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import known_annotator, store

BY_MAJORITY = "by-majority"
ABOUT = (
    "Disputed samples are not curated; a second opinion alone makes no sample disputed. Your decision here "
    "overrides all verdicts and is stored beside them under your name. A decision at the desk is only one more verdict."
)
MOST = 20  # that are shown at once; settling some brings the next
VERBS = {Verdict.KEEP: "Keep", Verdict.DISCARD: "Discard"}


def draw_contested(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The samples on which verdicts differ, each with who said what and a button for every verdict; nothing if none."""
    found = opened.contested(cell.cell for cell in cells if cell.disputed or cell.doubted)
    if not found:
        return
    total = sum(map(len, found.values()))
    st.header("Disagreements", help=ABOUT)
    draw_sample_links(
        {cell: list(differing) for cell, differing in found.items()}, "disputed at the desk", "disputes-open", "D"
    )
    left = MOST
    with folded("Settle one by one"):
        for cell, differing in found.items():
            for item in opened.items(cell, list(differing)[:left]):
                with st.container(border=True):
                    draw_sample_texts(item)
                    draw_settling(differing[item.candidate.id])
            left -= min(left, len(differing))
        if total > MOST:
            st.caption(f"{total - MOST:,} more {'comes' if total == MOST + 1 else 'come'} when these are settled.")


def draw_majority(opened: Store) -> None:
    """Whether a majority settles what people dispute, for a researcher to choose."""
    st.toggle(
        f"A majority of {FEWEST_JUDGES} or more settles disputes",
        opened.quality().majority,
        key=BY_MAJORITY,
        on_change=_let_majority,
        help="More than half must give the same verdict. Ties, and samples with only two verdicts, wait for you under "
        "“Disagreements”. Exports include what the majority settled. You can switch this off again.",
    )


@guarded
def _let_majority() -> None:
    store().set_quality(replace(store().quality(), majority=st.session_state[BY_MAJORITY]))


def draw_settling(verdicts: Sequence[Decision], usual: Sequence[Decision] = (), where: str = "settle") -> None:
    """Who said what of a sample, and a button for each verdict, these usual ones among them."""
    st.text("\n".join(map(said, verdicts)) or "Nobody has decided on it yet.")
    offers = {meaning(decision): decision for decision in (*usual, *verdicts)}
    with st.container(horizontal=True):
        for what, of in offers.items():
            verb = VERBS.get(of.verdict, f"Relabel to {of.label[:40]}")
            args = (of.candidate_id, of.verdict, of.label, of.reason)
            st.button(verb, key=f"{where}-{of.candidate_id}-{what}", on_click=settle, args=args)


def said(decision: Decision) -> str:
    """ "Ann: keep", "Bob, a second opinion: discard (unclear), “an odd one”"."""
    late = ", a second opinion" if decision.second else ""
    what = {Verdict.RELABEL: f"relabel to {decision.label}", Verdict.DISCARD: f"discard ({decision.reason})"}
    note = f", “{decision.note}”" if decision.note else ""
    return f"{decision.annotator}{late}: {what.get(decision.verdict, decision.verdict.value)}{note}"


@guarded
def settle(candidate_id: str, verdict: Verdict, label: str = "", reason: str = "", note: str = "") -> None:
    """Store this as what holds, or as the end of the talk about a flag, under the name of whoever sits here."""
    who = known_annotator()
    if not who:
        st.toast("Enter your name on Curate first: it is stored with your decision.")
        return
    now = datetime.now(UTC)
    store().record([Decision(uuid4().hex, candidate_id, who, verdict, now, label, reason, note, settles=True)])
