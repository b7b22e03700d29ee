"""A worker process: one job, from its folder to its end. `python -m data.jobs.worker JOB_FOLDER`."""

import os
import signal
import sys
from pathlib import Path

from filelock import Timeout

from data.durable import lock_file
from data.jobs.job import Job, work
from data.jobs.records import JobEnd, JobState, read_file

LEAVING_SECONDS = 10.0  # a worker that was killed keeps its lock until the system has taken all of its threads down


def main(folder: Path) -> int:
    """Work on the job in this folder unless another worker does; 0 when it was done."""
    try:
        held = lock_file(folder / "lock").acquire(timeout=LEAVING_SECONDS)
    except Timeout:
        print(f"Another worker runs the job {folder.name}, so this worker stops.")
        return 0
    with held:
        if read_file(folder, JobEnd):
            print(f"Another worker has ended the job {folder.name}, so this worker stops.")
            return 0
        os.nice(5)  # people at the review desk come first
        job = Job(folder)
        signal.signal(signal.SIGTERM, job.stop)
        return 0 if work(job) is JobState.DONE else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
