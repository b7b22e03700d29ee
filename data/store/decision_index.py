"""The table of decisions, an index of the decision log: its last row says how much of the log is in it."""

from collections.abc import Sequence
from itertools import islice

from core.records import Decision
from data.append_log import AppendLog, LogEnd
from data.store.database import Database
from data.store.statements import decision_columns, sql

AT_ONCE = 5_000  # lines taken in together, to keep memory small


class DecisionIndex:
    """The decisions of a log in a database. The caller holds the lock."""

    def __init__(self, database: Database, log: AppendLog[Decision]) -> None:
        self._database = database
        self._log = log
        last = database.rows("select number, log_size, log_checksum from decisions order by number desc limit 1")
        decisions, *end = last[0] if last else (0,)
        self._end, self.decisions = LogEnd(*end), int(decisions)

    def resume(self) -> bool:
        """Whether it holds all decisions of a first part of the log, and no others: `catch_up` goes on from there."""
        [(there,)] = self._database.rows("select count(*) from decisions")
        end = self._log.find(self._end) if there == self.decisions else None
        self._end = end or self._end
        return end is not None

    def append(self, decisions: Sequence[Decision]) -> None:
        """Save these, which are new: in the log, synced, and then in the table. Raises BadInput otherwise; where the
        log took them and the table did not, `catch_up` puts them in."""
        self._insert(decisions, self._log.append(decisions))

    def catch_up(self, flaws: list[str] | None = None) -> int:
        """Take in what the log holds beyond it; how many decisions these were. `flaws` takes a sentence on each line
        that can't be read: it keeps nobody out."""
        if self._log.size == self._end.size:
            return 0
        before, rest = self.decisions, self._log.lines(self._end)
        while lines := list(islice(rest, AT_ONCE)):
            self._insert(self._new_decisions([line.record for line in lines if line.record]), lines[-1].end)
            if flaws is not None:
                flaws += [self._log.in_words(line) for line in lines if line.flaw]
        return self.decisions - before

    def _new_decisions(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Those that are not there yet, each once."""
        query, ids = "select id from decisions where id in (select unnest(?))", [decision.id for decision in decisions]
        known = {id_ for (id_,) in self._database.rows(query, [ids])}
        return list({d.id: d for d in reversed(decisions) if d.id not in known}.values())[::-1]

    def _insert(self, decisions: Sequence[Decision], end: LogEnd) -> None:
        values = [self.decisions, end.size, end.checksum, *decision_columns(decisions)]
        with self._database.transaction() as cursor:
            cursor.execute(sql("add_decisions"), values)
        self._end, self.decisions = end, self.decisions + len(decisions)
