"""What people flagged for discussion, sample by sample, and how the talk about it is ended."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from core.records import Decision, Verdict
from curation.records import CellProgress, DeskItem
from curation.rules import LONGEST_NOTE
from data.store import Store
from pages.ui.progress.folding import folded
from pages.ui.progress.sample_texts import draw_sample_texts
from pages.ui.progress.settling import said, settle
from pages.ui.shared.cell_choice import draw_sample_link, draw_sample_links
from pages.ui.shell.guard import guarded

ABOUT = (
    "A flag changes no verdict: flagged samples count as decided. Settling closes the discussion for everybody and is "
    "stored under your name with your note."
)
MOST = 20  # that are shown at once; settling some brings the next


def draw_flagged(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The flagged samples, each with who flagged it and why, what was decided, and a way to settle it; or nothing."""
    found = {cell.cell: flags for cell in cells if (flags := opened.flags(cell.cell))}
    if not found:
        return
    ids = {cell: list(dict.fromkeys(map(_candidate, flags))) for cell, flags in found.items()}
    total = sum(map(len, ids.values()))
    st.header("Flagged for discussion", help=ABOUT)
    draw_sample_links(ids, "flagged at the desk", "flags-open", "F")
    left = MOST
    with folded("Show and settle"):
        for cell, flags in found.items():
            by_sample = {id_: list(group) for id_, group in groupby(sorted(flags, key=_candidate), _candidate)}
            oldest = sorted(by_sample, key=lambda id_: by_sample[id_][0].at)
            decided = opened.verdicts(cell)
            for item in opened.items(cell, oldest[:left]):
                _draw(item, by_sample[item.candidate.id], [d for d in decided if d.candidate_id == item.candidate.id])
            left -= min(left, len(oldest))
        if total > MOST:
            st.caption(f"{total - MOST:,} more {'comes' if total == MOST + 1 else 'come'} when these are settled.")


def flag_in_words(flag: Decision) -> str:
    """ "Ann, 3 May 2026: is this still a question?"."""
    return f"{flag.annotator}, {flag.at:%-d %B %Y}: {flag.note or 'no note'}"


def _candidate(flag: Decision) -> str:
    return flag.candidate_id


def _draw(item: DeskItem, flags: Sequence[Decision], verdicts: Sequence[Decision]) -> None:
    id_ = item.candidate.id
    with st.container(border=True):
        draw_sample_texts(item)
        st.text("\n".join(f"⚑ {flag_in_words(flag)}" for flag in flags))
        st.text("\n".join(map(said, verdicts)) or "Nobody has decided on it yet.")
        st.text_input("Resolution", key=_box(id_), max_chars=LONGEST_NOTE, placeholder="optional")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Settled", key=f"flag-settle-{id_}", on_click=_settle, args=(id_,))
            draw_sample_link(item.candidate.cell, id_)


def _box(candidate_id: str) -> str:
    return f"flag-note-{candidate_id}"


@guarded
def _settle(candidate_id: str) -> None:
    settle(candidate_id, Verdict.FLAG, note=str(st.session_state.get(_box(candidate_id), "")).strip())
