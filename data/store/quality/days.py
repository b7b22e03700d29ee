"""Each person's day: read once, then kept up to date by what is stored."""

from collections.abc import Iterable
from datetime import UTC, datetime

from core.records import Decision
from curation.quality.day import DaysWork
from data.store.database import Database
from data.store.statements import decision_of

SINCE = "select * from decisions where annotator = ? and decided_at >= ? order by number"


class Days:
    """The work of a day by person. The caller holds the lock."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, DaysWork] = {}

    def of(self, annotator: str, since: datetime) -> DaysWork:
        """What this person decided since then, in all cells."""
        work = self._known.get(annotator)
        if work is None or work.since != since:
            work = self._known[annotator] = DaysWork(since)
            for row in self._database.rows(SINCE, [annotator, since.astimezone(UTC).replace(tzinfo=None)]):
                work.add(decision_of(row))
        return work

    def add(self, decisions: Iterable[Decision]) -> None:
        """These are stored."""
        for decision in decisions:
            if decision.annotator in self._known:
                self._known[decision.annotator].add(decision)
