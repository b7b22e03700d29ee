"""How fast this workspace's jobs went, so that the next can be told how long it will take.

A line of `paces.jsonl` for each piece of work that was timed; it outlives the job.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, floor
from statistics import median

from core.errors import BadInput
from data.append_log import AppendLog
from data.workspace import Workspace

FILE = "paces.jsonl"
SHORTEST = 2.0  # seconds: less is mostly start-up
NEWEST = 5  # of a kind of work count
MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(frozen=True, slots=True)
class Pace:
    """So many steps of a kind of work, such as "minilm on cpu", took so many seconds."""

    work: str
    steps: float
    seconds: float

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


@dataclass(frozen=True, slots=True)
class Expected:
    """Seconds that work is expected to take, at least and at most; `timed` earlier pieces of work say so, or none."""

    low: float
    high: float
    timed: int

    def __add__(self, other: "Expected") -> "Expected":
        return Expected(self.low + other.low, self.high + other.high, min(self.timed, other.timed))

    def after(self, low: float, high: float) -> "Expected":
        """The same when something of so many seconds comes first that nobody times."""
        return Expected(low + self.low, high + self.high, self.timed)


def remember(workspace: Workspace, work: str, steps: float, seconds: float) -> None:
    """Note how long this took; what is too short says nothing, and a full disk costs the note, not the job."""
    if steps > 0 and seconds >= SHORTEST:
        with suppress(BadInput):
            _log(workspace).append([Pace(work, round(steps, 1), round(seconds, 3))])


def paces(workspace: Workspace, work: str) -> list[Pace]:
    """The newest notes on this kind of work, oldest first; lines that can't be read are left out."""
    notes = _log(workspace).read([])
    return [pace for pace in notes if pace.work == work and pace.steps > 0 and pace.seconds > 0][-NEWEST:]


def _log(workspace: Workspace) -> AppendLog[Pace]:
    return AppendLog(workspace.root / FILE, Pace)


def expected(measured: Sequence[Pace], least: float, most: float, usual: tuple[float, float]) -> Expected:
    """For `least` to `most` steps: at the pace that is known, a quarter more or less, else at `usual` steps a second.

    `usual` is (slowest, fastest).
    """
    if measured:
        rate = median(pace.rate for pace in measured)
        rates = [pace.rate for pace in measured]
        slowest, fastest = min(*rates, 0.8 * rate), max(*rates, 1.25 * rate)
    else:
        slowest, fastest = usual
    return Expected(least / fastest, most / slowest, len(measured))


def in_words(low: float, high: float) -> str:
    """ "less than a minute", "about a minute", "about 4 to 6 minutes", "about 2 to 3 hours", "up to 20 days"."""
    if high < 0.75 * MINUTE:
        return "less than a minute"
    units = ((MINUTE, "minute"), (HOUR, "hour")) if high <= 3 * DAY else ((DAY, "day"),)
    unit, name = units[-1] if high > 90 * MINUTE else units[0]
    step = 5 if high / unit > 20 else 1  # nobody needs to know whether it is 34 or 35
    least, most = step * floor(low / unit / step), step * ceil(high / unit / step)
    if most == 1:
        return f"about {'a' if name == 'minute' else 'an'} {name}"
    if least == 0:
        return f"up to {most} {name}s"
    return f"about {least} to {most} {name}s" if least < most else f"about {most} {name}s"
