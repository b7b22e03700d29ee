"""What one person got done in a day, and at what pace, for their own eyes."""

from datetime import datetime, timedelta
from itertools import pairwise

from core.records import Decision, Verdict

PAUSE = timedelta(minutes=5)  # a longer one is no work
LATEST = 40  # verdicts that the pace is read off
FEWEST = 20  # stretches between two verdicts that make a pace


class DaysWork:
    """One person's verdicts since a moment, each once whatever is sent again, without those they took back."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._made: dict[str, datetime] = {}
        self._undone: set[str] = set()

    def add(self, event: Decision) -> None:
        """Take in one more of this person's events."""
        if event.verdict is Verdict.UNDO:
            self._undone.add(event.undoes)
            self._made.pop(event.undoes, None)
        verdict = event.verdict in (Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD) and not event.settles
        if verdict and event.at >= self.since and event.id not in self._undone:
            self._made[event.id] = event.at

    @property
    def decisions(self) -> int:
        """Verdicts that stand; what settles a dispute is none."""
        return len(self._made)

    @property
    def per_hour(self) -> float | None:
        """Verdicts an hour over the latest of them, pauses left out; None where there are too few to say."""
        at = sorted(self._made.values())[-LATEST:]
        stretches = [gap for earlier, later in pairwise(at) if (gap := later - earlier) <= PAUSE]
        spent = sum(stretches, timedelta())
        return len(stretches) * timedelta(hours=1) / spent if len(stretches) >= FEWEST and spent else None


def midnight(now: datetime, minutes_behind: int) -> datetime:
    """When the day began where clocks are this many minutes behind UTC (ahead of it where negative); in UTC."""
    here = now - timedelta(minutes=minutes_behind)
    return here.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(minutes=minutes_behind)
