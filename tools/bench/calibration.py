"""A fixed loop on all cores, before and after each bench: whether something else was at work on this machine."""

from multiprocessing import get_context
from os import cpu_count
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

STEPS = 3_000_000
BUSY = 0.9  # of the time that the loop took, what it must have been given of a core
DRIFT = 1.15  # what the slower of two calibrations may take of the faster


class Calibration(NamedTuple):
    """Seconds of a core that the fixed loop took, and the share of the time that it was given one, at worst."""

    seconds: float
    share: float


def calibrate(steps: int = STEPS) -> Calibration:
    """Run the loop on every core at once."""
    cores = cpu_count() or 1
    with get_context("spawn").Pool(cores) as pool:
        taken = pool.map(_loop, [steps] * cores, chunksize=1)
    return Calibration(median(busy for busy, _ in taken), min(busy / wall for busy, wall in taken))


def noise(before: Calibration, after: Calibration) -> float:
    """How much slower the machine was than alone, at worst: 0 where nothing else worked on it."""
    slow, fast = max(before.seconds, after.seconds), min(before.seconds, after.seconds)
    return max(1 / min(before.share, after.share), slow / fast) - 1


def is_noisy(before: Calibration, after: Calibration) -> bool:
    """Whether the loop had less than 90 % of a core, or took over 15 % longer once than the other time."""
    seconds = before.seconds, after.seconds
    return min(before.share, after.share) < BUSY or max(seconds) > DRIFT * min(seconds)


def in_words(before: Calibration, after: Calibration) -> str:
    """One sentence about this machine while a bench ran."""
    state, share = "noisy" if is_noisy(before, after) else "quiet", min(before.share, after.share)
    seconds = f"{before.seconds:.2f} s before, {after.seconds:.2f} s after"
    return f"{state}: a fixed loop took {seconds}, with {share:.0%} of a core"


def _loop(steps: int) -> tuple[float, float]:
    began, busy = perf_counter(), process_time()
    total = 0
    for number in range(steps):
        total = (total * 31 + number) % 1_000_003
    return process_time() - busy, perf_counter() - began
