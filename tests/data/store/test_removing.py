"""What a candidates job made is taken back as far as nobody has decided on it; the rest comes in again as it was."""

import os
from dataclasses import replace

import pytest

from core.records import Verdict
from data.candidates.manifest import read_manifest
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job


@pytest.fixture
def filled(filled: Store, workspace: Workspace) -> Store:
    """The same job has made five candidates of another cell too, each with a hint."""
    filled.ingest(write_job(workspace, range(5), OTHER, hints=[hint(n, 0.5, OTHER) for n in range(5)]))
    return filled


def test_what_nobody_decided_on_goes_and_what_somebody_did_stays(filled: Store, workspace: Workspace) -> None:
    job = workspace.jobs / "job-1"
    filled.record([decision(candidate(0).id, id="first")])
    before = filled.desk(CELL, "ann")
    found = filled.remove_unjudged(job)
    assert (found.judged, found.unjudged) == ((CELL,), (OTHER,))
    assert [progress.cell for progress in filled.cells()] == [CELL]
    assert [entry.cell for entry in read_manifest(job)] == [CELL]
    assert sorted(path.name for path in job.glob("hints-*")) == [f"hints-{CELL.id}-0000.parquet"]
    assert filled.ingest(job) == 0
    state = filled.progress(CELL)
    assert (state.candidates, state.not_applicable, state.kept) == (10, 3, 1)
    assert filled.desk(CELL, "ann") == before
    assert [d.id for d in filled.decisions(CELL)] == ["first"]


def test_an_undone_decision_keeps_its_cell_too(filled: Store, workspace: Workspace) -> None:
    first = decision(candidate(0).id, id="first")
    filled.record([first, decision(candidate(0).id, Verdict.UNDO, minute=1, undoes="first")])
    assert filled.job_cells(workspace.jobs / "job-1").judged == (CELL,)


def test_what_was_taken_back_can_be_made_again(filled: Store, workspace: Workspace) -> None:
    job = workspace.jobs / "job-1"
    assert [progress.candidates for progress in filled.cells()] == [10, 5]
    filled.remove_unjudged(job)
    assert filled.cells() == [] and read_manifest(job) == []
    assert filled.progress(CELL).candidates == filled.progress(OTHER).candidates == 0
    again = write_job(workspace, range(10), job="job-2", hints=[hint(0, 0.9)], not_applicable=1)
    filled.ingest(job)
    filled.ingest(again)
    state = filled.progress(CELL)
    assert (state.candidates, state.not_applicable) == (10, 1)
    items = {item.candidate.id: item for item in filled.desk(CELL, "ann")}
    first = items[candidate(0).id].hint
    assert first is not None and first.similarity == 0.9
    assert items[candidate(1).id].hint is None


def test_what_another_job_made_of_a_cell_comes_in_again(filled: Store, workspace: Workspace) -> None:
    other = write_job(workspace, range(20, 23), job="job-2", hints=[hint(20, 0.7)], not_applicable=8)
    os.utime(other, ns=(1, 1))  # long ago: once looked through, it is left alone
    assert (filled.ingest(other), filled.ingest(other), filled.ingest(other)) == (2, 0, 0)
    assert filled.progress(CELL).candidates == 13
    filled.remove_unjudged(workspace.jobs / "job-1")
    for job in ("job-1", "job-2"):
        filled.ingest(workspace.jobs / job)
    state = filled.progress(CELL)
    assert (state.candidates, state.not_applicable) == (3, 8)
    hinted = [item.hint.similarity for item in filled.desk(CELL, "ann") if item.hint]
    assert hinted == [0.7]
    assert [progress.cell for progress in filled.cells()] == [CELL]


def test_who_held_what_was_taken_back_holds_it_no_longer(filled: Store, workspace: Workspace) -> None:
    job = workspace.jobs / "job-1"
    given = filled.desk(CELL, "bob")
    filled.remove_unjudged(job)
    assert filled.desk(CELL, "ann") == filled.cells() == []
    filled.ingest(write_job(workspace, range(10), job="job-2"))
    assert [item.candidate for item in filled.desk(CELL, "ann")] == [item.candidate for item in given]


def test_a_cell_that_never_came_in_is_taken_off_its_jobs_list(filled: Store, workspace: Workspace) -> None:
    job = write_job(workspace, range(5), replace(CELL, split="train"), "job-2")
    (workspace.jobs / "job-0").mkdir()
    (workspace.jobs / "job-0" / "cells.json").write_text("[{}]")  # another job's list does not matter
    found = filled.remove_unjudged(job)
    assert (found.judged, [cell.split for cell in found.unjudged]) == ((), ["train"])
    assert read_manifest(job) == []
    assert [progress.candidates for progress in filled.cells()] == [10, 5]


def test_newer_hints_win_after_others_were_removed(store: Store, workspace: Workspace) -> None:
    for n in range(3):
        store.ingest(write_job(workspace, range(5), OTHER, f"other-{n}", hints=[hint(0, 0.1, OTHER)]))
    store.ingest(write_job(workspace, range(5), job="job-1", hints=[hint(0, 0.5)]))
    store.record([decision(candidate(1).id)])
    for n in range(3):
        store.remove_unjudged(workspace.jobs / f"other-{n}")
    store.ingest(write_job(workspace, range(5), job="job-2", hints=[hint(0, 0.9)]))
    first = next(item.hint for item in store.desk(CELL, "ann") if item.candidate.id == candidate(0).id)
    assert first is not None and first.similarity == 0.9


def test_the_last_count_of_a_cell_holds_when_the_store_is_opened_again(store: Store, workspace: Workspace) -> None:
    for n in (3, 8, 5):
        store.ingest(write_job(workspace, range(10), not_applicable=n))
        assert store.progress(CELL).not_applicable == n
    store.close()
    opened = Store.open(workspace)
    assert opened.progress(CELL).not_applicable == 5
    opened.close()


def test_it_lasts_when_the_store_is_opened_again(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id)])
    filled.remove_unjudged(workspace.jobs / "job-1")
    filled.close()
    opened = Store.open(workspace)
    assert [(progress.cell, progress.kept) for progress in opened.cells()] == [(CELL, 1)]
    opened.close()
    rebuilt = Store.rebuild(workspace)
    assert (rebuilt.decisions, rebuilt.skipped) == (1, ())
    assert [(progress.cell, progress.kept) for progress in Store.open(workspace).cells()] == [(CELL, 1)]
