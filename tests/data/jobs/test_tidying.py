"""Jobs renamed, measured, stopped and deleted: real folders, a real worker."""

import pytest

from core.errors import BadInput
from data.jobs.jobs import create, end, jobs, status, submit
from data.jobs.records import JobState
from data.jobs.tidying import LONGEST_TITLE, folders, rename, size, stop
from data.runs.files import read_card, rename_run
from data.runs.removal import remove
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run


def test_a_title_is_one_line_and_not_empty(workspace: Workspace) -> None:
    job = create(workspace, "evaluate", "before", {"a": 1})
    before = status(workspace, job)
    assert rename(workspace, job, " After \n all ") == "After all"
    after = status(workspace, job)
    assert (after.title, after.started, after.arguments) == ("After all", before.started, {"a": 1})
    assert rename(workspace, job, "x" * 200) == "x" * LONGEST_TITLE
    with pytest.raises(BadInput, match="can't be empty"):
        rename(workspace, job, " \t")
    with pytest.raises(BadInput, match="no job 'none'"):
        rename(workspace, "none", "x")


def test_a_run_bears_the_title_of_its_job(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    rename_run(workspace.runs / RUN, "Mine")
    card = read_card(workspace.runs / RUN)
    assert card is not None and card.title == "Mine"
    rename_run(workspace.runs / "none", "Mine")
    assert not (workspace.runs / "none").exists()


def test_a_deleted_run_frees_what_its_two_folders_took(workspace: Workspace) -> None:
    job = create(workspace, "evaluate", "a run", {})
    end(workspace.jobs / job, JobState.DONE)
    (workspace.runs / job).mkdir()
    (workspace.runs / job / "predictions.parquet").write_bytes(b"x" * 1000)
    expected = 1000 + sum(path.stat().st_size for path in (workspace.jobs / job).iterdir())
    assert size(*folders(workspace, job)) == expected
    assert remove(workspace, job) == expected
    assert jobs(workspace) == [] and not (workspace.runs / job).exists()


def test_a_job_under_way_is_stopped_and_then_deleted(workspace: Workspace) -> None:
    job = submit(workspace, "candidates", "just begun", {})
    remove(workspace, job)
    assert jobs(workspace) == []


def test_a_worker_that_takes_its_time_is_not_pulled_the_rug_from_under(workspace: Workspace) -> None:
    job = create(workspace, "candidates", "starting", {})  # its worker may still come
    with pytest.raises(BadInput, match="still stopping"):
        stop(workspace, job, seconds=0.2)
    assert (workspace.jobs / job / "cancel").exists()
