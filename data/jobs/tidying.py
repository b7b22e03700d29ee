"""What people do with a job afterwards: give it another title, see how much room it takes, stop it."""

import time
from dataclasses import replace
from pathlib import Path

from core.errors import BadInput
from data.jobs.jobs import cancel, status
from data.jobs.records import JobSpec, read_file, write_file
from data.workspace import Workspace

LONGEST_TITLE = 120  # characters
STOPPING_SECONDS = 15.0  # a batch of texts, or a step of training, may be under way


def rename(workspace: Workspace, job_id: str, title: str) -> str:
    """Give the job this title, on one line; returns it. Raises BadInput for an empty one and for an unknown job."""
    status(workspace, job_id)
    new = " ".join(title.split())[:LONGEST_TITLE]
    if not new:
        raise BadInput("A title can't be empty; type a few words.")
    folder = workspace.jobs / job_id
    spec = read_file(folder, JobSpec)
    if spec:
        write_file(folder, replace(spec, title=new))
    return new


def folders(workspace: Workspace, job_id: str) -> tuple[Path, ...]:
    """What the job wrote for itself alone: its own folder and its run's or experiment's, where there are any."""
    places = (workspace.jobs, workspace.runs, workspace.experiments)
    return tuple(place / job_id for place in places if (place / job_id).is_dir())


def size(*paths: Path) -> int:
    """Bytes of all files in these folders."""
    return sum(path.stat().st_size for folder in paths for path in folder.rglob("*") if path.is_file())


def stop(workspace: Workspace, job_id: str, seconds: float = STOPPING_SECONDS) -> None:
    """Cancel the job and wait until nobody works on it; raises BadInput when its worker takes longer to stop."""
    cancel(workspace, job_id)
    until = time.monotonic() + seconds
    while not status(workspace, job_id).ended:
        if time.monotonic() > until:
            raise BadInput("The job is still stopping; wait a moment, then delete it.")
        time.sleep(0.1)
