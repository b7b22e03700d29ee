"""The worker's side of a job: what a handler may say and ask, and how every job begins and ends."""

import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from importlib import import_module
from pathlib import Path
from typing import Any

import psutil
from filelock import Timeout

from core.errors import BadInput, MissingResource
from core.program import PACKAGE
from data.durable import lock_file
from data.jobs.jobs import PROCESS, create, end, reopen, status
from data.jobs.records import FILES, JobEnd, JobProgress, JobSpec, JobState, JobWorker, write_file
from data.plugins import load_plugins
from data.records_json import read_record
from data.workspace import Workspace

HANDLERS = {
    "candidates": "data.candidates.job",
    "curated-set": "data.curated.job",
    "evaluate": "data.runs.job",
    "experiment": "data.experiments.job",
    "fetch": "data.importing.fetch_job",
    "languagetool": "data.setup.languagetool_install",
    "study": "data.study.job",
    "study-results": "data.study_results.mixed_job",
}
HEARTBEAT_SECONDS = 1.0
UNKNOWN = (
    "Something went wrong. Resume the job, or run its command again: Flinch keeps finished work. If the job fails "
    "again, its log says why."
)
SECONDS_BETWEEN_REPORTS = 0.25  # the same message is not written down more often
Show = Callable[[int, int, str], None]
"""`(steps done, steps in all, message)`."""


class Cancelled(Exception):
    """Somebody asked the job to stop."""


class Job:
    """What a handler sees of its job. `show` is called with every report, such as for progress on a terminal.

    Raises BadInput for a folder without a readable spec.
    """

    def __init__(self, folder: Path, show: Show | None = None) -> None:
        spec = read_record(folder / FILES[JobSpec], JobSpec)
        self.id = folder.name
        self.folder = folder
        self.kind, self.title, self.arguments = spec.kind, spec.title, spec.arguments
        self.created = spec.created
        self.workspace = Workspace(folder.parent.parent)
        self._show = show
        self._began: tuple[float, int] | None = None
        self._stop = threading.Event()
        self._reported, self._message = 0.0, ""

    def report(self, done: int, total: int, message: str, waiting: bool = False) -> None:
        """Write down that `done` of `total` steps are done, and how long the rest takes at the pace so far.

        The pace counts from the first report after any `waiting` ones, and from `skipped` steps on.
        """
        now = time.monotonic()
        if done < total and message == self._message and now - self._reported < SECONDS_BETWEEN_REPORTS:
            return
        self._reported, self._message = now, message
        if self._began is None or done < self._began[1]:
            self._began = (now, done)
        seconds, steps = now - self._began[0], done - self._began[1]
        eta = seconds / steps * (total - done) if steps > 0 else None
        if waiting:
            self._began = None
        write_file(self.folder, JobProgress(done, total, message, waiting, eta))
        if self._show:
            self._show(done, total, message)

    def skipped(self, done: int) -> None:
        """So many first steps were done before this worker came: they do not count as pace."""
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
        write_file(self.folder, JobWorker(me.pid, me.create_time()))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def work(job: Job) -> JobState:
    """Do the job and write down how it ended. Raises nothing that the job did; the traceback of what has no sentence of
    its own is in the log.
    """
    try:
        with job.worked_on(), _wait_for_turn(job):
            job.check()
            load_plugins(job.workspace)
            import_module(f"{PACKAGE}{HANDLERS[job.kind]}").run(job)
        state, error = JobState.DONE, ""
    except Cancelled:
        state, error = JobState.CANCELLED, ""
    except (BadInput, MissingResource) as known:
        state, error = JobState.FAILED, str(known)
    except Exception as unknown:
        state, error = JobState.FAILED, of_the_machine(unknown) or UNKNOWN
        if error == UNKNOWN:
            traceback.print_exc()
    end(job.folder, state, error)
    return state


def of_the_machine(error: Exception) -> str:
    """What to do where this is a full disk or a lack of memory, "" where it is neither."""
    endings = f"os error {ENOSPC})", f"os error {EDQUOT})"  # how libraries in Rust say it, which write the weights
    if (isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT)) or str(error).endswith(endings):
        return (
            "The disk is full. Free some space, then resume the job or run its command again: Flinch keeps finished "
            "work."
        )
    if isinstance(error, MemoryError) or "out of memory" in str(error):
        return (
            "There was not enough memory. Close other programs or use a smaller model, then resume the job or start it "
            "again."
        )
    return ""


@contextmanager
def _wait_for_turn(job: Job) -> Iterator[None]:
    """Wait until no other job of this kind works in the workspace: two at once would only slow each other down.

    Those that wait take their turns in the order in which they were asked for.
    """
    lock = lock_file(job.workspace.jobs / f".{job.kind}.lock")
    while True:
        try:
            if is_next(job):
                held = lock.acquire(blocking=False)
                break
        except Timeout:
            pass
        job.check()
        job.report(0, 0, "Waiting for another job to end.", waiting=True)
        time.sleep(0.5)
    with held:
        yield


def is_next(job: Job) -> bool:
    """Whether no older job of this kind waits for its turn."""
    older = (path for path in job.workspace.jobs.glob("*/") if path.name < job.id)
    waiting = (
        path.name for path in older if (path / FILES[JobWorker]).exists() and not (path / FILES[JobEnd]).exists()
    )
    states = (status(job.workspace, name) for name in waiting)
    return all(other.kind != job.kind or other.state is not JobState.QUEUED for other in states)


def run_inline(
    workspace: Workspace, kind: str, title: str, arguments: Mapping[str, Any], show: Show | None = None
) -> str:
    """Do a job in this process; returns its id. Raises BadInput with the job's own sentence when it failed."""
    return _work_to_end(workspace, create(workspace, kind, title, arguments), show)


def resume_inline(workspace: Workspace, job_id: str, show: Show | None = None) -> str:
    """Go on in this process with a job that has ended; as `run_inline`."""
    reopen(workspace.jobs / job_id)
    return _work_to_end(workspace, job_id, show)


def _work_to_end(workspace: Workspace, job_id: str, show: Show | None) -> str:
    for setting, value in PROCESS.items():
        os.environ.setdefault(setting, value)
    state = work(Job(workspace.jobs / job_id, show))
    if state is not JobState.DONE:
        error = status(workspace, job_id).error
        raise BadInput(error or f"The job {job_id} was {state}; resume it, or start it again.")
    return job_id
