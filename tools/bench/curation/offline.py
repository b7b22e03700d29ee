"""What a team's work costs without a browser: 100,000 candidates opened, 50,000 decisions taken away, memory."""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from core.records import Cell, Decision, Verdict
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.append_log import AppendLog
from data.curated.writing import SetFormat, SetRequest, write_set
from data.store import Store
from data.store.export import Export, FileFormat, as_bytes, export_table
from data.store.snapshots.daily import take_snapshot
from data.workspace import Workspace
from tools.bench.output import Out, resident
from tools.candidates import hand_in_rewrites

T = TypeVar("T")
CELLS, CANDIDATES, DECISIONS, PEOPLE = 24, 100_000, 50_000, 20
TEXT = "What is the {} thing that people on the islands of a far country call a boat ?"
START = datetime(2026, 1, 1, tzinfo=UTC)


def run(out: Out = print, candidates: int = CANDIDATES, decisions: int = DECISIONS) -> None:
    """Print how long the desk takes to open, exports and snapshots to be made, and the memory of it all."""
    root = Workspace.current().prepare().root
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=root, ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder) / "work").prepare()
        cells = [Cell("bench", "test", f"perturbation {n // 4}", pps(n % 4 + 1)) for n in range(CELLS)]
        made = [hand_in_rewrites(workspace, cell, _rewrites(cell, candidates // CELLS), "LOC") for cell in cells]
        _write_journal(workspace, made, decisions)
        with_decisions = Store.open(workspace)  # takes what the journal holds into the database, once
        with_decisions.ingest(workspace.jobs / "bench")
        with_decisions.close()
        out(f"  {candidates:,} candidates in {CELLS} cells, {decisions:,} decisions by {PEOPLE} people")
        out(f"  {'resident at first':44} {resident():8.0f} MB")
        store = _time(out, "the workspace opens", lambda: Store.open(workspace))
        try:
            _measure(out, store, workspace, cells, Path(folder))
        finally:
            store.close()


def _measure(out: Out, store: Store, workspace: Workspace, cells: list[Cell], folder: Path) -> None:
    _time(out, "the desk of a cell", lambda: (store.progress(cells[0]), store.desk(cells[0], "bench")))
    _time(out, "the first export of decisions, csv", partial(_export_bytes, store, Export.DECISIONS, FileFormat.CSV))
    _time(out, "how far every cell is", store.cells)
    out(f"  {'resident now':44} {resident():8.0f} MB")
    for form in FileFormat:
        _time(out, f"export of decisions, {form.value}", partial(_export_bytes, store, Export.DECISIONS, form))
    _time(out, "export of curated samples, csv", partial(_export_bytes, store, Export.CURATED, FileFormat.CSV))
    request = SetRequest("bench", SetFormat.PARQUET)
    _time(out, "a curated set, parquet", partial(write_set, store, workspace, folder / "set", request))
    _time(out, "a snapshot", lambda: take_snapshot(workspace))
    out(f"  {'resident at the end':44} {resident():8.0f} MB")


def _export_bytes(store: Store, what: Export, form: FileFormat) -> bytes:
    return as_bytes(export_table(store, what), form)


def _time(out: Out, name: str, work: Callable[[], T]) -> T:
    began, busy = perf_counter(), process_time()
    result = work()
    out(f"  {name:44} {perf_counter() - began:8.2f} s, {process_time() - busy:.2f} s of them computing")
    return result


def _rewrites(cell: Cell, size: int) -> Iterator[Rewrite]:
    for number in range(size):
        yield Rewrite.of(f"{TEXT.format(number)} {cell.perturbation} {cell.severity.value}", [Piece(8, 8, "not ")])


def _write_journal(workspace: Workspace, cells: list[list[str]], decisions: int) -> None:
    """Write the journal as a team would have left it: every sample judged by two people in turn, a third discarded."""
    made = []
    for number in range(decisions):
        cell, place = cells[number % len(cells)], number // len(cells) // 2
        verdict = Verdict.DISCARD if place % 3 == 2 else Verdict.KEEP
        made.append(
            Decision(
                f"d{number}", cell[place], f"person {number % PEOPLE}", verdict, START + timedelta(seconds=number),
                reason="no sense" if verdict is Verdict.DISCARD else "", milliseconds=900,
            )
        )  # fmt: skip
    AppendLog(workspace.journal, Decision).append(made)
