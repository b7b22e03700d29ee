"""Flip rates by what was edited: a table at a time, whose rows lead to their samples."""

from collections.abc import Mapping, Sequence
from math import ceil
from urllib.parse import urlencode

import streamlit as st

from data.flips.counted import tallies
from data.flips.rows import FEW, LEAST, RARE, Counting, GroupBy, Tally, tallies_table
from data.runs.files import newest_file
from data.runs.measures.kept import kept_of_run
from data.store.export import FileFormat, as_bytes
from data.workspace import Workspace
from pages.ui.flips.choice import PartOfRun
from pages.ui.runs.address import SAID
from pages.ui.runs.controls import choose_button
from pages.ui.runs.dots import Dot, draw_dots
from pages.ui.runs.flip import row_name
from pages.ui.runs.inner_links import follow_links
from pages.ui.runs.names import name_of_file
from pages.ui.runs.nothing_to_show import say_nothing_kept
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.perturbation_words import short
from pages.ui.shell.session import store, workspace

ROWS = 40  # drawn of a table; the file has them all
HEAD = ("Flip rate, %", "95\u00a0% interval", "Flips", "Predictions", "Texts", "Flipped samples")
MANY = 1_000  # predictions of a row from which on all rates are told to a tenth
STYLE = """<style>
.st-key-flips-table .fl-dots table{max-width:58rem;font-size:.9rem}
@container (min-width:50rem){
.st-key-flips-table .fl-dots.fl-dots thead th:first-child{width:10rem}
.st-key-flips-table .fl-dots.fl-dots thead th{width:4.6rem}
.st-key-flips-table .fl-dots.fl-dots thead th.fl-span{width:6rem}
.st-key-flips-table .fl-dots.fl-dots thead th.fl-dot{width:auto;min-width:200px}}
@media (min-width:641px){.st-key-flips-table .fl-dots :is(th,td){padding-left:.5rem}
.st-key-flips-table .fl-dots th:first-child{padding-left:0}}
@media (max-width:640px){
.st-key-flips-table .fl-dots :is(th,td):is(:nth-child(4),:nth-child(5),:nth-child(n+7)){display:none}}
</style>"""
COUNTED = (
    "Each row counts predictions on texts with that edit. A text with several edits counts in several rows, so "
    "another edit in the text may have caused the flip."
)
OF_TEXTS = "Each row counts predictions on the changed texts in its group."
OVER_TEXTS = (
    GroupBy.LABEL,
    GroupBy.LENGTH,
    GroupBy.EDITS,
    GroupBy.PERTURBATION,
)  # rows of texts, not of an edit
TOGETHER = "95\u00a0% intervals. Texts of one sample often flip together; the intervals take this into account."
SORTED = "Sorted by flip rate."
APART = f"Fewer than {FEW} predictions: uncertain rates"
MARKS = 3  # on the scale, its ends among them


def draw_tables(chosen: PartOfRun) -> None:
    """The chosen table and its file, and below it what to know of its figures."""
    rule = chosen.rule
    spelled = {by.name.lower(): by for by in GroupBy}
    by = choose_button(
        "Rows", "by", "flips-by", spelled, GroupBy.KIND, format_func=lambda by: rule.table(by).capitalize()
    )
    tables = _tallied(workspace(), chosen.run.id, _state(chosen), chosen.part)
    rows = tables[by]
    if rows:
        _draw_table(chosen, by, rows, top_of(tables))
    else:
        _say_nothing(chosen)
    warn_of_unlearned(chosen.run, chosen.part.models)
    notes = (rule.told, OF_TEXTS if by in OVER_TEXTS else COUNTED, TOGETHER)
    st.caption(" ".join(notes if rows else notes[:1]))


def top_of(tables: Mapping[GroupBy, Sequence[Tally]]) -> float:
    """The end of the one scale that all tables have, in percent: the ten above all intervals of rows that have many."""
    all_ = [row for rows in tables.values() for row in rows]
    highest = max((row.rate.high for row in all_ if not row.few), default=max(row.rate.high for row in all_))
    return 10.0 * max(1, ceil(10 * highest))


def _draw_table(chosen: PartOfRun, by: GroupBy, rows: Sequence[Tally], top: float) -> None:
    head = chosen.rule.table(by)
    more = f"Shown: {ROWS} of {len(rows):,} rows; the CSV file has all rows." if len(rows) > ROWS else ""
    order = "" if chosen.rule.rows(by) else SORTED
    st.caption(" ".join(filter(None, (order, "Click a row's name to see its flipped samples.", more))))
    ordered, digits = sorted(rows[:ROWS], key=lambda row: row.few), digits_of(rows[:ROWS])
    with st.container(key="flips-table"):
        st.html(STYLE)
        heads = (head.capitalize(), *HEAD, *(["Heatmap"] if by is GroupBy.PERTURBATION else []))
        dots = [_dot(row, digits, chosen.run.id) for row in ordered]
        draw_dots(f"Flip rate by {head}", heads, dots, (0, top), MARKS)
    follow_links("flips-table", "samples", "heatmaps")
    name = f"{name_of_file('flips', chosen.run.dataset, chosen.run.id, f'by {by.name}')}.csv"
    content = as_bytes(tallies_table(rows), FileFormat.CSV)
    st.download_button("CSV", content, name, "text/csv", key=f"flips-csv-{by.name}", on_click="ignore")


def _say_nothing(chosen: PartOfRun) -> None:
    if chosen.part.curated == {} and not kept_of_run(store(), workspace(), chosen.run).left_out:
        say_nothing_kept()
    else:
        st.info("Nothing to count: no sample in this part of the run was changed and predicted.")


def digits_of(rows: Sequence[Tally]) -> int:
    """How many decimals all rates of the table have."""
    return 1 if any(row.rate.n >= MANY for row in rows) else 0


def _dot(row: Tally, digits: int, run: str) -> Dot:
    value, low, high = (100 * figure for figure in (row.rate.value, row.rate.low, row.rate.high))
    figures = (
        f"{value:.{digits}f}",
        f"{low:.{digits}f} to {high:.{digits}f}",
        f"{row.flips:,}",
        f"{row.rate.n:,}",
        f"{row.texts:,}",
        f"{row.flipped_samples:,} of {row.samples:,}",
    )
    link = _samples_address(row) if row.flips and row.value != RARE else ""
    also = ("by severity", _heatmap_address(row, run)) if row.by is GroupBy.PERTURBATION else ("", "")
    return Dot(row_name(row.by, row.value), value, low, high, figures, link, APART * row.few, also)


def _heatmap_address(row: Tally, run: str) -> str:
    """The rows of a perturbation in the heatmap of the run."""
    return f"heatmaps?{urlencode({'view': 'Heatmap', 'of': 'mine', 'run': run, 'perturbations': short(row.value)})}"


def _samples_address(row: Tally) -> str:
    """The Samples page with the row's flipped samples, of the part of the run that is counted here."""
    query = {name: value for name, value in st.session_state[SAID].items() if value and name != "by"}
    return f"samples?{urlencode({**query, 'by': row.by.name.lower(), 'row': row.value})}"


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
