"""A worker process: one job, from its folder to its end. `python -m data.worker JOB_FOLDER`."""

import fcntl
import os
import signal
import sys
from pathlib import Path

from data.job import Job, work
from data.jobs import JobState


def main(folder: Path) -> int:
    """Work on the job in this folder unless another worker does; 0 when it was done."""
    with (folder / "lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"Another worker has the job {folder.name}; this one leaves.")
            return 0
        os.nice(5)  # people at the review desk come first
        job = Job(folder)
        signal.signal(signal.SIGTERM, job.stop)
        return 0 if work(job) is JobState.DONE else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
