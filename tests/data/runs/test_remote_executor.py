"""Evaluations by several workers: the same predictions as here, whoever is killed in the middle."""

import json
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer
from typing import Any

import psutil
import pytest

from core.errors import BadInput
from core.models.device import choose
from core.models.registry import family
from core.models.spec import Material
from core.records import Task
from data.jobs.job import Cancelled, Job, run_inline, work
from data.jobs.jobs import cancel, create, log_tail, resume, status, submit
from data.jobs.pool import JobHandle, OnMessage, WorkerPool
from data.jobs.records import JobState
from data.models.far import Mirrored, packed
from data.models.folder import CARD, ModelFolder
from data.runs.cells import CellWork, PlannedModel
from data.runs.evaluation import Evaluation
from data.runs.files import predictions_path, read_predictions
from data.runs.progress import Progress, Training
from data.runs.remote_executor import RemoteExecutor, RemoteTraining
from data.runs.scores import run_card
from data.runs.units import PredictionUnit
from data.variants.reading import InputText
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
    with pytest.raises(BadInput, match="65 is not a possible number of workers; give a number from 1 to 64, or 0"):
        run_inline(workspace, "evaluate", "reviews", replace(asked(), workers=65).arguments())


class Near:
    """A place that is a thread of this process: nothing has to be started for it, and nothing it tells is heard."""

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        return fn(*args)

    def kill(self) -> None:
        """Nothing is under way."""


def test_others_train_and_predict_and_this_process_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.runs.job.process_pool", lambda workers, _: WorkerPool([lambda _: Near()] * workers))
    evaluation = asked(replace(CNN, epochs=1))
    workspace = place(tmp_path / "shared")
    told: list[tuple[int, int, str]] = []
    job = create(workspace, "evaluate", "reviews", replace(evaluation, workers=2).arguments())
    assert work(Job(workspace.jobs / job, lambda *said: told.append(said))) is JobState.DONE
    printed = capsys.readouterr().out
    card = run_card(workspace, job)
    assert card.finished and card.device.startswith("2 processes: CPU")
    assert f"CNN: accuracy on dev {card.models[0].dev_accuracy:.3f}\n" in printed and "CNN: epoch 1 of 1" in printed
    messages = [message for _, _, message in told]
    assert any(message.startswith("CNN predicts") for message in messages)
    assert messages[-1] == "25 samples, 2 cells, 1 model"
    assert all(done <= total for done, total, _ in told) and told[-1][0] == told[-1][1]
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    folder, model = workspace.runs / job, card.models[0]
    originals = [row.sample_id for row in read_predictions(predictions_path(folder, model, None))]
    assert len(set(originals)) == card.samples == 25
    for cell in card.cells:
        rows = [row.sample_id for row in read_predictions(predictions_path(folder, model, card.cell(cell)))]
        assert rows == [id_ for id_ in originals if id_ in rows] and len(rows) == cell.applied == 24
    assert not list((workspace.runs / job).glob(".part-*"))


def test_a_device_is_one_that_the_workers_have_and_who_cancels_waits_for_no_worker() -> None:
    with WorkerPool([lambda _: Near()]) as pool:
        executor = RemoteExecutor(pool, "1 process")
        assert executor.device("cpu", "exact", lambda: None).kind == "cpu"
        with pytest.raises(BadInput, match="no device 'tpu'; choose auto, cpu or cuda"):
            executor.device("tpu", "auto", lambda: None)

    def slow(over: Event) -> Near:
        over.wait(1)
        return Near()

    def cancelled() -> None:
        raise Cancelled

    with pytest.raises(Cancelled), WorkerPool([slow]) as pool:
        RemoteExecutor(pool, "1 process").device("cpu", "auto", cancelled)


class Refusing(Near):
    """A worker that can't have the model."""

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        raise BadInput("no such weights")


def test_a_model_that_can_not_be_had_leaves_the_workers_to_the_others(tmp_path: Path, workspace: Workspace) -> None:
    plan = family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), Material())
    folder = ModelFolder(tmp_path / "model")
    folder.path.mkdir()
    (folder.path / CARD).write_text("{}")
    items = (InputText("1", "", ("a fine day",), "good"),)
    cell = CellWork("", "", tmp_path / "cell.parquet", PredictionUnit("run", plan, choose("cpu"), folder, items))
    progress = Progress(Job(workspace.jobs / create(workspace, "evaluate", "reviews", {})), 1)
    with WorkerPool([lambda _: Refusing()]) as pool:
        with pytest.raises(BadInput, match="no such weights"):
            RemoteExecutor(pool, "1 process").predict(PlannedModel(plan, Material(), folder), [cell], 1.0, progress)
        assert isinstance(pool.submit(print).exception(timeout=5), BadInput)  # the next model is answered
    assert isinstance(pool.submit(print).exception(timeout=5), CancelledError)


@pytest.mark.slow
def test_two_processes_write_what_one_does_though_one_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluation = asked(replace(CNN, epochs=60), tiny(tmp_path / "tiny"))
    workspace = place(tmp_path / "shared")
    job = create(workspace, "evaluate", "reviews", replace(evaluation, workers=2).arguments())
    killed: list[int] = []

    def told(done: int, total: int, message: str) -> None:
        if message.startswith("Training") and not killed:
            killed.append(kill_a_worker())

    assert work(Job(workspace.jobs / job, told)) is JobState.DONE
    assert killed and "A worker failed" in (said := capsys.readouterr().out)
    assert "CNN, epoch 60 of 60: training loss" in said
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


def test_what_a_training_elsewhere_tells_is_put_down_printed_and_reported(
    tmp_path: Path, workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[tuple[int, int, str]] = []
    job = Job(workspace.jobs / create(workspace, "evaluate", "reviews", {}), lambda *said: told.append(said))
    training = RemoteTraining(tmp_path / "new" / "models")
    training.on_message("epoch 1 of 2: training loss 0.5")
    assert capsys.readouterr().out == "epoch 1 of 2: training loss 0.5\n"
    (tmp_path / "abc").mkdir()
    (tmp_path / "abc" / "weights").write_bytes(b"w")
    training.on_message(Mirrored("../abc", packed(tmp_path / "abc")))  # lies among the models, whatever it is called
    assert (tmp_path / "new" / "models" / "abc" / "weights").read_bytes() == b"w"
    training.handle = JobHandle(print, (), print)
    training.on_message((1, 4, "Training"))
    Timer(0.3, training.handle.set_result, (None,)).start()
    training.wait(Training(Progress(job, 80), 40))
    assert set(told) == {(10, 80, "Training")}
    training.handle = JobHandle(print, (), print)
    training.handle.set_exception(BadInput("no room"))
    with pytest.raises(BadInput, match="no room"):
        training.wait(Training(Progress(job, 80), 40))
    unheard = RemoteTraining(tmp_path)
    unheard.handle = JobHandle(print, (), print)
    cancel(workspace, job.id)
    with pytest.raises(Cancelled):
        unheard.wait(Training(Progress(job, 80), 40))
