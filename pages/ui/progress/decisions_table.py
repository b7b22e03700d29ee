"""All current decisions as a table: filter, reopen samples in Curate, settle them, take your own back, download what is
shown."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import streamlit as st

from core.records import Cell, Decision, DiscardReason, FieldRewrite, Task, Verdict
from core.so_many import so_many
from curation.records import CellProgress, DeskItem
from data.datasets.stored import card_or_none
from data.store import Store
from data.store.export import FileFormat, as_bytes, decisions_table
from data.store.texts import PlacedText, read_rows
from data.variants.reading import rewrites_at, texts_at
from pages.ui.progress.decided import seconds
from pages.ui.progress.settling import MOST, draw_sample_texts, draw_settling, first_items, settle
from pages.ui.runs.address import BETWEEN, to_address, value_from_address
from pages.ui.runs.controls import choose_page, choose_some, choose_words
from pages.ui.shared.cell_choice import draw_sample_links
from pages.ui.shared.data_table import data_table
from pages.ui.shared.perturbation_words import cell_in_words, short
from pages.ui.shared.stretches import DiffGroup, stretches
from pages.ui.shell.guard import guarded, while_admitted
from pages.ui.shell.session import known_annotator, store, workspace

WORDS, DAYS = "decisions-words", "decisions-days"
ROWS = 100  # of a page of the table
LETTER, PADDING = 7, 18  # pixels of a letter and of the space beside a column
TEXT = 270  # pixels of the column of texts, which a selected row shows whole
FITS = (TEXT - PADDING) // LETTER  # letters of it that are seen
BEFORE = 12  # letters shown before what changed, where not all fit
SHOWN = (Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD, Verdict.FLAG)


class CellDecision(NamedTuple):
    """A current verdict or flag, and the cell of its sample."""

    cell: Cell
    decision: Decision


def draw_decisions(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The filters, the rows they leave, and what can be done with those that are selected; nothing while there are
    none."""
    all_ = [entry for progress in cells for entry in _of(opened, progress.cell)]
    if not all_:
        return
    st.header("All decisions")
    matching = _filtered(opened, all_)
    if not matching:
        st.text("No decision matches.")
        return
    table = st.container()  # the page is chosen below it
    _, page = choose_page(matching, ROWS, "decisions")
    with table:
        st.caption("Select rows to read, reopen or settle their samples.")
        selected = [page[i] for i in _draw_table(opened, page)]
    _draw_open(opened, selected)
    with st.container(horizontal=True):
        for kind, flagged in (("decision", False), ("flag", True)):
            filtered, of_kind = ([e for e in entries if _is_flag(e) is flagged] for entries in (matching, all_))
            if filtered:
                _draw_download(opened, kind, filtered, len(of_kind))


def _is_flag(entry: CellDecision) -> bool:
    return entry.decision.verdict is Verdict.FLAG


def _draw_download(opened: Store, kind: str, entries: Sequence[CellDecision], of: int) -> None:
    count = f"{len(entries):,} of " * (len(entries) < of)
    st.download_button(
        f"Download {count}{so_many(of, kind)} (CSV)", while_admitted(partial(_csv, opened, entries)),
        f"flinch-{kind}s.csv", "text/csv", icon=":material/download:", on_click="ignore",
    )  # fmt: skip


def _of(opened: Store, cell: Cell) -> list[CellDecision]:
    return [CellDecision(cell, decision) for decision in (*opened.verdicts(cell), *opened.flags(cell))]


def _filtered(opened: Store, all_: Sequence[CellDecision]) -> list[CellDecision]:
    """The filters, and the decisions that they leave, the newest first."""
    days = sorted({entry.decision.at.date() for entry in all_})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = choose_words(st.text_input, "Search text, note or label", WORDS, width=175)
        some = partial(choose_some, st.multiselect, width=125)
        verdicts = some("Verdict", "verdict", "decisions-verdict", SHOWN)
        annotators = sorted({entry.decision.annotator for entry in all_})
        people = some("Person", "person", "decisions-person", annotators)
        cells = sorted({cell_in_words(entry.cell) for entry in all_})
        where = some("Cell", "cell", "decisions-cell", cells)
        first, last = _between(days)
    matching = [
        entry
        for entry in all_
        if (not people or entry.decision.annotator in people)
        and (not verdicts or entry.decision.verdict in verdicts)
        and (not where or cell_in_words(entry.cell) in where)
        and first <= entry.decision.at.date() <= last
    ]
    if words := typed.strip().casefold():
        texts = _texts(opened, matching)
        matching = [entry for entry in matching if words in _searched(entry.decision, texts).casefold()]
    return sorted(matching, key=lambda entry: entry.decision.at, reverse=True)


def _between(days: Sequence[date]) -> tuple[date, date]:
    """The first and the last day that people choose, in UTC; all days at first."""
    value_from_address("days", DAYS, _days, list[date]())
    picked = st.date_input("Dates", [], key=DAYS, width=230, persist_state="session")
    to_address("days", BETWEEN.join(day.isoformat() for day in picked))
    first, last = [*picked, days[0], days[-1]][:2] if len(picked) != 1 else (picked[0], days[-1])
    return first, last


def _days(spelled: str) -> list[date] | None:
    try:
        return [date.fromisoformat(day) for day in spelled.split(BETWEEN)][:2]
    except ValueError:
        return None


def _draw_table(opened: Store, entries: Sequence[CellDecision]) -> list[int]:
    """The rows; returns which are selected."""
    changes = _changes(opened, entries)
    one_split = len({(entry.cell.dataset, entry.cell.split) for entry in entries}) == 1
    rows = [
        {
            "Decision": _decided(entry.decision),
            "Cell": f"{short(entry.cell.perturbation)}, {entry.cell.severity}",
            "Change": changes[entry.decision.candidate_id],
            "Note": entry.decision.note,
            "Person": entry.decision.annotator,
            "Time (UTC)": entry.decision.at,
            "Data set": "" if one_split else f"{entry.cell.dataset} ({entry.cell.split})",
            "Took": seconds(entry.decision.milliseconds) if entry.decision.milliseconds else "",
        }
        for entry in entries
    ]
    filled = {name for row in rows for name, value in row.items() if value}
    rows = [{name: value for name, value in row.items() if name in filled} for row in rows]
    this_year = {entry.decision.at.year for entry in entries} == {datetime.now(UTC).year}
    time = "D MMM HH:mm" if this_year else "D MMM YYYY HH:mm"
    config = {
        "Decision": st.column_config.TextColumn(width=_wide(rows, "Decision")),
        "Change": st.column_config.TextColumn(width=TEXT),
        "Cell": st.column_config.TextColumn(width=_wide(rows, "Cell")),
        "Note": st.column_config.TextColumn(width=120),
        "Time (UTC)": st.column_config.DatetimeColumn(format=time, width=LETTER * len(time) + PADDING),
        "Took": st.column_config.TextColumn(width=60),
        "Person": st.column_config.TextColumn(width=70),
    }
    selected = data_table(
        rows, column_config=config, on_select="rerun", selection_mode="multi-row",
        key=f"decisions-rows-{hash(tuple(entry.decision.id for entry in entries))}",
        most=12,
    )  # fmt: skip
    return list(selected["selection"]["rows"])


def _wide(rows: Sequence[Mapping[str, object]], column: str) -> int:
    """The pixels in which the longest value of a column fits."""
    return max(len(str(row[column])) for row in rows) * LETTER + PADDING


def _changes(opened: Store, entries: Sequence[CellDecision]) -> dict[str, str]:
    """By candidate its texts with the change marked, fields joined."""
    changes: dict[str, str] = {}
    for cell in {entry.cell for entry in entries}:
        of_file: dict[Path, list[PlacedText]] = {}
        for placed in opened.placed(cell, {entry.decision.candidate_id for entry in entries if entry.cell == cell}):
            of_file.setdefault(placed.path, []).append(placed)
        for path, texts in of_file.items():
            read = rewrites_at(path, [text.row for text in texts])
            changes |= {text.id: around_change(rewrites) for text, rewrites in zip(texts, read, strict=True)}
    return changes


def around_change(rewrites: Sequence[FieldRewrite]) -> str:
    """ "What man [ran → did not run] the mile?", "[-very]" for what was deleted and "[+not]" for what was inserted;
    where it does not fit, from a few letters before the first change on."""
    text, changed = "", list[int]()  # where each change begins
    for _, rewrite in rewrites:
        text += " | " if text else ""
        for stretch in stretches(rewrite):
            if not stretch.kept:
                changed.append(len(text))
            text += _marked(stretch)
    first = min(changed, default=0)
    begins = text.find(" ", max(0, first - BEFORE - 1), first)
    return text if len(text) <= FITS or first <= BEFORE or begins < 0 else f"…{text[begins:]}"


def _marked(stretch: DiffGroup) -> str:
    if stretch.kept:
        return stretch.new
    if stretch.replaced:
        return f"[{stretch.old.strip()} → {stretch.new.strip()}]"
    inner, sign = (stretch.new, "+") if stretch.new else (stretch.old, "-")
    text = inner.strip()
    return inner.replace(text, f"[{sign}{text}]", 1) if text else f"[{sign}{inner}]"


def _decided(decision: Decision) -> str:
    """ "relabel: place", "discard: no sense", "keep"."""
    return ": ".join(filter(None, (decision.verdict, decision.label or decision.reason)))


def _draw_open(opened: Store, selected: Sequence[CellDecision]) -> None:
    """The selected samples, each with all that was decided on it and buttons that settle it."""
    if not selected:
        return
    by_cell: dict[Cell, list[str]] = {}
    for entry in selected:
        if entry.decision.candidate_id not in by_cell.setdefault(entry.cell, []):
            by_cell[entry.cell].append(entry.decision.candidate_id)
    draw_sample_links(by_cell, "", "decisions-open", "O")
    me = known_annotator()
    if own := [entry.decision for entry in selected if entry.decision.annotator == me and not entry.decision.settles]:
        st.button(
            f"Take back {len(own):,} of your decisions", on_click=_take_back, args=(own,), key="decisions-take-back",
            help="The samples wait for a decision in Curate again.",
        )  # fmt: skip
    total = sum(map(len, by_cell.values()))
    if total > MOST:
        st.caption(f"Shown: the first {MOST} of {total:,} samples.")
    now, verdicts = datetime.now(UTC), {cell: opened.verdicts(cell) for cell in by_cell}
    for item in first_items(opened, by_cell):
        id_ = item.candidate.id
        usual = (
            Decision("", id_, "", Verdict.KEEP, now),
            Decision("", id_, "", Verdict.DISCARD, now, reason=DiscardReason.OTHER),
        )
        with st.container(border=True):
            draw_sample_texts(item)
            about = [verdict for verdict in verdicts[item.candidate.cell] if verdict.candidate_id == id_]
            with draw_settling(about, usual, "decisions"):
                _draw_relabel(item)


def _draw_relabel(item: DeskItem) -> None:
    """A menu of the data set's other labels; nothing where labels are no closed list."""
    id_, card = item.candidate.id, card_or_none(workspace(), item.candidate.cell.dataset)
    if card and card.task in (Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION):
        menu, labels = f"decisions-relabel-{id_}", [label for label in card.labels if label != item.gold_label]
        st.menu_button("Relabel as", labels, key=menu, on_click=_relabel, args=(menu, id_))


@guarded
def _relabel(menu: str, candidate_id: str) -> None:
    settle(candidate_id, Verdict.RELABEL, st.session_state[menu])


def _texts(opened: Store, decisions: Sequence[CellDecision]) -> dict[str, tuple[str, str]]:
    """By candidate its perturbed and its original text, fields joined."""
    by_candidate: dict[str, tuple[str, str]] = {}
    for cell in {entry.cell for entry in decisions}:
        placed = opened.placed(cell, {entry.decision.candidate_id for entry in decisions if entry.cell == cell})
        table = read_rows(placed, texts_at)
        fields = (
            [name for name in table.column_names if name.startswith(kind)] for kind in ("perturbed_", "original_")
        )
        perturbed, original = (
            [" | ".join(filter(None, row.values())) for row in table.select(names).to_pylist()] for names in fields
        )
        by_candidate |= dict(zip((text.id for text in placed), zip(perturbed, original, strict=True), strict=True))
    return by_candidate


def _searched(decision: Decision, texts: dict[str, tuple[str, str]]) -> str:
    return "\n".join((*texts[decision.candidate_id], decision.note, decision.label, decision.reason))


def _csv(opened: Store, entries: Sequence[CellDecision]) -> bytes:
    table = decisions_table(opened)
    ids = pa.array([entry.decision.id for entry in entries], pa.string())
    return as_bytes(table.filter(pc.is_in(table["id"], value_set=ids)), FileFormat.CSV)


@guarded
def _take_back(decisions: Sequence[Decision]) -> None:
    """Undo these decisions of whoever sits here, so that the samples are handed out again."""
    now = datetime.now(UTC)
    store().record(
        [Decision(uuid4().hex, d.candidate_id, d.annotator, Verdict.UNDO, now, undoes=d.id) for d in decisions]
    )
