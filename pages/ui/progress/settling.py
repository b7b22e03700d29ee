"""What waits for a word, sample by sample: disagreements and what people flagged, and how one of them settles it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING
from uuid import uuid4

import streamlit as st

from core.records import Cell, Decision, Verdict
from core.so_many import so_many
from curation.records import CellProgress, DeskItem
from curation.resolve import FEWEST_JUDGES, meaning
from curation.rules import LONGEST_NOTE
from data.store import Store
from pages.ui.shared.cell_choice import OPEN, SAMPLES, draw_sample_links
from pages.ui.shared.diff import STYLE, field_html
from pages.ui.shared.folding import fold
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import known_annotator, store

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

BY_MAJORITY = "by-majority"
ABOUT = (
    "Disputed samples are not curated. A second opinion alone does not make a sample disputed. Your decision here "
    "overrides all verdicts, and Flinch stores it with them, under your name. A decision in Curate is only one more "
    "verdict."
)
MOST = 20  # that are shown at once; settling some brings the next
VERBS = {Verdict.KEEP: "Keep", Verdict.DISCARD: "Discard"}
FLAGS = (
    "A flag changes no verdict: flagged samples count as decided. “Settle” closes the discussion for everybody. Flinch "
    "stores this under your name, with your note."
)


def draw_contested(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The samples on which verdicts differ, each with who said what and a button for every verdict; nothing if none."""
    contested = opened.contested(cell.cell for cell in cells if cell.disputed or cell.doubted)
    if not contested:
        return
    ids = {cell: list(differing) for cell, differing in contested.items()}
    st.header("Disagreements", help=ABOUT)
    draw_sample_links(ids, "disputed", "disputes-open", "D")
    with fold("Settle one by one") as settling:
        for item in _waiting(opened, ids) if settling.open else ():
            with st.container(border=True):
                draw_sample_texts(item)
                draw_settling(contested[item.candidate.cell][item.candidate.id])


def first_items(opened: Store, ids: Mapping[Cell, Sequence[str]]) -> Iterator[DeskItem]:
    """The first of these samples, as many as are shown at once."""
    left = MOST
    for cell, some in ids.items():
        yield from opened.items(cell, some[:left])
        left -= min(left, len(some))


def _waiting(opened: Store, ids: Mapping[Cell, Sequence[str]]) -> Iterator[DeskItem]:
    """The first of these samples; below them stands how many more there are."""
    yield from first_items(opened, ids)
    if (more := sum(map(len, ids.values())) - MOST) > 0:
        st.caption(f"{so_many(more, 'more sample appears', 'more samples appear')} when you settle these.")


def draw_majority(opened: Store) -> None:
    """Whether a majority settles what people dispute, for a researcher to choose."""
    st.toggle(
        f"Let a majority decide disputes (at least {FEWEST_JUDGES} people)",
        opened.quality().majority,
        key=BY_MAJORITY,
        on_change=_let_majority,
        help="More than half must give the same verdict. Ties, and samples with only two verdicts, stay under "
        "“Disagreements”. Exports include samples that a majority settled. You can switch this off again.",
    )


@guarded
def _let_majority() -> None:
    store().set_quality(replace(store().quality(), majority=st.session_state[BY_MAJORITY]))


def draw_sample_texts(item: DeskItem) -> None:
    """Every field with what changed in it marked, the cell, and the label in the data set."""
    st.html(STYLE + "".join(field_html(field, named=True) for field in item.candidate.rewrites))
    st.text(f"{item.candidate.cell} · {f'gold label {item.gold_label}' if item.gold_label else 'no gold label'}")


def draw_settling(
    verdicts: Sequence[Decision], usual: Sequence[Decision] = (), where: str = "settle"
) -> "DeltaGenerator":
    """Who said what of a sample, and a button for each verdict, these usual ones among them; returns their row."""
    st.text("\n".join(map(decision_in_words, verdicts)) or "Nobody has decided on this sample yet.")
    offers = {meaning(decision): decision for decision in (*usual, *verdicts)}
    row = st.container(horizontal=True)
    with row:
        for what, of in offers.items():
            verb = VERBS.get(of.verdict, f"Relabel to {of.label[:40]}")
            args = (of.candidate_id, of.verdict, of.label, of.reason)
            st.button(verb, key=f"{where}-{of.candidate_id}-{what}", on_click=settle, args=args)
    return row


def decision_in_words(decision: Decision) -> str:
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
        st.toast("Enter your name on Curate first: Flinch stores your name with your decision.")
        return
    now = datetime.now(UTC)
    store().record([Decision(uuid4().hex, candidate_id, who, verdict, now, label, reason, note, settles=True)])


def draw_flagged(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The flagged samples, each with who flagged it and why, what was decided, and a way to settle it; or nothing."""
    flagged = {cell.cell: decisions for cell in cells if (decisions := opened.flags(cell.cell))}
    if not flagged:
        return
    flags = defaultdict[str, list[Decision]](list)
    for flag in chain.from_iterable(flagged.values()):
        flags[flag.candidate_id].append(flag)
    ids = {cell: list(dict.fromkeys(flag.candidate_id for flag in of)) for cell, of in flagged.items()}
    st.header("Flagged for discussion", help=FLAGS)
    draw_sample_links(ids, "flagged", "flags-open", "F")
    with fold("Show and settle") as settling:
        if not settling.open:
            return
        decided = {cell: opened.verdicts(cell) for cell in flagged}
        for item in _waiting(opened, {cell: sorted(of, key=lambda id_: flags[id_][0].at) for cell, of in ids.items()}):
            of_it = [d for d in decided[item.candidate.cell] if d.candidate_id == item.candidate.id]
            _draw_flagged(item, flags[item.candidate.id], of_it)


def _draw_flagged(item: DeskItem, flags: Sequence[Decision], verdicts: Sequence[Decision]) -> None:
    id_ = item.candidate.id
    with st.container(border=True):
        draw_sample_texts(item)
        st.text("\n".join(f"⚑ {f.annotator}, {f.at:%-d %B %Y}: {f.note or 'no note'}" for f in flags))
        st.text("\n".join(map(decision_in_words, verdicts)) or "Nobody has decided on this sample yet.")
        st.text_input("Resolution", key=_box(id_), max_chars=LONGEST_NOTE, placeholder="optional")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Settle", key=f"flag-settle-{id_}", on_click=_settle_flag, args=(id_,))
            query = {OPEN: item.candidate.cell.id, SAMPLES: id_}
            st.page_link("pages/curate.py", label="Reopen in Curate", icon=":material/edit_note:", query_params=query)


def _box(candidate_id: str) -> str:
    return f"flag-note-{candidate_id}"


@guarded
def _settle_flag(candidate_id: str) -> None:
    settle(candidate_id, Verdict.FLAG, note=str(st.session_state.get(_box(candidate_id), "")).strip())
