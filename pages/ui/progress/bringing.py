"""Somebody else's decisions are looked at, what is odd about them is said, and then they are imported."""

from dataclasses import replace

import streamlit as st

from core.perturbations.registry import listed
from core.so_many import so_many
from curation.sharing.decision_import import Conflict, DecisionImport
from data.accounts.accounts import Accounts
from data.store.decision_import import NameMapping, import_decisions, read_import
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

FILE, PREFIX, SAME, SKIP, DONE = "brought-file", "brought-prefix", "brought-same", "brought-skip", "brought-done"
MOST = 200  # rows of a table
EXAMPLE = (
    '{"id": "ben-17", "candidate_id": "991410952f33147eea87", "annotator": "Ben", "verdict": "relabel", '
    '"label": "place", "at": "2026-11-29T08:37:23+00:00"}'
)


@st.fragment
@guarded
def draw_bringing() -> None:
    """A place to drop a file of decisions, and what would come of it."""
    if said := st.session_state.pop(DONE, ""):
        st.success(said)
    st.file_uploader("Decisions file (JSONL)", type=["jsonl", "ndjson", "json"], key=FILE)
    st.caption(
        "One decision per line, in the format of Flinch's export. Prepare the samples here in the same way first. "
        "Flinch lists decisions that contradict a verdict here; they become disputes. The verdict relabel needs a "
        "label, and the verdict discard needs a reason. Example of a line:"
    )
    st.code(EXAMPLE, language="json", wrap_lines=True)
    if st.session_state.get(FILE) is None:
        return
    st.text_input(
        "Prefix for names in the file",
        max_chars=40,
        key=PREFIX,
        help="Separates different people with the same name.",
    )
    found = _looked_at()
    _draw_names(found)
    _draw_odd(found)
    wrong = bool(_unsaid(found)) or bool(found.bad and not st.session_state.get(SKIP))
    already = f" {so_many(found.known, 'decision is', 'decisions are')} already here." if found.known else ""
    st.text(f"{so_many(len(found.fresh), 'new decision')}.{already}")
    st.button(
        f"Import {so_many(len(found.fresh), 'decision')}",
        on_click=_import,
        disabled=wrong or not found.fresh,
        type="primary",
    )


def _looked_at() -> DecisionImport:
    team = [account.name for account in Accounts(workspace().root).all()]
    content = st.session_state[FILE].getvalue()
    return read_import(store(), workspace(), content, NameMapping(st.session_state.get(PREFIX, "")), team)


def _unsaid(found: DecisionImport) -> tuple[str, ...]:
    """The names of which nobody said yet whose they are."""
    return tuple(name for name in found.clashes if name not in st.session_state.get(SAME, ()))


def _draw_names(found: DecisionImport) -> None:
    if found.clashes:
        st.multiselect("Names of the same person in this workspace and in the file", found.clashes, key=SAME)
    if unsaid := _unsaid(found):
        st.text(
            f"These names also exist here: {listed(unsaid)}. Confirm that they are the same people, or add a prefix to "
            "the names in the file."
        )


def _draw_odd(found: DecisionImport) -> None:
    if found.bad:
        st.text(f"{so_many(len(found.bad), 'line')} can't be imported:")
        draw_table("Lines", ("Line", "Why"), ((f"{line.number:,}", line.why) for line in found.bad[:MOST]))
        st.checkbox("Skip these lines" if len(found.bad) > 1 else "Skip this line", key=SKIP)
    if found.conflicts:
        st.text(
            f"{so_many(len(found.conflicts), 'decision contradicts a verdict', 'decisions contradict verdicts')} here:"
        )
        header = ("Cell", "Sample", "In the file", "Here", "Result")
        draw_table("Contradictions", header, map(_row, found.conflicts[:MOST]))
        if len(found.conflicts) > MOST:
            st.caption(f"Shown: {MOST} of {len(found.conflicts):,} contradictions.")


def _row(conflict: Conflict) -> tuple[str, ...]:
    here = "; ".join(map(conflict.words, conflict.here))
    known = conflict.candidate
    return str(known.cell), known.sample_id, conflict.words(conflict.brought), here, conflict.comes_to


@guarded
def _import() -> None:
    found = _looked_at()
    taken = import_decisions(store(), replace(found, clashes=_unsaid(found)), bool(st.session_state.get(SKIP)))
    many = len(found.conflicts)
    against = f"{many or 'none'} of them contradicts a verdict" if many < 2 else f"{many:,} of them contradict verdicts"
    st.session_state[DONE] = f"{so_many(taken, 'decision')} imported; {against} here."
    st.rerun()  # the whole page: what was brought in shows elsewhere too
