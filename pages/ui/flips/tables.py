"""Flip rates by what was edited: a table at a time, whose rows lead to their samples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, isnan, nan
from urllib.parse import urlencode

import streamlit as st

from data.flips.counted import flip_tables
from data.flips.rows import FEW, LEAST, RARE, Counting, FlipTables, GroupBy, Tally, tallies_table
from data.runs.files import newest_file
from data.runs.measures.kept import kept_of_run
from data.store.export import FileFormat, as_bytes
from data.workspace import Workspace
from pages.ui.flips.choice import PartOfRun
from pages.ui.runs.address import SAID
from pages.ui.runs.controls import choose_button, choose_words
from pages.ui.runs.dots import Dot, Line, draw_dots
from pages.ui.runs.flip import row_name
from pages.ui.runs.inner_links import follow_links
from pages.ui.runs.names import name_of_file
from pages.ui.runs.nothing_to_show import say_nothing_kept
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.perturbation_words import short
from pages.ui.shell.session import store, workspace

ROWS = 40  # drawn of a table; the file has them all
MODELS = 4  # of which each has a column; of more only what all have together is shown
HEAD = ("Flip rate, %", "95\u00a0% interval", "Flips", "Predictions", "Texts", "Flipped samples")
OF_MODELS = ("All, %", "Flips", "Predictions", "Flipped samples")  # after a column for each of several models
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
@media (max-width:640px){.st-key-flips-table .fl-dots :is(th,td):is(%s){display:none}}
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
TOGETHER = (
    "95\u00a0% intervals. Texts of one sample often flip together; the intervals take this into account. "
    "A thin line across a row marks the rate of all edits."
)
SORTED = "Sorted by the lower end of the flip rate's 95\u00a0% interval."
OF_MODEL = f"– = fewer than {FEW} predictions of this model."
APART = f"Fewer than {FEW} predictions: uncertain rates"
MARKS = 3  # on the scale, its ends among them


@dataclass(frozen=True, slots=True)
class CountedFlips:
    """What is counted of all models together, and where there are a few of them of each by name."""

    together: FlipTables
    each: Mapping[str, FlipTables]

    @property
    def top(self) -> float:
        """The end of the one scale that all tables have."""
        counted = (self.together, *self.each.values())
        return top_of([row for flips in counted for rows in flips.tables.values() for row in rows])


def draw_tables(chosen: PartOfRun) -> None:
    """The chosen table and its file, and below it what to know of its figures."""
    rule, counted = chosen.rule, _counted(chosen)
    tables = counted.together.tables
    usual = GroupBy.KIND if len(tables[GroupBy.KIND]) != 1 else GroupBy.CLASS  # one kind alone tells nothing apart
    spelled = {by.name.lower(): by for by in GroupBy}
    by = choose_button("Rows", "by", "flips-by", spelled, usual, format_func=lambda by: rule.table(by).capitalize())
    rows = tables[by]
    if rows:
        if searched := _searched(by, rows):
            _draw_table(chosen, by, searched, counted)
        else:
            st.text("No word matches the search.")
        _draw_file(chosen, by, counted)
    else:
        _say_nothing(chosen)
    warn_of_unlearned(chosen.run, chosen.part.models)
    notes = (rule.told, OF_TEXTS if by in OVER_TEXTS else COUNTED, TOGETHER, *[OF_MODEL] * bool(counted.each))
    st.caption(" ".join(notes if rows else notes[:1]))


def _counted(chosen: PartOfRun) -> CountedFlips:
    part, home, state = chosen.part, workspace(), _state(chosen)
    together = _tallied(home, chosen.run.id, state, part)
    names = part.models or tuple(model.name for model in chosen.run.models)
    often = [row.value for row in together.tables[GroupBy.WORD]]
    each = {
        name: _tallied(home, chosen.run.id, (*state, name), replace(part, models=(name,)), often)
        for name in (names if 1 < len(names) <= MODELS and together.overall else ())
    }
    return CountedFlips(together, each)


def top_of(rows: Sequence[Tally]) -> float:
    """The end of a scale, in percent: the ten above all intervals of rows that have many predictions."""
    highest = max((row.rate.high for row in rows if not row.few), default=max(row.rate.high for row in rows))
    return 10.0 * max(1, ceil(10 * highest))


def _searched(by: GroupBy, rows: Sequence[Tally]) -> Sequence[Tally]:
    """Of many words those that have what is searched for."""
    if by is not GroupBy.WORD or len(rows) <= ROWS:
        return rows
    return having(choose_words(st.text_input, "Search words", "flips-words", width=240), rows)


def having(wanted: str, rows: Sequence[Tally]) -> list[Tally]:
    """The rows whose names have these letters."""
    return [row for row in rows if wanted.strip().casefold() in row_name(row.by, row.value).casefold()]


def _draw_table(chosen: PartOfRun, by: GroupBy, rows: Sequence[Tally], counted: CountedFlips) -> None:
    head, total, shown = chosen.rule.table(by), len(counted.together.tables[by]), min(ROWS, len(rows))
    more = f"Shown: {shown} of {total:,} rows; the CSV file has all rows." if shown < total else ""
    order = "" if chosen.rule.rows(by) else SORTED
    st.caption(" ".join(filter(None, (order, "Click a row's name to see its flipped samples.", more))))
    ordered = sorted(rows[:ROWS], key=lambda row: row.few)
    if counted.together.overall:
        ordered.insert(0, counted.together.overall)
    digits, several = digits_of(ordered), bool(counted.each)
    with st.container(key="flips-table"):
        fewer = f":nth-child(n+{len(counted.each) + 4})" if several else ":nth-child(4),:nth-child(5),:nth-child(n+7)"
        st.html(STYLE % fewer)
        figures = (*counted.each, *OF_MODELS) if several else HEAD
        heads = (head.capitalize(), *figures, *(["Heatmap"] if by is GroupBy.PERTURBATION else []))
        dots = [_dot(row, by, digits, chosen.run.id, counted) for row in ordered]
        draw_dots(f"Flip rate by {head}{', %' * several}", heads, dots, (0, counted.top), MARKS, len(counted.each))
    follow_links("flips-table", "samples", "heatmaps")


def _draw_file(chosen: PartOfRun, by: GroupBy, counted: CountedFlips) -> None:
    """The whole table as a file: of all models together, then of each that the page shows; of one model by its name."""
    name = f"{name_of_file('flips', chosen.run.dataset, chosen.run.id, f'by {by.name}')}.csv"
    names = chosen.part.models or [model.name for model in chosen.run.models]
    whole = names[0] if len(names) == 1 else ""
    by_model = {model: flips.tables[by] for model, flips in {whole: counted.together, **counted.each}.items()}
    content = as_bytes(tallies_table(by_model), FileFormat.CSV)
    st.download_button("CSV", content, name, "text/csv", key=f"flips-csv-{by.name}", on_click="ignore")


def _say_nothing(chosen: PartOfRun) -> None:
    if chosen.part.curated == {} and not kept_of_run(store(), workspace(), chosen.run).left_out:
        say_nothing_kept()
    else:
        st.info("Nothing to count: no sample in this part of the run was changed and predicted.")


def digits_of(rows: Sequence[Tally]) -> int:
    """How many decimals all rates of the table have."""
    return 1 if any(row.rate.n >= MANY for row in rows) else 0


def _dot(row: Tally, by: GroupBy, digits: int, run: str, counted: CountedFlips) -> Dot:
    """The row of a table; that of all edits stands first and leads nowhere."""
    value, low, high = (100 * figure for figure in (row.rate.value, row.rate.low, row.rate.high))
    overall = counted.together.overall
    lines = tuple(_line(flips, by, row, row is overall) for flips in counted.each.values())
    rate, counts = f"{value:.{digits}f}", (f"{row.flips:,}", f"{row.rate.n:,}")
    flipped = f"{row.flipped_samples:,} of {row.samples:,}"
    if lines:
        each = ("–" if isnan(line.value) else f"{line.value:.{digits}f}" for line in lines)
        figures: tuple[str, ...] = (*each, rate, *counts, flipped)
    else:
        figures = (rate, f"{low:.{digits}f} to {high:.{digits}f}", *counts, f"{row.texts:,}", flipped)
    if row is overall:
        no_heatmap = ("",) * (by is GroupBy.PERTURBATION)
        return Dot(row.value, value, low, high, (*figures, *no_heatmap), lines=lines)
    link = _samples_address(row) if row.flips and row.value != RARE else ""
    also = ("by severity", _heatmap_address(row, run)) if by is GroupBy.PERTURBATION else ("", "")
    beside = 100 * overall.rate.value if overall else nan
    return Dot(row_name(by, row.value), value, low, high, figures, link, APART * row.few, also, beside, lines)


def _line(flips: FlipTables, by: GroupBy, row: Tally, is_overall: bool) -> Line:
    """What one model has in the row, beside what it has of all edits."""
    own = flips.overall if is_overall else next((own for own in flips.tables[by] if own.value == row.value), None)
    if not own or own.few:
        return Line()
    beside = 100 * flips.overall.rate.value if flips.overall and not is_overall else nan
    return Line(100 * own.rate.value, 100 * own.rate.low, 100 * own.rate.high, beside)


def _heatmap_address(row: Tally, run: str) -> str:
    """The rows of a perturbation in the heatmap of the run."""
    return f"heatmaps?{urlencode({'view': 'Heatmap', 'of': 'mine', 'run': run, 'perturbations': short(row.value)})}"


def _samples_address(row: Tally) -> str:
    """The Samples page with the row's flipped samples, of the part of the run that is counted here."""
    query = {name: value for name, value in st.session_state[SAID].items() if value and name not in ("by", "words")}
    return f"samples?{urlencode({**query, 'by': row.by.name.lower(), 'row': row.value})}"


def _state(chosen: PartOfRun) -> tuple[object, ...]:
    """What the tables follow from: the run's newest file, what is counted, and what a flip is."""
    part = chosen.part
    written = newest_file(workspace().runs / chosen.run.id)
    kept = None if part.curated is None else hash(frozenset(part.curated))
    return written, part.models, part.conditions, kept, part.moved


@st.cache_data(max_entries=32, show_spinner="Counting flips …")
def _tallied(
    home: Workspace, run_id: str, state: tuple[object, ...], _part: Counting, _often: Sequence[str] = ()
) -> FlipTables:
    """All tables, made again only when `state` is another; `_part` and `_often` are told apart by it."""
    return flip_tables(home, run_id, _part, LEAST, _often)
