"""How long a decision takes to be safe, and the desk to know what comes next, at 100,000 candidates."""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import psutil

from core.records import Candidate, Cell, Decision, FieldRewrite, Hint, Verdict
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.store import Store
from data.tables import candidates_table, hints_table, write_parquet
from data.workspace import Workspace

Say = Callable[[str], object]
TEXT = "What is the thing that people on the {} islands of a far country call a boat that is really big ?"
CELLS = 24
ROUNDS = 300


def run(out: Say = print, candidates: int = 100_000, rounds: int = ROUNDS) -> None:
    """Say how long decisions and what goes with them take on the disk of the present workspace, and the memory used."""
    root = Workspace.current().prepare().root
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=root, ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder)).prepare()
        cells = [Cell("bench", "test", f"perturbation {n // 4}", pps(n % 4 + 1)) for n in range(CELLS)]
        for cell in cells:
            _write_part(workspace, cell, candidates // CELLS)
        before, began = _resident(), perf_counter()
        store = Store.open(workspace)
        try:
            store.ingest(workspace.jobs / "bench")
            took = perf_counter() - began
            out(f"store: {candidates:,} candidates taken in {took:.1f} s, {_resident() - before:.0f} MB more resident")
            for name, times in _measure(store, cells, rounds).items():
                out(f"store: {name}: {_spread(times)}")
            out(f"store: {_resident() - before:.0f} MB more resident after {rounds + CELLS * 200:,} decisions")
        finally:
            store.close()


def _write_part(workspace: Workspace, cell: Cell, size: int) -> None:
    made = []
    for number in range(size):
        source = TEXT.format(number)
        rewrite = Rewrite.of(source, [Piece(8, 8, "not "), Piece(20, 24, "which")])
        made.append((Candidate(f"sample {number}", cell, 0, (FieldRewrite("text", rewrite),)), "LOC"))
    folder = workspace.jobs / "bench"
    write_parquet(folder / f"candidates-{cell.id}-0000.parquet", candidates_table(made))
    hints = (Hint(c.id, number / size, "bench", (), 0, "bench") for number, (c, _) in enumerate(made))
    write_parquet(folder / f"hints-{cell.id}-0000.parquet", hints_table(hints))


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
        store.session_stats(cell, "bench")
        times["a durable decision"].append((recorded - began) * 1e3)
        times["the desk's rerun around it"].append((perf_counter() - recorded) * 1e3)
    return times


def _decisions(store: Store, cell: Cell, n: int) -> Iterator[Decision]:
    for item in store.desk(cell, "bench", n):
        id_ = item.candidate.id
        yield Decision(f"bench {id_}", id_, "bench", Verdict.KEEP, datetime.now(UTC), milliseconds=900)


def _spread(times: list[float]) -> str:
    cuts = quantiles(times, n=100)
    return f"{median(times):.1f} ms median, {cuts[94]:.1f} ms p95, {cuts[98]:.1f} ms p99 (n {len(times)})"


def _resident() -> float:
    return float(psutil.Process().memory_info().rss) / 2**20
