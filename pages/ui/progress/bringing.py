"""Somebody else's decisions are looked at, what is odd about them is said, and then they are imported."""

from dataclasses import replace

import streamlit as st

from core.perturbations.registry import listed
from curation.sharing.brought import Brought
from data.accounts.accounts import Accounts
from data.store.brought.bringing import Naming, bring_in, look_at
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

FILE, PREFIX, SAME, SKIP, DONE = "brought-file", "brought-prefix", "brought-same", "brought-skip", "brought-done"
MOST = 200  # rows of a table


@st.fragment
@guarded
def draw_bringing() -> None:
    """A place to drop a file of decisions, and what would come of it."""
    if said := st.session_state.pop(DONE, ""):
        st.success(said)
    st.file_uploader("Decisions made elsewhere (JSONL)", type=["jsonl", "ndjson", "json"], key=FILE)
    st.caption(
        "A decision a line, as Flinch exports them. The samples must have been prepared here in the same way. What "
        "contradicts a verdict here is listed, and becomes a dispute to settle."
    )
    if st.session_state.get(FILE) is None:
        return
    st.text_input(
        "Put this before each name of the file",
        max_chars=40,
        key=PREFIX,
        help="So that people who have the same name as somebody here stay apart.",
    )
    found = _looked_at()
    _draw_names(found)
    _draw_odd(found)
    wrong = bool(_unsaid(found)) or bool(found.bad and not st.session_state.get(SKIP))
    already = f" {found.known:,} {'is' if found.known == 1 else 'are'} here already." if found.known else ""
    st.text(f"{_counted(len(found.fresh), 'new decision')}.{already}")
    label = f"Import {_counted(len(found.fresh), 'decision')}"
    st.button(label, on_click=_import, disabled=wrong or not found.fresh, type="primary")


def _looked_at() -> Brought:
    team = [account.name for account in Accounts(workspace().root).all()]
    content = st.session_state[FILE].getvalue()
    return look_at(store(), workspace(), content, Naming(st.session_state.get(PREFIX, "")), team)


def _unsaid(found: Brought) -> tuple[str, ...]:
    """The names of which nobody said yet whose they are."""
    return tuple(name for name in found.clashes if name not in st.session_state.get(SAME, ()))


def _draw_names(found: Brought) -> None:
    if found.clashes:
        st.multiselect("The same person here and in the file", found.clashes, key=SAME)
    if unsaid := _unsaid(found):
        st.text(
            f"People here are called {listed(unsaid)} too: say that they are the same person, or put something before "
            "the names of the file."
        )


def _draw_odd(found: Brought) -> None:
    """The lines that can't be taken, and what contradicts verdicts here."""
    if found.bad:
        st.text(f"{_counted(len(found.bad), 'line')} can't be taken:")
        rows = [{"line": line.number, "why": line.why} for line in found.bad[:MOST]]
        st.dataframe(rows, hide_index=True)
        st.checkbox("Leave these lines out", key=SKIP)
    if found.conflicts:
        many = len(found.conflicts)
        st.text(f"{many:,} {'contradicts a verdict' if many == 1 else 'contradict verdicts'} here:")
        st.dataframe(
            [
                {
                    "cell": str(conflict.candidate.cell),
                    "sample": conflict.candidate.sample_id,
                    "in the file": conflict.words(conflict.brought),
                    "here": "; ".join(map(conflict.words, conflict.here)),
                    "comes to": conflict.comes_to,
                }
                for conflict in found.conflicts[:MOST]
            ],
            hide_index=True,
        )


@guarded
def _import() -> None:
    found = _looked_at()
    taken = bring_in(store(), replace(found, clashes=_unsaid(found)), bool(st.session_state.get(SKIP)))
    many = len(found.conflicts)
    against = f"{many or 'none'} of them contradicts a verdict" if many < 2 else f"{many:,} of them contradict verdicts"
    st.session_state[DONE] = f"{_counted(taken, 'decision')} imported, {against} here."


def _counted(n: int, noun: str) -> str:
    """ "1 line", "2 lines"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
