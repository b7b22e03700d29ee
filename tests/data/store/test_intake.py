"""What jobs hand in is found when it comes, taken in once, and what is not theirs is refused by name."""

import os
from contextlib import closing
from dataclasses import replace
from math import isnan
from pathlib import Path
from time import time_ns

import duckdb
import pytest

from core.design import Condition, Design
from core.errors import BadInput
from core.records import Cell, DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.candidates.request import CandidatesRequest
from data.datasets.stored import save_dataset
from data.hints.engines import HintRequest
from data.jobs.job import run_inline
from data.store import Store
from data.store.database import Database
from data.store.intake import Intake
from data.tables import hints_table, write_parquet
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job

HOUR = 3600 * 10**9  # nanoseconds


def stamp(folder: Path, nanoseconds: int) -> None:
    """Have the folder say that it was touched then."""
    os.utime(folder, ns=(nanoseconds, nanoseconds))


def add_hints(job: Path, number: int, similarity: float, touched: int) -> None:
    """Put another part with a hint on candidate 0 into the job's folder, which then says it was touched then."""
    write_parquet(job / f"hints-{CELL.id}-{number:04}.parquet", hints_table([hint(0, similarity)]))
    stamp(job, touched)


def similarity(store: Store, number: int = 0) -> float | None:
    item = next(item for item in store.desk(CELL, "ann") if item.candidate.id == candidate(number).id)
    return item.hint.similarity if item.hint else None


def test_a_words_score_in_its_context_reaches_the_desk(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(2), hints=[replace(hint(0, 0.5), context=0.75), hint(1, 0.25)]))
    first, second = (item.hint for item in store.desk(CELL, "ann"))
    assert first and second
    assert (first.context, first.similarity) == (0.75, 0.5)
    assert isnan(second.context) and second.similarity == 0.25


def test_a_part_that_comes_within_the_same_time_stamp_is_found(store: Store, workspace: Workspace) -> None:
    job, now = write_job(workspace, range(3)), time_ns() + HOUR
    stamp(job, now)
    assert (store.ingest(job), store.ingest(job)) == (1, 0)
    add_hints(job, 0, 0.5, now)
    assert (store.ingest(job), store.ingest(job)) == (1, 0)
    assert similarity(store) == 0.5


def test_a_folder_that_nobody_touched_since_the_last_look_is_left_alone(store: Store, workspace: Workspace) -> None:
    job, then = write_job(workspace, range(3)), time_ns() - HOUR
    stamp(job, then)
    assert (store.ingest(job), store.ingest(job)) == (1, 0)
    add_hints(job, 0, 0.5, then)
    assert store.ingest(job) == 0
    stamp(job, then + 1)
    assert store.ingest(job) == 1


def test_a_folder_with_new_parts_is_looked_through_once_more(store: Store, workspace: Workspace) -> None:
    job, then = write_job(workspace, range(3)), time_ns() - HOUR
    stamp(job, then)
    assert store.ingest(job) == 1
    add_hints(job, 0, 0.5, then)
    assert store.ingest(job) == 1


def test_a_job_without_a_folder_has_nothing(store: Store, workspace: Workspace) -> None:
    assert store.ingest(workspace.jobs / "none") == 0
    assert store.ingest(write_job(workspace, range(3), job="none")) == 1


def test_of_a_jobs_hints_the_last_by_name_hold(store: Store, workspace: Workspace) -> None:
    job = write_job(workspace, range(3))
    for number in range(9, -1, -1):
        add_hints(job, number, number / 10, time_ns())
    assert store.ingest(job) == 11
    assert similarity(store) == 0.9


def test_a_list_of_cells_that_cannot_be_read_is_named_once_and_taken_when_mended(
    store: Store, workspace: Workspace
) -> None:
    job = write_job(workspace, range(3))
    whole = (job / "cells.json").read_bytes()
    (job / "cells.json").write_text("[{}]")
    with pytest.raises(BadInput, match="does not list the cells"):
        store.ingest(job)
    assert store.ingest(job) == 0
    (job / "cells.json").write_bytes(whole)
    stamp(job, time_ns() + HOUR)
    assert store.ingest(job) == 1


def test_hints_that_are_none_are_refused_with_the_reason(filled: Store, workspace: Workspace) -> None:
    (workspace.jobs / "job-1" / "hints-bad-0000.parquet").write_bytes(b"nonsense")
    stamp(workspace.jobs / "job-1", time_ns() + HOUR)
    with pytest.raises(BadInput, match=r"bad-0000.parquet' does not hold candidates or hints \(.*parquet.*\); run its"):
        filled.ingest(workspace.jobs / "job-1")


def test_variants_of_another_cell_are_refused(filled: Store, workspace: Workspace) -> None:
    job = workspace.jobs / "job-1"
    [entry] = read_manifest(job)
    (workspace.root / "variants" / "again.parquet").write_bytes((workspace.root / entry.file).read_bytes())
    write_manifest(
        job,
        [
            entry,
            CellVariants(OTHER.dataset, OTHER.split, *OTHER.condition, "variants/again.parquet", 3, 0),
        ],
    )
    stamp(job, time_ns() + HOUR)
    with pytest.raises(BadInput, match="does not hold the variants of"):
        filled.ingest(job)
    assert filled.progress(OTHER).candidates == 0


def test_a_bigger_job_of_the_same_recipe_takes_over_the_texts(workspace: Workspace) -> None:
    samples = [Sample(str(n), "test", (TextField("text", f"This is thing {n}."),), "a") for n in range(8)]
    save_dataset(workspace, DatasetCard("things", Task.CLASSIFICATION, ("a", "b"), ("text",), {}), samples)
    cell = Cell("things", "test", "negation", pps(1))
    store = Store.open(workspace)
    for job, limit in (("few", 3), ("all", 0)):
        design = Design("things", "test", (Condition("negation", pps(1)),), limit=limit)
        request = CandidatesRequest(design, HintRequest("off", "off"))
        assert store.ingest(workspace.jobs / run_inline(workspace, "candidates", job, request.arguments)) == 1
        if job == "few":
            small = next(workspace.variants.rglob("*.parquet"))
            store.record([decision(store.desk(cell, "ann")[0].candidate.id)])
    small.unlink()
    assert len(store.desk(cell, "ann")) == 7
    assert (store.progress(cell).candidates, store.progress(cell).kept) == (8, 1)
    store.close()


def test_texts_that_were_made_in_another_way_leave_those_that_people_saw(filled: Store, workspace: Workspace) -> None:
    filled.ingest(write_job(workspace, range(12), job="job-2"))
    (workspace.variants / "job-2" / f"{CELL.condition.key}.parquet").unlink()
    shown = filled.items(CELL, [candidate(n).id for n in range(10)])
    assert [item.candidate for item in shown] == [candidate(n) for n in range(10)]


def test_a_part_that_somebody_took_in_meanwhile_is_not_new(workspace: Workspace) -> None:
    job = write_job(workspace, range(3))
    with closing(Database(workspace.database)) as database:
        intake = Intake(database, workspace.root)
        [part] = intake.waiting(job)
        assert [intake.take(part), intake.take(part)] == [True, False]
        assert database.rows("select count(*) from candidates") == [(3,)]


def test_each_cell_has_the_counts_of_its_own_jobs(filled: Store, workspace: Workspace) -> None:
    filled.ingest(write_job(workspace, range(30), OTHER, "job-2", not_applicable=9))
    assert [(state.samples, state.not_applicable) for state in filled.cells()] == [(13, 3), (39, 9)]


def test_a_look_that_finds_nothing_new_writes_nothing(filled: Store, workspace: Workspace) -> None:
    for _ in range(3):
        assert filled.ingest(workspace.jobs / "job-1") == 0
    filled.close()
    with duckdb.connect(str(workspace.database)) as connection:
        assert connection.execute("select number, samples from cell_counts").fetchall() == [(1, 13)]
        assert connection.execute("select count(*) from parts").fetchall() == [(2,)]


def test_cells_are_listed_by_name_however_they_came(store: Store, workspace: Workspace) -> None:
    cells = [replace(CELL, dataset=name, severity=pps(n)) for name in ("b", "a") for n in (3, 1, 2)]
    for number, cell in enumerate(cells):
        store.ingest(write_job(workspace, range(2), cell, f"job-{number}"))
    assert [state.cell for state in store.cells()] == sorted(cells)
