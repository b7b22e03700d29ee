"""How far a run is, in texts that a transformer reads once."""

import pytest

from data.jobs.job import Job
from data.jobs.jobs import create
from data.runs.progress import Predicting, Progress, Training
from data.workspace import Workspace

Told = list[tuple[int, int, str]]


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def job(workspace: Workspace, told: Told, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr("data.jobs.job.SECONDS_BETWEEN_REPORTS", 0)
    return Job(workspace.jobs / create(workspace, "evaluate", "a run", {}), lambda *said: told.append(said))


def test_steps_add_up_and_those_found_done_are_no_work(job: Job, told: Told) -> None:
    progress = Progress(job, 100.4)
    progress.say(3.6, "a")
    progress.finish(10, skipped=True)
    progress.say(0, "b")
    progress.finish(20)
    progress.say(5, "c")
    assert told == [(4, 100, "a"), (10, 100, "b"), (35, 100, "c")]
    assert progress.worked == 20


def test_what_was_done_before_is_skipped_once(job: Job, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    skipped: list[int] = []
    monkeypatch.setattr(Job, "skipped", lambda _, done: skipped.append(done))
    progress = Progress(job, 100)
    progress.finish(10, skipped=True)
    training = Training(progress, 40)
    training(1, 4, "Training")
    training(2, 4, "Training")
    training(0, 0, "Training")
    assert skipped == [10, 20]
    assert told == [(20, 100, "Training"), (30, 100, "Training"), (10, 100, "Training")]


def test_predicting_tells_of_texts_that_are_done_and_never_of_more_than_there_are(job: Job, told: Told) -> None:
    predicting = Predicting(Progress(job, 100), 0.5, 50, "Predicting")
    for texts in (0, 20, 20, 20):
        predicting.done(texts)
        predicting()
    assert [done for done, _, _ in told] == [0, 10, 20, 25]
