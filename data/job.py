"""The worker's side of a job: what a handler may say and ask, and how every job begins and ends."""

import fcntl
import json
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import psutil

from core.errors import BadInput, MissingResource
from data.durable import write_text
from data.jobs import JobState, create, end, read_json, status
from data.workspace import Workspace

HANDLERS = {
    "candidates": "data.candidates_job",
    "evaluate": "data.evaluate_job",
    "fetch": "data.fetch_job",
    "languagetool": "data.languagetool_install",
}
HEARTBEAT_SECONDS = 1.0
SECONDS_BETWEEN_REPORTS = 0.25  # the same message is not written down more often


class Cancelled(Exception):
    """Somebody asked the job to stop."""


class Job:
    """What a handler sees of its job. `told` is called with every report, e.g. to show progress on a terminal."""

    def __init__(self, folder: Path, told: Callable[[int, int, str], None] | None = None) -> None:
        spec = read_json(folder / "spec.json")
        self.id = folder.name
        self.folder = folder
        self.kind: str = spec["kind"]
        self.title: str = spec["title"]
        self.arguments: Mapping[str, Any] = spec["arguments"]
        self.workspace = Workspace(folder.parent.parent)
        self._told = told
        self._began: tuple[float, int] | None = None
        self._stop = threading.Event()
        self._said, self._message = 0.0, ""

    def report(self, done: int, total: int, message: str, waiting: bool = False) -> None:
        """Write down that `done` of `total` steps are done, and how long the rest takes at the pace so far.

        The pace counts from the first report after any `waiting` ones, and from `skipped` steps on.
        """
        now = time.monotonic()
        if done < total and message == self._message and now - self._said < SECONDS_BETWEEN_REPORTS:
            return
        self._said, self._message = now, message
        if self._began is None or done < self._began[1]:
            self._began = (now, done)
        seconds, steps = now - self._began[0], done - self._began[1]
        eta = seconds / steps * (total - done) if steps > 0 else None
        if waiting:
            self._began = None
        progress = {"done": done, "total": total, "message": message, "waiting": waiting, "eta_seconds": eta}
        write_text(self.folder / "progress.json", json.dumps(progress | {"at": datetime.now(UTC).isoformat()}))
        if self._told:
            self._told(done, total, message)

    def skipped(self, done: int) -> None:
        """Say that these first steps were found done, so that they do not count as pace."""
        self._began = (time.monotonic(), done)

    def check(self) -> None:
        """Raise Cancelled once somebody asked the job to stop."""
        if self._stop.is_set() or (self.folder / "cancel").exists():
            raise Cancelled

    def stop(self, *_: object) -> None:
        """Stop at the next check; also what SIGTERM does."""
        self._stop.set()

    @contextmanager
    def worked_on(self) -> Iterator[None]:
        """Say who works on the job, and keep its heart beating, for the length of the block."""
        me = psutil.Process()
        over = threading.Event()

        def beat() -> None:
            while True:
                (self.folder / "heartbeat").touch()
                if over.wait(HEARTBEAT_SECONDS):
                    return

        thread = threading.Thread(target=beat, daemon=True)
        (self.folder / "heartbeat").touch()
        write_text(self.folder / "worker.json", json.dumps({"pid": me.pid, "create_time": me.create_time()}))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def work(job: Job) -> JobState:
    """Do the job and write down how it ended. Raises nothing that the job did; the log has the traceback."""
    try:
        with job.worked_on(), _turn(job):
            job.check()
            import_module(HANDLERS[job.kind]).run(job)
        state, error = JobState.DONE, ""
    except Cancelled:
        state, error = JobState.CANCELLED, ""
    except (BadInput, MissingResource) as known:
        state, error = JobState.FAILED, str(known)
    except Exception:
        traceback.print_exc()
        state, error = JobState.FAILED, "Something went wrong in the worker; the job's log says more."
    end(job.folder, state, error)
    return state


@contextmanager
def _turn(job: Job) -> Iterator[None]:
    """Wait until no other job of this kind works in the workspace: two at once would only slow each other down."""
    with (job.workspace.jobs / f".{job.kind}.lock").open("ab") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                job.check()
                job.report(0, 0, "Waiting for another job to end.", waiting=True)
                time.sleep(0.5)
        yield


def run_inline(
    workspace: Workspace,
    kind: str,
    title: str,
    arguments: Mapping[str, Any],
    told: Callable[[int, int, str], None] | None = None,
) -> str:
    """Do a job in this process; returns its id. Raises BadInput with the job's own sentence when it failed."""
    job_id = create(workspace, kind, title, arguments)
    state = work(Job(workspace.jobs / job_id, told))
    if state is not JobState.DONE:
        error = status(workspace, job_id).error
        raise BadInput(error or f"The job {job_id} was {state}; resume it, or start it again.")
    return job_id
