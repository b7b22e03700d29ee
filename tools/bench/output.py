"""What the benches share: where a line goes, the spread of a measurement, and the memory of a process."""

import resource
import sys
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import NamedTuple

import psutil

MEBIBYTE = 2**20
Out = Callable[[str], None]


class Spread(NamedTuple):
    """The quartiles of a measurement."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Of one or more values; the quartiles lie between values, as numpy's percentiles do."""
        return (
            cls(*quantiles(values, n=4, method="inclusive"))
            if len(values) > 1
            else cls(values[0], values[0], values[0])
        )


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least so many percent of them do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, -int(-percent * len(ordered) // 100) - 1)]


def milliseconds(name: str, values: Sequence[float], counted: str) -> str:
    """A row of a table of latencies: median, 95th percentile and how many were measured."""
    if not values:
        return f"  {name:48} {'-':>9} {'-':>9}   none of the {counted} was measured"
    return f"  {name:48} {median(values):6.1f} ms {percentile(values, 95):6.1f} ms   {len(values)} {counted}"


def resident(pid: int | None = None) -> float:
    """The memory that a process, this one if none is named, holds now, in MiB."""
    return float(psutil.Process(pid).memory_info().rss / MEBIBYTE)


def peak() -> float:
    """The most memory that this process has had, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / MEBIBYTE if sys.platform == "darwin" else most / 2**10
