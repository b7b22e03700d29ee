"""The store: what comes in from jobs, what people see next, what they decide and what that comes to."""

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import ClassVar

from core.errors import BadInput
from core.records import Cell, CuratedSample, Decision
from curation.hint_worth import JudgedHint
from curation.order import BY_SEED, Order
from curation.quota import Checked, checked_until, progress
from curation.records import CellProgress, DeskItem, RecentDecision, SessionStats
from data.migration.files import migrate_files
from data.store.cell_states import CellState, CellStates
from data.store.database import Database
from data.store.handing_out import HandingOut
from data.store.intake import Intake
from data.store.journal import Journal
from data.store.parts import Part, UnreadablePart
from data.store.rebuilding import Rebuilt, rebuild
from data.store.reconciling import reconcile
from data.store.recording import Recorder
from data.store.removing import JobCells, job_cells, remove_unjudged
from data.store.settings import restore_settings, store_order, store_quota, stored_orders, stored_quota
from data.store.statements import decision_of, judged_hints, sql
from data.workspace import Workspace


class Store:
    """The workspace's database and journal. One per process; every method may be called from any thread."""

    _open: ClassVar[dict[Path, "Store"]] = {}
    _opening: ClassVar[RLock] = RLock()

    def __init__(self, workspace: Workspace) -> None:
        """Use `Store.open`."""
        self._workspace = workspace
        self._lock = RLock()
        with ExitStack() as undo:
            migrate_files(workspace.prepare())
            self._database = Database(workspace.database)
            undo.callback(self._database.close)
            self._journal = Journal(workspace.journal)
            undo.callback(self._journal.close)
            reconcile(self._database, self._journal)
            restore_settings(self._database)
            self._intake = Intake(self._database, workspace.root)
            self._states = CellStates(self._database, self._intake)
            self._recorder = Recorder(workspace, self._database, self._journal, self._intake, self._states)
            self._handing_out = HandingOut(self._states)
            self._progress: dict[str, CellProgress] = {}
            self._curated: dict[str, list[CuratedSample]] = {}
            self._quota = stored_quota(self._database)
            self._orders = stored_orders(self._database)
            undo.pop_all()

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

    def set_best_first(self, cell: Cell, best_first: bool) -> None:
        """Hand out this cell's candidates from the best on, or as the seed has them, from now on."""
        with self._lock:
            self._set_order(cell, self._order(cell).chosen(best_first))

    def _order(self, cell: Cell) -> Order:
        return self._orders.get(cell.id, BY_SEED)

    def _set_order(self, cell: Cell, order: Order) -> None:
        if order != self._order(cell):
            store_order(self._database, cell.id, order)
            self._orders[cell.id] = order
            self._progress.pop(cell.id, None)

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
                    self._forget(part)
            except UnreadablePart as error:
                refused = error
        if self._intake.revision != before:
            self._progress.clear()
        if refused:
            raise refused
        return new

    def job_cells(self, job_dir: Path) -> JobCells:
        """The cells of a candidates job: those people have decided on, and the others."""
        with self._lock:
            return job_cells(self._database, self._intake, job_dir)

    def remove_unjudged(self, job_dir: Path) -> JobCells:
        """Take back the cells of the job that nobody has decided on; which went, and which are kept.

        The folder keeps the others. What another job made of a cell comes in again with the next look at its folder.
        """
        with self._lock:
            found = remove_unjudged(self._database, self._intake, job_dir)
            self._states.clear()
            self._forget_derived()
            for cell in found.unjudged:
                self._handing_out.forget(cell.id)
                self._orders.pop(cell.id, None)
            return found

    def _forget(self, part: Part) -> None:
        """What was in memory before this part came in."""
        if part.cell:
            self._states.clear()
            self._forget_derived()
        else:
            self._states.forget_hints()

    def _forget_derived(self) -> None:
        self._progress.clear()
        self._curated.clear()

    def cells(self) -> list[CellProgress]:
        """How far every cell is, by data set, split, perturbation and severity."""
        return [self.progress(cell) for cell in self._cells()]

    def progress(self, cell: Cell) -> CellProgress:
        """How far this cell is; all zero for one nobody made candidates for."""
        with self._lock:
            if cell.id not in self._progress:
                log, (samples, not_applicable) = self._state(cell).log, self._intake.looked_at(cell)
                self._progress[cell.id] = progress(
                    cell,
                    log.outcomes.values(),
                    len(log.gold_labels),
                    not_applicable,
                    self._quota,
                    samples,
                    self._order(cell),
                )
            return self._progress[cell.id]

    def desk(self, cell: Cell, annotator: str, n: int = 12, exclude: Collection[str] = ()) -> list[DeskItem]:
        """What this annotator should look at next, at most n and at most what the quota still lacks.

        Nobody else is given these while the annotator is heard of every ten minutes; skipped ones come last.
        Nothing once the cell is closed. `exclude` holds candidates the annotator has at hand already.
        """
        with self._lock:
            quota = self.progress(cell)
            if quota.closed or not quota.candidates:
                return []
            items = self._handing_out.next(self._state(cell), quota.order, annotator, min(n, quota.left), exclude)
            if items and quota.order.best_first:
                self._set_order(cell, replace(quota.order, served=True))
            return items

    def lost(self, cell: Cell, annotator: str, candidate_ids: Collection[str]) -> list[str]:
        """Those of the candidates that this annotator was handed and that are somebody else's by now."""
        with self._lock:
            return self._handing_out.lost(self._state(cell), annotator, candidate_ids)

    def receive(self, decisions: Sequence[Decision]) -> frozenset[str]:
        """The same as `record` for what comes from a desk: a verdict on a candidate that is somebody else's by now is
        marked as a second opinion."""
        with self._lock:
            return self.record([self._handing_out.as_it_comes(self._recorder.state_of(d), d) for d in decisions])

    def record(self, decisions: Sequence[Decision]) -> frozenset[str]:
        """Make these decisions last, all or none: the ids that are safe now, in the journal and in the database.

        Sending a decision again, under the same id, changes nothing. Raises BadInput when one of them can't be taken.
        """
        with self._lock:
            try:
                for cell_id in self._recorder.record(decisions):
                    self._progress.pop(cell_id, None)
                    self._curated.pop(cell_id, None)
            except BadInput:
                self._forget_derived()
                raise
            return frozenset(d.id for d in decisions)

    def recent(self, cell: Cell, annotator: str, n: int = 12) -> list[RecentDecision]:
        """This annotator's last decisions that stand, the newest first."""
        with self._lock:
            state = self._state(cell)
            return self._recent(state, state.log.standing(annotator)[::-1][:n])

    def carried(self, cell: Cell, annotator: str, n: int = 12) -> list[RecentDecision]:
        """The candidates of the cell that have this annotator's last verdicts on others that read the same, the newest
        first."""
        with self._lock:
            state = self._state(cell)
            return self._recent(state, state.log.carried(annotator)[::-1][:n])

    def _recent(self, state: CellState, decisions: Sequence[Decision]) -> list[RecentDecision]:
        items = self._states.items(state, [d.candidate_id for d in decisions])
        return [state.recent(item, decision) for item, decision in zip(items, decisions, strict=True)]

    def session_stats(self, cell: Cell, annotator: str) -> SessionStats:
        """How many verdicts of this annotator stand in the cell, and their median time."""
        with self._lock:
            return self._state(cell).log.stats(annotator)

    def curated(self, cell: Cell) -> list[CuratedSample]:
        """The samples people kept or relabelled, in the order of the queue."""
        with self._lock:
            if cell.id not in self._curated:
                state = self._state(cell)
                self._curated[cell.id] = self._states.curated(state)
            return list(self._curated[cell.id])

    def curated_all(self) -> dict[str, CuratedSample]:
        """Every curated sample by its candidate's id."""
        return {sample.candidate_id: sample for cell in self._cells() for sample in self.curated(cell)}

    def checked(self, cell: Cell) -> Checked:
        """How many samples of the cell were checked until its quota was reached, or so far."""
        with self._lock:
            return checked_until(self._state(cell).log.outcomes.values(), self._quota, self._order(cell))

    def checked_all(self) -> dict[Cell, Checked]:
        """The same for every cell."""
        return {cell: self.checked(cell) for cell in self._cells()}

    def verdicts(self, cell: Cell) -> list[Decision]:
        """What everybody's latest decision on each candidate of the cell says, skips left out."""
        with self._lock:
            return self._state(cell).log.verdicts()

    def judged_hints(self, cell: Cell) -> list[JudgedHint]:
        """The hints of the cell's candidates that people kept, relabelled or discarded, carried verdicts left out."""
        with self._lock:
            state = self._state(cell)
            return judged_hints(self._database.rows(sql("judged_hints"), [state.number]), state.log.outcomes)

    def items(self, cell: Cell, candidate_ids: Sequence[str]) -> list[DeskItem]:
        """These candidates of the cell as the desk shows them, in the order given; unknown ones are left out."""
        with self._lock:
            state = self._state(cell)
            return self._states.items(state, [id_ for id_ in candidate_ids if id_ in state.log.gold_labels])

    def decisions(self, cell: Cell) -> list[Decision]:
        """Every event about the cell's candidates, in the order they were stored."""
        with self._lock:
            state = self._state(cell)
            return [decision_of(row) for row in self._database.rows(sql("decisions_of_cell"), [state.number])]

    def _cells(self) -> list[Cell]:
        return sorted(self._intake.cells.values())

    def _state(self, cell: Cell) -> CellState:
        return self._states.of(cell, self._intake.numbers.get(cell.id, 0))
