"""The row of a table of Flips that a link came from: only samples and texts with a flip that it counts are shown."""

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from data.flips.counted import flipped_samples
from data.flips.rows import Counting, FlippedSample, GroupBy
from data.runs.files import RunCard, newest_file
from data.runs.measures.kept import kept_of_run
from data.workspace import Workspace
from pages.ui.runs.address import BETWEEN, to_address, value_from_address
from pages.ui.runs.flip import row_name
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

CountedSamples = Mapping[str, FlippedSample]
TEXTS = {
    GroupBy.KIND: "with the edit “{}”",
    GroupBy.CLASS: "with an edit of the part of speech “{}”",
    GroupBy.PLACE: "with an edit in the {}",
    GroupBy.WORD: "with an edit of the word “{}”",
    GroupBy.LABEL: "with the gold label “{}”",
    GroupBy.LENGTH: "of {}",
    GroupBy.PERTURBATION: "made by {}",
    GroupBy.EDITS: "with this number of edits: {}",
}
ASKED = ("by", "row", "perturbations", "moved", "kept")  # as the address of Flips spells them


def row_samples(runs: Sequence[RunCard], models: Collection[str]) -> CountedSamples | None:
    """The row's samples by id, with what it counts of each.

    None where the address asks for no row, or for one of no run in particular.

    A button beside what the row is takes the filter away.
    """
    for name in ASKED:
        value_from_address(name, _key(name), str, "")
    query = {name: str(st.session_state[_key(name)]) for name in ASKED}
    if not query["row"] or len(runs) != 1:
        return None
    try:
        by = GroupBy[query["by"].upper()] if query["by"] else GroupBy.KIND
        samples = _samples(runs[0], by, query, sorted(models))
    except (BadInput, KeyError, ValueError):
        st.warning(literally(f"The run has no row {query['row']!r} for this grouping; all samples are listed."))
        return None
    for name, value in query.items():
        to_address(name, value)
    st.button(
        literally(f"Flips: {by}, {_row_title(by)}"), icon=":material/close:", icon_position="right",
        key="samples-row-off", on_click=_clear, help="Remove this filter",
    )  # fmt: skip
    return samples


def row_in_words() -> str:
    """Which texts the row counts, to stand after "Only texts"."""
    by = str(st.session_state[_key("by")])
    group = GroupBy[by.upper()] if by else GroupBy.KIND
    return TEXTS[group].format(_row_title(group))


def _row_title(by: GroupBy) -> str:
    """The row as it is called; of a perturbation with the severity, where that is the only one: a cell."""
    value, conditions = (str(st.session_state[_key(name)]) for name in ("row", "perturbations"))
    single = by is GroupBy.PERTURBATION and conditions and BETWEEN not in conditions
    return condition_in_words(parse_condition(conditions)) if single else row_name(by, value)


def _samples(run: RunCard, by: GroupBy, query: dict[str, str], models: Sequence[str]) -> CountedSamples:
    kept = kept_of_run(store(), workspace(), run).samples if query["kept"] else None
    conditions = tuple(parse_condition(spelled) for spelled in query["perturbations"].split(BETWEEN) if spelled)
    moved = float(query["moved"]) if query["moved"] else None
    part = Counting(tuple(models), conditions, kept, moved)
    newest = newest_file(workspace().runs / run.id)
    state = (newest, by.name, query["row"], part.models, conditions, moved, None if kept is None else frozenset(kept))
    return _counted(workspace(), run.id, hash(state), by, query["row"], part)


@st.cache_data(max_entries=16, show_spinner="Finding samples …")
def _counted(home: Workspace, run_id: str, state: int, _by: GroupBy, value: str, _part: Counting) -> CountedSamples:
    """Made again only when `state` is another."""
    return flipped_samples(home, run_id, _by, value, _part)


@guarded
def _clear() -> None:
    for name in ASKED:
        st.session_state[_key(name)] = ""


def _key(name: str) -> str:
    return f"samples-row-{name}"
