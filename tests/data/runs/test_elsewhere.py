"""Evaluations by several workers: the same predictions as here, whoever is killed in the middle."""

import json
import os
import signal
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from core.errors import BadInput
from data.jobs.job import Job, run_inline, work
from data.jobs.jobs import create, log_tail, resume, status, submit
from data.jobs.records import JobState
from data.runs.evaluation import Evaluation
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews, tiny


def predictions(workspace: Workspace, run_id: str) -> dict[str, bytes]:
    """What was written down, file by file."""
    return {path.name: path.read_bytes() for path in sorted((workspace.runs / run_id).glob("predictions-*"))}


def place(folder: Path) -> Workspace:
    """A workspace with the data set in it."""
    workspace = Workspace(folder).prepare()
    reviews(workspace)
    return workspace


def local(folder: Path, evaluation: Evaluation) -> dict[str, bytes]:
    """What one process writes down in a workspace of its own."""
    workspace = place(folder / "local")
    return predictions(workspace, run_inline(workspace, "evaluate", "reviews", evaluation.arguments()))


def kill_driver(workspace: Workspace, job: str) -> None:
    """SIGKILL; returns when the job is known to be lost, and what it said last is forgotten."""
    os.kill(json.loads((workspace.jobs / job / "worker.json").read_text())["pid"], signal.SIGKILL)
    while status(workspace, job).state is not JobState.LOST:
        time.sleep(0.05)
    (workspace.jobs / job / "progress.json").unlink()


def kill_a_worker() -> int:
    """SIGKILL to one of this process's workers; its id. What earlier tests started may have ended and be a zombie."""
    for child in psutil.Process().children():
        with suppress(psutil.Error):
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()
                return child.pid
    raise AssertionError("there is no worker to kill")


def until(workspace: Workspace, job: str, message: str | None = None) -> None:
    """Until the job says so, or is done; fails with its log when it failed or was lost."""
    while (now := status(workspace, job)).state is not JobState.DONE and (not message or message not in now.message):
        assert now.state not in (JobState.FAILED, JobState.LOST), now.error + log_tail(workspace, job)
        time.sleep(0.05)


def test_so_many_workers_there_can_not_be(workspace: Workspace) -> None:
    reviews(workspace)
    with pytest.raises(BadInput, match="65 workers is no number of processes; give 1 to 64, or 0"):
        run_inline(workspace, "evaluate", "reviews", replace(asked(), workers=65).arguments())


@pytest.mark.slow
def test_two_processes_write_what_one_does_though_one_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation = asked(CNN, tiny(tmp_path / "tiny"))
    workspace = place(tmp_path / "shared")
    job = create(workspace, "evaluate", "reviews", replace(evaluation, workers=2).arguments())
    killed: list[int] = []

    def told(done: int, total: int, message: str) -> None:
        if message.startswith("Training") and not killed:
            killed.append(kill_a_worker())

    assert work(Job(workspace.jobs / job, told)) is JobState.DONE
    assert killed and "A worker died" in (said := capsys.readouterr().out)
    assert "CNN, epoch 4 of 4: training loss" in said
    card = run_card(workspace, job)
    assert card.finished and card.device.startswith("2 processes: CPU")
    assert all(model.dev_accuracy is not None for model in card.models)
    assert len(predictions(workspace, job)) == 6
    assert predictions(workspace, job) == local(tmp_path, evaluation)


@pytest.mark.slow
def test_a_driver_that_is_killed_takes_its_workers_along_and_is_resumed(tmp_path: Path) -> None:
    evaluation = asked(replace(CNN, epochs=60), replace(CNN, name="other", seed=1))
    workspace = place(tmp_path / "shared")
    job = submit(workspace, "evaluate", "reviews", replace(evaluation, workers=2).arguments())
    until(workspace, job, "Training CNN")
    pid = json.loads((workspace.jobs / job / "worker.json").read_text())["pid"]
    workers = psutil.Process(pid).children(recursive=True)
    assert len(workers) >= 2
    kill_driver(workspace, job)
    psutil.wait_procs(workers, timeout=60)
    assert not [worker for worker in workers if worker.is_running()]
    resume(workspace, job)
    until(workspace, job)
    assert predictions(workspace, job) == local(tmp_path, evaluation)
