"""The store: what comes in from jobs, what people see next, what they decide and what that comes to."""

from collections.abc import Collection, Sequence
from itertools import islice
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import ClassVar

from core.errors import BadInput
from core.records import Cell, CuratedSample, Decision, Verdict
from curation.queue import Claims, open_to, waiting
from curation.quota import Checked, checked_until, progress
from curation.records import CellProgress, DeskItem, RecentDecision, SessionStats
from curation.rules import check, check_undo, same_event
from data.journal import Journal
from data.store.database import Database
from data.store.healing import add_decisions, heal
from data.store.intake import Intake
from data.store.parts import UnreadablePart
from data.store.rebuilding import Rebuilt, rebuild
from data.store.settings import store_quota, stored_quota
from data.store.shelf import Shelf, Work
from data.store.statements import decision_of, sql
from data.workspace import Workspace

READ_AHEAD = 36  # desk items read along with one that is missing, so that most reruns read none


class Store:
    """The workspace's database and journal. One per process; every method may be called from any thread."""

    _open: ClassVar[dict[Path, "Store"]] = {}
    _opening: ClassVar[RLock] = RLock()

    def __init__(self, workspace: Workspace) -> None:
        """Use `Store.open`."""
        self._workspace = workspace
        self._lock = RLock()
        self._database = Database(workspace.prepare().database)
        try:
            self._journal = Journal(workspace.journal)
            heal(self._database, self._journal)
            self._intake = Intake(self._database)
            self._shelf = Shelf(self._database)
            self._claims: dict[str, Claims] = {}
            self._progress: dict[str, CellProgress] = {}
            self._quota = stored_quota(self._database)
        except BaseException:
            self._database.close()
            raise

    @classmethod
    def open(cls, workspace: Workspace) -> "Store":
        """The store of this workspace, the same one for everybody in this process until it is closed.

        Raises BadInput when another process holds it, or when it can't be read or written, and says what to do.
        """
        with cls._opening:
            if workspace.root not in cls._open:
                cls._open[workspace.root] = cls(workspace)
            return cls._open[workspace.root]

    def close(self) -> None:
        """Give the database back to whoever opens it next; closing twice is allowed."""
        with self._opening, self._lock:
            self._open.pop(self._workspace.root, None)
            self._journal.close()
            self._database.close()

    @classmethod
    def rebuild(cls, workspace: Workspace) -> Rebuilt:
        """Make the database again from the journal and the jobs' parts; the old file is kept beside it.

        Raises BadInput while this or another process has the store open.
        """
        if workspace.root in cls._open:
            raise BadInput(f"{str(workspace.root)!r} is open in this process; stop Flinch before rebuilding.")
        return rebuild(workspace)

    def quota(self) -> int:
        """Curated samples wanted per cell."""
        return self._quota

    def set_quota(self, quota: int) -> None:
        """Want this many curated samples per cell from now on; raises BadInput unless it is at least 1."""
        if quota < 1:
            raise BadInput(f"The quota can't be {quota}; give a whole number of at least 1.")
        with self._lock:
            store_quota(self._database, quota)
            self._quota = quota
            self._progress.clear()

    def ingest(self, job_dir: Path) -> int:
        """Take in the candidate and hint parts a job has written so far, each exactly once; how many were new.

        A part that can't be read is named in a BadInput once, after the others were taken in, and then left alone.
        """
        new, refused = 0, None
        with self._lock:
            before, parts = self._intake.revision, self._intake.waiting(job_dir)
        for part in parts:  # the lock is given back between parts, so that nobody waits for a big job at the desk
            try:
                with self._lock:
                    new += self._intake.take(part)
                    self._shelf.clear()
                    self._progress.clear()
            except UnreadablePart as error:
                refused = error
        if self._intake.revision != before:
            self._progress.clear()
        if refused:
            raise refused
        return new

    def cells(self) -> list[CellProgress]:
        """How far every cell is, by data set, split, perturbation and severity."""
        return [self.progress(cell) for cell in sorted(self._intake.cells.values(), key=str)]

    def progress(self, cell: Cell) -> CellProgress:
        """How far this cell is; all zero for one nobody made candidates for."""
        with self._lock:
            if cell.id not in self._progress:
                outcomes = self._work(cell).ledger.outcomes if cell.id in self._intake.numbers else {}
                size = self._intake.sizes.get(self._intake.numbers.get(cell.id, 0), 0)
                self._progress[cell.id] = progress(
                    cell, outcomes.values(), size, self._intake.not_applicable(cell), self._quota
                )
            return self._progress[cell.id]

    def desk(self, cell: Cell, annotator: str, n: int = 12, exclude: Collection[str] = ()) -> list[DeskItem]:
        """What this annotator should look at next, at most n and at most what the quota still lacks.

        Nobody else is given these while the annotator is heard of every ten minutes; skipped ones come last.
        Nothing once the cell is closed. `exclude` holds candidates the annotator has at hand already.
        """
        with self._lock:
            state = self.progress(cell)
            if state.closed or not state.candidates:
                return []
            work, now = self._work(cell), monotonic()
            claims = self._claims.setdefault(cell.id, Claims())
            claims.renew(annotator, now)
            line = waiting(work.ledger.gold_labels, work.ledger.outcomes, annotator)
            free = open_to(line, claims, annotator, now, exclude)
            wanted = list(islice(free, min(n, state.left)))
            claims.take(wanted, annotator, now)
            return self._shelf.items(work, wanted, islice(free, READ_AHEAD))

    def record(self, decisions: Sequence[Decision]) -> frozenset[str]:
        """Make these decisions last, all or none: the ids that are safe now, in the journal and in the database.

        Sending a decision again, under the same id, changes nothing. Raises BadInput when one of them can't be taken.
        """
        with self._lock:
            fresh = self._fresh(decisions)
            works = {d.candidate_id: self._work_of(d) for d in fresh}
            for decision in fresh:
                if decision.verdict is Verdict.UNDO:
                    about = works[decision.candidate_id].ledger.about(decision.candidate_id)
                    check_undo(decision, [*about, *fresh])
            if fresh:
                self._write(fresh)
            for decision in fresh:
                work = works[decision.candidate_id]
                work.ledger.add([decision])
                self._progress.pop(work.ledger.cell.id, None)
            return frozenset(d.id for d in decisions)

    def recent(self, cell: Cell, annotator: str, n: int = 12) -> list[RecentDecision]:
        """This annotator's last decisions that stand, the newest first."""
        with self._lock:
            if cell.id not in self._intake.numbers:
                return []
            work = self._work(cell)
            last = work.ledger.standing(annotator)[::-1][:n]
            items = self._shelf.items(work, [d.candidate_id for d in last])
            return [RecentDecision(item, decision) for item, decision in zip(items, last, strict=True)]

    def session_stats(self, cell: Cell, annotator: str) -> SessionStats:
        """How many verdicts of this annotator stand in the cell, and their median time."""
        with self._lock:
            return (
                self._work(cell).ledger.stats(annotator) if cell.id in self._intake.numbers else SessionStats(0, None)
            )

    def curated(self, cell: Cell) -> list[CuratedSample]:
        """The samples people kept or relabelled, in the order of the queue."""
        with self._lock:
            if cell.id not in self._intake.numbers:
                return []
            work = self._work(cell)
            rows = self._database.rows(
                "select id, sample_id, gold_label from candidates where cell = ? order by position, id", [work.number]
            )
            outcomes = work.ledger.outcomes
            found = (outcomes[id_].curated(*rest) for id_, *rest in rows if id_ in outcomes)
            return [sample for sample in found if sample is not None]

    def curated_all(self) -> dict[str, CuratedSample]:
        """Every curated sample by its candidate's id."""
        return {sample.candidate_id: sample for cell in self._intake.cells.values() for sample in self.curated(cell)}

    def checked(self, cell: Cell) -> Checked:
        """How many samples of the cell were checked until its quota was reached, or so far."""
        with self._lock:
            outcomes = self._work(cell).ledger.outcomes if cell.id in self._intake.numbers else {}
            return checked_until(outcomes.values(), self._quota)

    def decisions(self, cell: Cell) -> list[Decision]:
        """Every event about the cell's candidates, in the order they were stored."""
        number = self._intake.numbers.get(cell.id, 0)
        with self._lock:
            return [decision_of(row) for row in self._database.rows(sql("decisions_of_cell"), [number])]

    def _write(self, decisions: Sequence[Decision]) -> None:
        """Journal first. When the database fails then, the journal knows and the next opening puts it in."""
        self._journal.append(decisions)
        try:
            with self._database.transaction() as cursor:
                add_decisions(cursor, decisions)
        except BadInput:
            self._shelf.clear()
            self._progress.clear()
            raise

    def _work(self, cell: Cell) -> Work:
        return self._shelf.work(cell, self._intake.numbers[cell.id])

    def _work_of(self, decision: Decision) -> Work:
        """The work of the cell the decision's candidate belongs to; raises BadInput for an unknown candidate."""
        if found := self._shelf.holding(decision.candidate_id):
            return found
        rows = self._database.rows("select cell from candidates where id = ?", [decision.candidate_id])
        if not rows:
            raise BadInput(f"There is no candidate {decision.candidate_id!r} to decide on; reload the page.")
        return self._work(self._intake.cells[rows[0][0]])

    def _fresh(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Those of the decisions that are not stored yet, each once; raises BadInput for one that can't be taken."""
        fresh: dict[str, Decision] = {}
        for decision in decisions:
            check(decision)
            fresh.setdefault(decision.id, decision)
        rows = self._database.rows(
            "select * exclude (number) from decisions where id in (select unnest(?::varchar[]))", [list(fresh)]
        )
        stored = {row[0]: decision_of(row) for row in rows}
        for decision in decisions:
            if not same_event(decision, stored.get(decision.id, fresh[decision.id])):
                raise BadInput(f"The id {decision.id!r} belongs to another decision; reload the page and decide again.")
        return [decision for id_, decision in fresh.items() if id_ not in stored]
