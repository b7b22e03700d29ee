"""Taking decisions into the log: checked, journalled, committed, in that order."""

from collections.abc import Sequence

from core.errors import BadInput
from core.records import Decision, Verdict
from curation.rules import check, check_undo, same_event
from data.journal import Journal
from data.store.database import Database
from data.store.healing import add_decisions
from data.store.intake import Intake
from data.store.shelf import Shelf, Work
from data.store.statements import decision_of


class Recorder:
    """Writes decisions to the journal, the database and the ledgers at hand; the caller holds the lock."""

    def __init__(self, database: Database, journal: Journal, intake: Intake, shelf: Shelf) -> None:
        self._database = database
        self._journal = journal
        self._intake = intake
        self._shelf = shelf

    def record(self, decisions: Sequence[Decision]) -> set[str]:
        """Make these decisions last, all or none; the ids of the cells they changed. Raises BadInput otherwise."""
        fresh = self._fresh(decisions)
        works = {d.candidate_id: self._work_of(d) for d in fresh}
        for decision in fresh:
            if decision.verdict is Verdict.UNDO:
                about = works[decision.candidate_id].ledger.about(decision.candidate_id)
                check_undo(decision, [*about, *fresh])
        if fresh:
            self._write(fresh)
        for decision in fresh:
            works[decision.candidate_id].ledger.add([decision])
        return {work.ledger.cell.id for work in works.values()}

    def _fresh(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Those of the decisions that are not stored yet, each once; raises BadInput for one that can't be taken."""
        fresh: dict[str, Decision] = {}
        for decision in decisions:
            check(decision)
            fresh.setdefault(decision.id, decision)
        marks = ", ".join("?" * len(fresh)) or "null"  # literal marks let DuckDB use the key: half the time of unnest
        rows = self._database.rows(f"select * exclude (number) from decisions where id in ({marks})", list(fresh))
        stored = {row[0]: decision_of(row) for row in rows}
        for decision in decisions:
            if not same_event(decision, stored.get(decision.id, fresh[decision.id])):
                raise BadInput(f"The id {decision.id!r} belongs to another decision; reload the page and decide again.")
        return [decision for id_, decision in fresh.items() if id_ not in stored]

    def _work_of(self, decision: Decision) -> Work:
        """The work of the cell the decision's candidate belongs to; raises BadInput for an unknown candidate."""
        if found := self._shelf.holding(decision.candidate_id):
            return found
        rows = self._database.rows("select cell from candidates where id = ?", [decision.candidate_id])
        if not rows:
            raise BadInput(f"There is no candidate {decision.candidate_id!r} to decide on; reload the page.")
        number = rows[0][0]
        return self._shelf.work(self._intake.cells[number], number)

    def _write(self, decisions: Sequence[Decision]) -> None:
        """Journal first. When the database fails then, the journal knows and the next opening puts it in."""
        self._journal.append(decisions)
        try:
            with self._database.transaction() as cursor:
                add_decisions(cursor, decisions)
        except BadInput:
            self._shelf.clear()
            raise
