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
    if message := st.session_state.pop(DONE, ""):
        st.success(message)
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
    incoming = _looked_at()
    _draw_names(incoming)
    _draw_odd(incoming)
    wrong = bool(_unsaid(incoming)) or bool(incoming.bad and not st.session_state.get(SKIP))
    already = f" {so_many(incoming.known, 'decision is', 'decisions are')} already here." if incoming.known else ""
    st.text(f"{so_many(len(incoming.fresh), 'new decision')}.{already}")
    st.button(
        f"Import {so_many(len(incoming.fresh), 'decision')}",
        on_click=_import,
        disabled=wrong or not incoming.fresh,
        type="primary",
    )


def _looked_at() -> DecisionImport:
    team = [account.name for account in Accounts(workspace().root).all()]
    content = st.session_state[FILE].getvalue()
    return read_import(store(), workspace(), content, NameMapping(st.session_state.get(PREFIX, "")), team)


def _unsaid(incoming: DecisionImport) -> tuple[str, ...]:
    """The names of which nobody said yet whose they are."""
    return tuple(name for name in incoming.clashes if name not in st.session_state.get(SAME, ()))


def _draw_names(incoming: DecisionImport) -> None:
    if incoming.clashes:
        st.multiselect("Names of the same person in this workspace and in the file", incoming.clashes, key=SAME)
    if unconfirmed := _unsaid(incoming):
        st.text(
            f"These names also exist here: {listed(unconfirmed)}. Confirm that they are the same people, or add a "
            "prefix to the names in the file."
        )


def _draw_odd(incoming: DecisionImport) -> None:
    if incoming.bad:
        st.text(f"{so_many(len(incoming.bad), 'line')} can't be imported:")
        draw_table("Lines", ("Line", "Why"), ((f"{line.number:,}", line.why) for line in incoming.bad[:MOST]))
        st.checkbox("Skip these lines" if len(incoming.bad) > 1 else "Skip this line", key=SKIP)
    if incoming.conflicts:
        many = so_many(len(incoming.conflicts), "decision contradicts a verdict", "decisions contradict verdicts")
        st.text(f"{many} here:")
        header = ("Cell", "Sample", "In the file", "Here", "Result")
        draw_table("Contradictions", header, map(_row, incoming.conflicts[:MOST]))
        if len(incoming.conflicts) > MOST:
            st.caption(f"Shown: {MOST} of {len(incoming.conflicts):,} contradictions.")


def _row(conflict: Conflict) -> tuple[str, ...]:
    here = "; ".join(map(conflict.words, conflict.here))
    candidate = conflict.candidate
    return str(candidate.cell), candidate.sample_id, conflict.words(conflict.brought), here, conflict.comes_to


@guarded
def _import() -> None:
    incoming = _looked_at()
    count = import_decisions(store(), replace(incoming, clashes=_unsaid(incoming)), bool(st.session_state.get(SKIP)))
    many = len(incoming.conflicts)
    against = f"{many or 'none'} of them contradicts a verdict" if many < 2 else f"{many:,} of them contradict verdicts"
    st.session_state[DONE] = f"{so_many(count, 'decision')} imported; {against} here."
    st.rerun()  # the whole page: what was brought in shows elsewhere too
