"""Jobs with real worker processes: started, waited for, cancelled, killed, resumed."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest

from core.errors import BadInput
from data.durable import lock_file
from data.jobs.job import Cancelled, Job, is_next, run_inline, work
from data.jobs.jobs import JobStatus, cancel, create, end, jobs, log_tail, reopen, resume, status, submit
from data.jobs.records import JobProgress, JobState, write_file
from data.workspace import Workspace

ROOT = Path(__file__).parents[3]
UNKNOWN = {"design": {"dataset": "none", "split": "test", "conditions": ["word_deletion@1"]}}


def until(workspace: Workspace, job_id: str, wanted: Callable[[JobStatus], bool], seconds: float = 60) -> JobStatus:
    """The job's status once it is as wanted; the test fails when that takes too long."""
    for _ in range(int(seconds * 20)):
        if wanted(found := status(workspace, job_id)):
            return found
        time.sleep(0.05)
    pytest.fail(f"{found}\n{log_tail(workspace, job_id)}")


def ended(job: JobStatus) -> bool:
    return job.ended


def sleeper(workspace: Workspace) -> tuple[str, "subprocess.Popen[bytes]"]:
    """A job of which a process that only sleeps says that it works on it."""
    job_id = create(workspace, "candidates", "asleep", {})
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    claim(workspace, job_id, process.pid, psutil.Process(process.pid).create_time())
    return job_id, process


def claim(workspace: Workspace, job_id: str, pid: int, create_time: float) -> None:
    folder = workspace.jobs / job_id
    (folder / "worker.json").write_text(json.dumps({"pid": pid, "create_time": create_time}))
    (folder / "heartbeat").touch()


def change_spec(workspace: Workspace, job_id: str, **changed: str) -> None:
    path = workspace.jobs / job_id / "spec.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))


def test_a_worker_says_bad_input_in_one_sentence(workspace: Workspace) -> None:
    job_id = submit(workspace, "candidates", "Nothing there", UNKNOWN)
    assert status(workspace, job_id).state is JobState.QUEUED
    job = until(workspace, job_id, ended)
    assert job.state is JobState.FAILED
    assert job.error == "There is no data set 'none': the workspace has no data sets yet; import one first."
    assert [found.id for found in jobs(workspace)] == [job_id]


def test_what_nobody_foresaw_is_in_the_log_only(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "broken", {})
    change_spec(workspace, job_id, kind="unknown")
    resumed = until(workspace, submit_again(workspace, job_id), ended)
    assert resumed.state is JobState.FAILED
    assert "Traceback" not in resumed.error
    assert "KeyError: 'unknown'" in log_tail(workspace, job_id)


def submit_again(workspace: Workspace, job_id: str) -> str:
    """Start a worker on a job that was only written down."""
    cancelled = workspace.jobs / job_id / "ended.json"
    cancelled.write_text(json.dumps({"state": JobState.CANCELLED, "error": ""}))
    resume(workspace, job_id)
    return job_id


def test_a_killed_worker_is_noticed(workspace: Workspace) -> None:
    job_id, process = sleeper(workspace)
    assert status(workspace, job_id).state is JobState.RUNNING
    os.kill(process.pid, signal.SIGKILL)  # it stays a zombie until somebody waits for it
    until(workspace, job_id, lambda job: job.state is JobState.LOST, seconds=60)
    process.wait()


def test_another_process_with_the_same_number_is_not_the_worker(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "recycled", {})
    claim(workspace, job_id, os.getpid(), psutil.Process().create_time() - 100)
    assert status(workspace, job_id).state is JobState.LOST


def test_a_worker_whose_heart_stopped_is_lost(workspace: Workspace) -> None:
    job_id, process = sleeper(workspace)
    a_while_ago = time.time() - 60
    os.utime(workspace.jobs / job_id / "heartbeat", (a_while_ago, a_while_ago))
    assert status(workspace, job_id).state is JobState.LOST
    process.kill()
    process.wait()


def test_a_job_whose_worker_never_came_is_lost(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "nobody", {})
    assert status(workspace, job_id).state is JobState.QUEUED
    change_spec(workspace, job_id, created=(datetime.now(UTC) - timedelta(minutes=1)).isoformat())
    assert status(workspace, job_id).state is JobState.LOST


def test_a_resumed_job_has_started_when_it_was_resumed(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "resumed", UNKNOWN)
    asked = status(workspace, job_id).started
    reopen(workspace.jobs / job_id)
    os.utime(workspace.jobs / job_id / "restarted", (asked.timestamp() + 3600,) * 2)
    assert status(workspace, job_id).started - asked == timedelta(hours=1)


def test_a_lost_job_is_cancelled_at_once_and_can_be_resumed(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "given up", UNKNOWN)
    claim(workspace, job_id, os.getpid(), 0)
    cancel(workspace, job_id)
    assert status(workspace, job_id).state is JobState.CANCELLED
    write_file(workspace.jobs / job_id, JobProgress(23, 100, "epoch 2", at=datetime.now(UTC)))
    resume(workspace, job_id)
    again = status(workspace, job_id)
    assert again.message != "epoch 2"  # nothing of the worker before
    assert until(workspace, job_id, ended).state is JobState.FAILED  # its data set is not there


@pytest.mark.slow
def test_two_workers_never_share_a_job(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "mine", UNKNOWN)
    folder = workspace.jobs / job_id
    with lock_file(folder / "lock"):
        told = subprocess.run(
            [sys.executable, "-m", "data.jobs.worker", str(folder)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    assert "Another worker runs the job" in told.stdout
    assert not (folder / "worker.json").exists()


@pytest.mark.slow
def test_a_worker_waits_for_a_killed_one_to_let_go(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "resumed", UNKNOWN)
    folder = workspace.jobs / job_id
    with lock_file(folder / "lock"):
        worker = subprocess.Popen([sys.executable, "-m", "data.jobs.worker", str(folder)], cwd=ROOT)
        with pytest.raises(subprocess.TimeoutExpired):
            worker.wait(timeout=3)
    assert worker.wait(timeout=60) == 1  # its data set is not there
    assert status(workspace, job_id).state is JobState.FAILED


def test_a_worker_leaves_a_job_that_another_has_ended(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "asked for twice", UNKNOWN)
    folder = workspace.jobs / job_id
    end(folder, JobState.DONE)
    command = [sys.executable, "-m", "data.jobs.worker", str(folder)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Another worker has ended the job" in told.stdout
    assert status(workspace, job_id).state is JobState.DONE


def test_a_job_waits_for_another_of_its_kind(workspace: Workspace) -> None:
    with lock_file(workspace.jobs / ".candidates.lock"):
        job_id = submit(workspace, "candidates", "second", UNKNOWN)
        waiting = until(workspace, job_id, lambda job: "Waiting" in job.message)
        assert waiting.state is JobState.QUEUED
    assert until(workspace, job_id, ended).state is JobState.FAILED


def test_a_waiting_job_can_be_cancelled(workspace: Workspace) -> None:
    with lock_file(workspace.jobs / ".candidates.lock"):
        job_id = submit(workspace, "candidates", "second", UNKNOWN)
        until(workspace, job_id, lambda job: "Waiting" in job.message)
        cancel(workspace, job_id)
        assert until(workspace, job_id, ended).state is JobState.CANCELLED


def test_a_terminated_worker_stops_at_its_next_step(workspace: Workspace) -> None:
    job = Job(workspace.jobs / create(workspace, "candidates", "stopped", {}))
    job.check()
    job.stop(signal.SIGTERM, None)
    with pytest.raises(Cancelled):
        job.check()


def test_the_time_left_goes_by_the_pace_since_the_start(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 100.0, 110.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    job = Job(workspace.jobs / create(workspace, "candidates", "paced", {}))
    job.report(0, 0, "Waiting for another job to end.", waiting=True)
    job.report(50, 100, "resumed half-way")
    assert status(workspace, job.id).eta_seconds is None
    job.report(60, 100, "going on")
    # 10 steps in the 10 s since it began at step 50; neither the 100 s of waiting nor the first 50 steps count
    assert status(workspace, job.id).eta_seconds == pytest.approx(40)


def test_an_inline_job_raises_its_own_sentence(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no data set 'none'"):
        run_inline(workspace, "candidates", "here", UNKNOWN)


def test_a_job_in_this_process_has_the_settings_of_a_worker(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"OMP_WAIT_POLICY": "PASSIVE", "TOKENIZERS_PARALLELISM": "true", "HF_HUB_DISABLE_TELEMETRY": "1"}
    for name in settings:
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    with pytest.raises(BadInput):
        run_inline(workspace, "candidates", "t", UNKNOWN)
    assert {name: os.environ.get(name) for name in settings} == settings
    command = "import sys, cli, data.jobs.job, data.runs.evaluation, core.models.registry as r; r.usual_spec('cnn'); "
    asked = [sys.executable, "-c", command + "assert 'torch' not in sys.modules"]  # it reads them when it is imported
    subprocess.run(asked, cwd=ROOT, check=True)


def test_the_log_is_read_from_its_end(workspace: Workspace) -> None:
    job_id = create(workspace, "candidates", "talks", {})
    assert log_tail(workspace, job_id) == ""
    (workspace.jobs / job_id / "log.txt").write_text("\n".join(f"line {n} é" for n in range(10_000)))
    assert log_tail(workspace, job_id, 2) == "line 9998 é\nline 9999 é"


def test_an_unknown_job_is_named(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no job 'nope'"):
        status(workspace, "nope")


def test_a_job_whose_files_are_damaged_is_left_out_or_shown_without_them(workspace: Workspace) -> None:
    whole, torn = (create(workspace, "candidates", "t", {"limit": 3, "hints": {"grammar": "off"}}) for _ in range(2))
    (workspace.jobs / torn / "spec.json").write_text('{"kind": "candidates", "title": 5}')
    (workspace.jobs / whole / "progress.json").write_text('{"done": "three"}')
    (workspace.jobs / whole / "ended.json").write_text("")
    (job,) = jobs(workspace)
    assert (job.id, job.state, job.done, job.error) == (whole, JobState.QUEUED, 0, "")
    assert job.arguments == {"limit": 3, "hints": {"grammar": "off"}}
    with pytest.raises(BadInput, match=r"spec.json' is damaged \(title: 5 is not a text\)"):
        Job(workspace.jobs / torn)


def test_ids_of_jobs_made_at_once_sort_by_time(workspace: Workspace) -> None:
    made = [create(workspace, "candidates", "t", {}) for _ in range(50)]
    assert made == sorted(made)
    assert [job.id for job in jobs(workspace)] == made[::-1]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full. Free some space"),
        (RuntimeError("I/O error: No space left on device (os error 28)"), "The disk is full. Free some space"),
        (MemoryError(), "There was not enough memory."),
        (RuntimeError("CUDA out of memory. Tried to allocate 2 GiB"), "There was not enough memory."),
        (RuntimeError("anything else"), "Something went wrong. Resume the job"),
    ],
)
def test_what_a_machine_fails_at_is_said_with_what_to_do(
    workspace: Workspace,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    said: str,
) -> None:
    def fail(job: Job) -> None:
        raise error

    monkeypatch.setattr("data.candidates.job.run", fail)
    job_id = create(workspace, "candidates", "a job", {})
    assert work(Job(workspace.jobs / job_id)) is JobState.FAILED
    assert status(workspace, job_id).error.startswith(said)
    assert ("Traceback" in capsys.readouterr().err) == said.startswith("Something")


def test_jobs_that_wait_take_their_turns_in_the_order_they_were_asked_for(workspace: Workspace) -> None:
    first, second = (Job(workspace.jobs / create(workspace, "evaluate", title, {})) for title in ("first", "second"))
    other = Job(workspace.jobs / create(workspace, "candidates", "of another kind", {}))
    assert is_next(second)  # nobody works on the first
    with first.worked_on(), other.worked_on():
        first.report(0, 0, "Waiting for another job to end.", waiting=True)
        assert is_next(first) and is_next(other) and not is_next(second)
        first.report(1, 2, "at work")
        assert is_next(second)  # and then the lock keeps it waiting
        first.report(0, 0, "Waiting for another job to end.", waiting=True)
        end(first.folder, JobState.CANCELLED)
        assert is_next(second)
