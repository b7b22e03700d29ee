"""Jobs: heavy work that leaves the app. A folder each, a worker process each, and states read off the files.

`jobs/<id>/` holds spec.json (what was asked), progress.json (how far it is), worker.json (who works on it), a
heartbeat, log.txt and, when asked to stop, a file `cancel`. Nothing else ties the app to a worker, so either may end
without the other.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil

from core.errors import BadInput
from core.program import PACKAGE, PROGRAM
from data.durable import write_text
from data.jobs.records import FILES, JobEnd, JobProgress, JobSpec, JobState, JobWorker, read_file, write_file
from data.records_json import encode
from data.workspace import START, Workspace

STALE_SECONDS = 15.0  # a heartbeat is written every second; a busy machine may delay one


@dataclass(frozen=True, slots=True)
class JobStatus:
    """What is known of a job. `started`, or last resumed; `done` of `total` steps; `eta_seconds` is None while nothing
    can be said."""

    id: str
    kind: str
    title: str
    state: JobState
    done: int
    total: int
    message: str
    started: datetime
    eta_seconds: float | None
    error: str
    arguments: Mapping[str, Any]

    @property
    def ended(self) -> bool:
        """Whether nobody works on it and nobody will unless it is resumed."""
        return self.state not in (JobState.QUEUED, JobState.RUNNING)


PROCESS = {
    "TOKENIZERS_PARALLELISM": "true",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "OMP_WAIT_POLICY": "PASSIVE",  # threads that spin while they wait slow down whoever is curating, and each other
}
"""The environment in which a job is done, in a worker or in the caller's own process."""


def submit(
    workspace: Workspace,
    kind: str,
    title: str,
    arguments: Mapping[str, Any],
    prepare: Callable[[Path], None] | None = None,
) -> str:
    """Write the job down and start its worker; returns the job's id. Ids sort by time.

    `prepare` puts into the job's folder what the worker needs; there is no job where it raises.
    """
    job_id = create(workspace, kind, title, arguments)
    if prepare:
        try:
            prepare(workspace.jobs / job_id)
        except BaseException:
            shutil.rmtree(workspace.jobs / job_id, ignore_errors=True)
            raise
    _start(workspace.jobs / job_id)
    return job_id


def create(workspace: Workspace, kind: str, title: str, arguments: Mapping[str, Any]) -> str:
    """Write the job down without starting it; returns its id. Raises BadInput when the place can't be written."""
    spec = JobSpec(kind, title, arguments)
    job_id = f"{spec.created:%Y%m%d-%H%M%S-%f}-{uuid4().hex[:4]}"
    folder = workspace.jobs / job_id
    try:
        folder.mkdir(parents=True)
        write_file(folder, spec)
    except OSError as error:
        raise BadInput(
            f"The job can't be written to {str(folder)!r} ({error.strerror}); free some space there."
        ) from error
    return job_id


def jobs(workspace: Workspace) -> list[JobStatus]:
    """Every job of the workspace, newest first; folders that hold no readable spec are left out."""
    specs = sorted(workspace.jobs.glob(f"*/{FILES[JobSpec]}"), reverse=True)
    return [job for path in specs if (job := _status(path.parent)) is not None]


def status(workspace: Workspace, job_id: str) -> JobStatus:
    """How the job stands; raises BadInput for an id that the workspace does not have."""
    job = _status(workspace.jobs / job_id)
    if job is None:
        raise BadInput(f"There is no job {job_id!r} in this workspace; `{PROGRAM} jobs` lists all jobs.")
    return job


def asked_for(workspace: Workspace, kind: str, arguments: Mapping[str, Any]) -> list[JobStatus]:
    """The jobs of this kind that were asked for just this, newest first."""
    wanted = json.loads(encode(arguments))
    return [job for job in jobs(workspace) if job.kind == kind and job.arguments == wanted]


def going(workspace: Workspace, kind: str, arguments: Mapping[str, Any]) -> str | None:
    """The one of them that is under way, None for none: a second click starts no second job."""
    return next((job.id for job in asked_for(workspace, kind, arguments) if not job.ended), None)


def stopped(workspace: Workspace, kind: str, arguments: Mapping[str, Any]) -> str | None:
    """The newest of them where it has ended without being done, else None."""
    newest = next(iter(asked_for(workspace, kind, arguments)), None)
    return newest.id if newest and newest.ended and newest.state is not JobState.DONE else None


def cancel(workspace: Workspace, job_id: str) -> None:
    """Ask the job's worker to stop at its next step; a job nobody works on is cancelled at once."""
    job = status(workspace, job_id)
    folder = workspace.jobs / job_id
    if job.state in (JobState.DONE, JobState.FAILED):
        return
    write_text(folder / "cancel", "")
    if job.state is JobState.LOST:
        end(folder, JobState.CANCELLED)


def resume(workspace: Workspace, job_id: str) -> None:
    """Start another worker on a job that was lost, cancelled or failed; what is on disk is kept and not done again."""
    if status(workspace, job_id).ended:
        reopen(workspace.jobs / job_id)
        _start(workspace.jobs / job_id)


def reopen(folder: Path) -> None:
    """Forget that the job ended, who worked on it, and how far that was."""
    for name in (FILES[JobEnd], "cancel", FILES[JobWorker], FILES[JobProgress], "heartbeat"):
        (folder / name).unlink(missing_ok=True)
    write_text(folder / "restarted", datetime.now(UTC).isoformat())


def log_tail(workspace: Workspace, job_id: str, lines: int = 40) -> str:
    """The last lines of the job's log, "" while there is none."""
    path = workspace.jobs / job_id / "log.txt"
    if not path.exists():
        return ""
    with path.open("rb") as log:
        log.seek(max(0, path.stat().st_size - 200 * lines))
        return "\n".join(log.read().decode("utf-8", "replace").splitlines()[-lines:])


def end(folder: Path, state: JobState, error: str = "") -> None:
    """Write down that the job has ended, and how."""
    write_file(folder, JobEnd(state, error))


_children: list[subprocess.Popen[bytes]] = []


def _start(folder: Path) -> None:
    """A worker process of its own session, so that it outlives the app; ended ones are reaped here."""
    _children[:] = [child for child in _children if child.poll() is None]
    own = {"PYTHONUNBUFFERED": "1", "FLINCH_WORKSPACE": str(folder.parent.parent)}
    environment = os.environ | PROCESS | own
    with (folder / "log.txt").open("ab") as log:
        command = [sys.executable, "-m", f"{PACKAGE}data.jobs.worker", str(folder)]
        child = subprocess.Popen(
            command,
            cwd=START,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    _children.append(child)


def _status(folder: Path) -> JobStatus | None:
    spec = read_file(folder, JobSpec)
    if not spec:
        return None
    ended = read_file(folder, JobEnd)
    progress = read_file(folder, JobProgress) or JobProgress(0, 0, "", at=spec.created)
    return JobStatus(
        id=folder.name,
        kind=spec.kind,
        title=spec.title,
        state=ended.state if ended else _state(folder, progress, spec.created),
        done=progress.done,
        total=progress.total,
        message=progress.message,
        started=_start_time(folder, spec.created),
        eta_seconds=progress.eta_seconds,
        error=ended.error if ended else "",
        arguments=spec.arguments,
    )


def _state(folder: Path, progress: JobProgress, created: datetime) -> JobState:
    """Of a job that has not ended."""
    worker = read_file(folder, JobWorker)
    if not worker:  # asked for, and its worker is still starting, or never did
        began = _start_time(folder, created).timestamp()
        return JobState.QUEUED if time.time() - began < STALE_SECONDS else JobState.LOST
    if not _is_alive(worker) or time.time() - _modified_seconds(folder / "heartbeat") > STALE_SECONDS:
        return JobState.LOST
    return JobState.QUEUED if progress.waiting else JobState.RUNNING


def _start_time(folder: Path, created: datetime) -> datetime:
    """When it was asked for, or last resumed."""
    return max(created, datetime.fromtimestamp(_modified_seconds(folder / "restarted"), UTC))


def _is_alive(worker: JobWorker) -> bool:
    """Whether the process is there, is the same one, and is no zombie."""
    try:
        process = psutil.Process(worker.pid)
        same = abs(process.create_time() - worker.create_time) < 1
        return bool(same and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _modified_seconds(path: Path) -> float:
    """When the file was last written, in seconds; 0 when it is absent."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
