"""How long a decision takes to be safe, and the desk to know what comes next, at 100,000 candidates."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from core.records import Cell, Decision, Verdict
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.store import Store
from data.workspace import Workspace
from tools.bench.output import Out, percentile, resident
from tools.candidates import hand_in_rewrites

TEXT = "What is the thing that people on the {} islands of a far country call a boat that is really big ?"
CELLS = 24
ROUNDS = 300


def run(out: Out = print, candidates: int = 100_000, rounds: int = ROUNDS) -> None:
    """Print how long decisions and what goes with them take on the disk of this workspace, and the memory used."""
    root = Workspace.current().prepare().root
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=root, ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder)).prepare()
        cells = [Cell("bench", "test", f"perturbation {n // 4}", pps(n % 4 + 1)) for n in range(CELLS)]
        for cell in cells:
            hand_in_rewrites(workspace, cell, _rewrites(cell, candidates // CELLS), "LOC")
        before, began = resident(), perf_counter()
        store = Store.open(workspace)
        try:
            store.ingest(workspace.jobs / "bench")
            took = perf_counter() - began
            out(f"  {candidates:,} candidates taken in {took:.1f} s, {resident() - before:.0f} MB more resident")
            out(f"  {'':32} {'median':>9} {'p95':>9} {'p99':>9}")
            for name, times in _measure(store, cells, rounds).items():
                percentiles = " ".join(f"{percentile(times, p):6.1f} ms" for p in (50, 95, 99))
                out(f"  {name:32} {percentiles}   {len(times)} times")
            out(f"  {resident() - before:.0f} MB more resident after {rounds + CELLS * 200:,} decisions")
        finally:
            store.close()


def _rewrites(cell: Cell, size: int) -> Iterator[Rewrite]:
    for number in range(size):
        source = f"{TEXT.format(number)} {cell.perturbation}"  # which a perturbation's four cells share, as duplicates
        yield Rewrite.of(source, [Piece(8, 8, "not "), Piece(20, 24, "which")])


def _measure(store: Store, cells: list[Cell], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each call, in the middle of a cell's work with 200 decisions in every cell."""
    store.set_quota(10**6)
    for cell in cells:
        store.record(list(_decisions(store, cell, 200)))
    times: dict[str, list[float]] = {name: [] for name in ("a durable decision", "the desk's rerun around it")}
    cell = cells[CELLS // 2]
    for _ in range(rounds):
        decision = list(_decisions(store, cell, 1))
        began = perf_counter()
        store.record(decision)
        recorded = perf_counter()
        store.desk(cell, "bench")
        store.progress(cell)
        store.recent(cell, "bench")
        store.own_tally(cell, "bench")
        times["a durable decision"].append((recorded - began) * 1e3)
        times["the desk's rerun around it"].append((perf_counter() - recorded) * 1e3)
    return times


def _decisions(store: Store, cell: Cell, n: int) -> Iterator[Decision]:
    for item in store.desk(cell, "bench", n):
        id_ = item.candidate.id
        yield Decision(f"bench {id_}", id_, "bench", Verdict.KEEP, datetime.now(UTC), milliseconds=900)
