"""Flip rates by what was edited: a table at a time, and the flips behind one of its rows."""

from collections.abc import Mapping, Sequence
from math import ceil
from urllib.parse import urlencode

import streamlit as st

from data.flips.counted import opened, tallies
from data.flips.described import NEW
from data.flips.rows import FEW, LEAST, Counting, GroupBy, Tally, tallies_table
from data.runs.files import newest_file
from data.runs.measures.kept import kept_of_run
from data.store.export import FileFormat, as_bytes
from data.workspace import Workspace
from pages.ui.flips.choice import PartOfRun
from pages.ui.runs.address import SAID
from pages.ui.runs.controls import choose
from pages.ui.runs.dots import Dot, draw_dots
from pages.ui.runs.flip import choose_page, draw_flip_list
from pages.ui.runs.inner_links import follow_links
from pages.ui.runs.names import name_of_file
from pages.ui.runs.nothing_kept import say_nothing_kept
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store, workspace

PAGE = 10
ROWS = 40  # drawn of a table; the file has them all
HEAD = ("Flip rate, %", "95\u00a0% interval", "Flips", "n", "Samples")
MANY = 1_000  # predictions from which on a rate is told to a tenth
COUNTED = (
    "Each row counts predictions on texts with its edit. A text with several edits counts in several rows, so "
    "its flip may come from another edit."
)
OF_TEXTS = "Each row counts predictions on the changed texts in its group."
OVER_TEXTS = (GroupBy.LABEL, GroupBy.LENGTH, GroupBy.EDITS)  # whose rows are of texts, not of an edit in them
TOGETHER = "95\u00a0% intervals account for texts of the same sample that flip together."
SORTED = "Rows are sorted by the lower end of their intervals: the surest flips come first."


def draw_tables(chosen: PartOfRun) -> None:
    """The chosen table, its file, and the flips of a chosen row."""
    rule = chosen.rule
    st.caption(rule.told)
    by = choose(
        st.segmented_control, "Rows", "by", "flips-by", {by.name.lower(): by for by in GroupBy}, GroupBy.KIND,
        required=True, format_func=lambda by: rule.table(by).capitalize(),
    )  # fmt: skip
    rows = _tallied(workspace(), chosen.run.id, _state(chosen), chosen.part)[by]
    if not rows:
        _say_nothing(chosen)
        return
    told = (OF_TEXTS if by in OVER_TEXTS else COUNTED, TOGETHER, "" if rule.rows(by) else SORTED)
    st.caption(" ".join(filter(None, told)))
    with st.container(key="flips-table"):
        name = f"Flip rate by {rule.table(by)}"
        top = 10.0 * max(1, ceil(10 * max(row.rate.high for row in rows[:ROWS])))  # the ten above all intervals
        draw_dots(name, (rule.table(by).capitalize(), *HEAD), list(map(_dot, rows[:ROWS])), (0, top))
    follow_links("flips-table", "samples")
    st.caption("A row's name opens its flipped samples.")
    if len(rows) > ROWS:
        st.caption(f"{ROWS} of {len(rows):,} rows; the file has them all.")
    if any(row.few for row in rows):
        st.caption(f"\\* fewer than {FEW} predictions: uncertain rate.")
    name = f"{name_of_file('flips', chosen.run.dataset, chosen.run.id, f'by {by.name}')}.csv"
    content = as_bytes(tallies_table(rows), FileFormat.CSV)
    st.download_button("CSV", content, name, "text/csv", key=f"flips-csv-{by.name}", on_click="ignore")
    _draw_opened(chosen, by, rows)


def _say_nothing(chosen: PartOfRun) -> None:
    if chosen.part.curated == {} and not kept_of_run(store(), workspace(), chosen.run).left_out:
        say_nothing_kept()
    else:
        st.info("Nothing to count: no sample in this part of the run was changed and predicted.")


def _draw_opened(chosen: PartOfRun, by: GroupBy, rows: Sequence[Tally]) -> None:
    """The flips behind the row that people choose, ten at a time."""
    counts = {row.value: row.flips for row in rows if row.flips}
    st.header("Flipped predictions")
    if not counts:
        st.info("No prediction flipped here.")
        return
    key = f"flips-row-{chosen.run.id}-{by.name}"
    value = choose(
        st.selectbox, "Texts with", "row", key, list(counts), None, index=None,
        format_func=lambda value: f"{_told(value)} ({counts[value]:,})", placeholder="Choose a row …",
    )  # fmt: skip
    if value is None:
        return
    pages = ceil(counts[value] / PAGE)
    page = choose_page(pages, f"flips-page-{by.name}-{value}-{pages}")
    found = opened(workspace(), chosen.run.id, by, value, chosen.part, (page - 1) * PAGE, PAGE)
    drawn = [(one.flip, f"{one.model}, {condition_in_words(*one.condition)}") for one in found]
    draw_flip_list(drawn, chosen.run.id, "flips")


def _dot(row: Tally) -> Dot:
    value, low, high = (100 * figure for figure in (row.rate.value, row.rate.low, row.rate.high))
    digits = 1 if row.rate.n >= MANY else 0
    told = (f"{value:.{digits}f}{' *' if row.few else ''}", f"{low:.{digits}f} to {high:.{digits}f}")
    figures = (*told, f"{row.flips:,}", f"{row.rate.n:,}", f"{row.samples:,}")
    return Dot(_told(row.value), value, low, high, figures, _samples_address(row) if row.flips else "")


def _told(value: str) -> str:
    """The name of a row: "of (inserted)" of a word that was put in."""
    return f"{value.removeprefix(NEW)} (inserted)" if value.startswith(NEW) else value


def _samples_address(row: Tally) -> str:
    """The Samples page with the row's flipped samples, of the part of the run that is counted here."""
    said = {name: value for name, value in st.session_state[SAID].items() if value and name != "by"}
    return f"samples?{urlencode({**said, 'by': row.by.name.lower(), 'row': row.value})}"


def _state(chosen: PartOfRun) -> tuple[object, ...]:
    """What the tables follow from: the run's newest file, what is counted, and what a flip is."""
    part = chosen.part
    written = newest_file(workspace().runs / chosen.run.id)
    kept = None if part.curated is None else hash(frozenset(part.curated))
    return written, part.models, part.conditions, kept, part.moved


@st.cache_data(max_entries=16, show_spinner="Counting flips …")
def _tallied(home: Workspace, run_id: str, state: tuple[object, ...], _part: Counting) -> Mapping[GroupBy, list[Tally]]:
    """All tables, made again only when `state` is another; `_part` is told apart by it."""
    return tallies(home, run_id, _part, LEAST)
