"""How busy a GPU is, as its driver says."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean
from threading import Event, Thread

EVERY = 0.25  # seconds
ASKED = ["nvidia-smi", "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits", "--id=0"]


@contextmanager
def busy() -> Iterator[list[float]]:
    """For the length of the block, how many percent of the time since the last look the first GPU was at work; the
    list stays empty where nobody can say."""
    seen: list[float] = []
    over = Event()
    watching = Thread(target=_sample_usage, args=(seen, over), daemon=True)
    if shutil.which(ASKED[0]):
        watching.start()
    try:
        yield seen
    finally:
        over.set()
        if watching.is_alive():
            watching.join()


def in_words(seen: list[float]) -> str:
    """The mean of what was seen: "GPU busy 87 %"."""
    return f"GPU busy {fmean(seen):.0f} %" if seen else "no GPU to watch"


def _sample_usage(seen: list[float], over: Event) -> None:
    while not over.wait(EVERY):
        result = subprocess.run(ASKED, capture_output=True, text=True, check=False)
        if result.returncode == 0 and result.stdout.strip().isdigit():
            seen.append(float(result.stdout))
