"""A job as people see it."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from streamlit.testing.v1 import AppTest

from data.jobs.jobs import JobStatus, create, end, status
from data.jobs.records import JobState
from data.workspace import Workspace
from pages.ui.shared.jobs import duration, in_words

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HALF = JobStatus("1", "evaluate", "TREC", JobState.RUNNING, 250, 500, "training CNN", NOW, 95.0, "", {})


def test_a_running_job_in_words() -> None:
    assert in_words(HALF) == "running, 50 %, about 2 min left, training CNN"
    assert in_words(replace(HALF, state=JobState.DONE)) == "done: training CNN"
    assert in_words(replace(HALF, state=JobState.DONE, message="")) == "done"
    assert in_words(replace(HALF, state=JobState.QUEUED, total=0, eta_seconds=None, message="")) == "waiting to start"
    waiting = replace(HALF, state=JobState.QUEUED, total=0, eta_seconds=None, message="Waiting for another job to end.")
    assert in_words(waiting) == "waiting for another job to end"


def test_durations_a_person_would_say() -> None:
    assert [duration(s) for s in (0.2, 40, 89, 95, 720, 3_900)] == [
        "1 s",
        "40 s",
        "89 s",
        "2 min",
        "12 min",
        "1 h 05 min",
    ]


def test_a_failed_job_says_why_shows_its_log_and_can_be_resumed(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    job = create(workspace, "evaluate", "TREC: CNN", {})
    (workspace.jobs / job / "log.txt").write_text("epoch 1 *of* 3\n", encoding="utf-8")
    end(workspace.jobs / job, JobState.FAILED, "The disk is full; free some space.")
    app = open_page("start")
    assert [error.value.replace("\\", "") for error in app.error] == ["The disk is full; free some space."]
    assert any(caption.value.startswith("failed") for caption in app.caption)
    assert app.button(key=f"resume-{job}").label == "Resume"
    app.session_state[f"log-{job}"] = True  # what a click on it does
    app.run()
    assert app.code[0].value == "epoch 1 *of* 3"


def test_a_log_that_stayed_empty_is_not_shown(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    job = create(workspace, "evaluate", "TREC: CNN", {})
    app = open_page("start")
    app.session_state[f"log-{job}"] = True
    assert app.run().code[0].value == "Nothing was logged yet."
    end(workspace.jobs / job, JobState.DONE)
    app = open_page("evaluate")
    app.session_state[f"log-{job}"] = True
    assert not app.run().code and "Log" not in [fold.label for fold in app.expander]


def test_a_job_under_way_can_be_cancelled(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    job = create(workspace, "evaluate", "TREC: CNN", {})
    app = open_page("start")
    app.button(key=f"cancel-{job}").click().run()
    assert (workspace.jobs / job / "cancel").exists()
    assert not app.error


def test_a_job_whose_worker_is_gone_says_so(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    job = create(workspace, "evaluate", "TREC: CNN", {})
    gone = {"pid": 2**22 + 1, "create_time": 0.0}  # no system gives out such an id
    (workspace.jobs / job / "worker.json").write_text(json.dumps(gone), encoding="utf-8")
    assert status(workspace, job).state is JobState.LOST
    app = open_page("start")
    assert any(caption.value.startswith(r"stopped\: its worker process has ended") for caption in app.caption)
    assert "Resume the job; finished work is kept" in app.error[0].value.replace("\\", "")


def test_a_title_with_markdown_is_shown_as_it_is(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    create(workspace, "evaluate", "*my_set*: <b>CNN</b>", {})
    app = open_page("start")
    assert r"**\*my\_set\*\: \<b\>CNN\</b\>**" in [markdown.value for markdown in app.markdown]
