"""The store: what comes in from jobs, what people see next, what they decide and what that comes to."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import RLock
from typing import ClassVar

from core.errors import BadInput
from core.records import Cell, Decision
from curation.campaigns.campaigns import Campaign
from curation.order import Order, OrderStrategy
from curation.quality.gold import QualityRules
from curation.records import DeskItem
from data.append_log import AppendLog
from data.store.assignments import Assignments
from data.store.intake import Intake
from data.store.leases import Leases
from data.store.parts import Part, UnreadablePart
from data.store.quality.mixing import GoldMixing
from data.store.reading import Reading
from data.store.rebuilding import Rebuilt, rebuild, up_to_date
from data.store.recording import Recorder
from data.store.removing import JobCells, job_cells, remove_unjudged
from data.store.settings.settings_log import take_over
from data.study.copies import heal
from data.workspace import Workspace


class Store(Reading):
    """The workspace's database and log of decisions. One per process; every method may be called from any thread."""

    _open: ClassVar[dict[Path, "Store"]] = {}
    _opening: ClassVar[RLock] = RLock()

    def __init__(self, workspace: Workspace) -> None:
        """Use `Store.open`."""
        self._workspace = workspace
        with ExitStack() as undo:
            workspace.prepare()
            heal(workspace.root)
            log = AppendLog(workspace.journal, Decision)
            database, index = up_to_date(workspace, log)
            undo.callback(database.close)
            take_over(workspace.root)
            super().__init__(database, Intake(database, workspace.root), RLock(), workspace.root)
            self._recorder = Recorder(workspace, database, index, self._intake, self._states)
            self._assignments = Assignments(self._states, self.keep_models, Leases(workspace.root / "handed"))
            self._gold = GoldMixing(self._settings, self._states)
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
            self.keep_models.close()
            self._database.close()

    @classmethod
    def rebuild(cls, workspace: Workspace) -> Rebuilt:
        """Make the database again from the log and the jobs' parts; the old file is kept beside it.

        Raises BadInput while this or another process has the store open.
        """
        if workspace.root in cls._open:
            raise BadInput(
                f"{str(workspace.root)!r} is open in this process; stop Flinch before you rebuild the database."
            )
        return rebuild(workspace)

    def set_quota(self, quota: int) -> None:
        """Want this many curated samples per cell from now on; raises BadInput unless it is at least 1."""
        with self._lock:
            self._settings.set_quota(quota)
            self._forget_derived()

    def set_quality(self, rules: QualityRules) -> None:
        """Settle disputes and mix in gold samples so from now on; raises BadInput for what can't be set."""
        with self._lock:
            self._settings.set_quality(rules)
            self._states.clear()
            self._forget_derived()

    def desk_keys(self, annotator: str) -> Mapping[str, str]:
        """The letter of every action of the desk, as this person has set them."""
        with self._lock:
            return self._settings.desk_keys(annotator)

    def set_desk_keys(self, annotator: str, keys: Mapping[str, str]) -> None:
        """Have these letters, by action, from now on; raises BadInput for a letter that can't be or that has two."""
        with self._lock:
            self._settings.set_desk_keys(annotator, keys)

    def set_campaign(self, campaign: Campaign, by: str = "") -> None:
        """Have this campaign from now on, in place of the one of its name if there is one; `by` is who wants it.

        Raises BadInput for one that can't be, such as one with a cell of another campaign.
        """
        with self._lock:
            self._settings.set_campaign(campaign, [cell.id for cell in self._cells()], by)
            self._forget_derived()

    def set_way(self, cell: Cell, way: OrderStrategy, share: float | None = None) -> None:
        """Hand out this cell's candidates in this way from now on, in triage but for this share (0-1) drawn by chance.

        Raises BadInput for a share that is none.
        """
        with self._lock:
            self._set_order(cell, self._settings.order(cell).chosen(way, share))

    def _set_order(self, cell: Cell, order: Order) -> None:
        if self._settings.set_order(cell, order):
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
            cells = remove_unjudged(self._database, self._intake, job_dir)
            self._states.clear()
            self._forget_derived()
            for cell in cells.unjudged:
                self._assignments.forget(cell.id)
                self._settings.forget(cell)
            return cells

    def _forget(self, part: Part) -> None:
        """What was in memory before this part came in."""
        if part.cell:
            self._states.clear()
            self._forget_derived()
        else:
            self._states.forget_hints()
        self.keep_models.forget()

    def desk(self, cell: Cell, annotator: str, n: int = 12) -> list[DeskItem]:
        """What this annotator should look at next, at most n; of what nobody has judged, all people together hold at
        most what the quota still lacks.

        Nobody else is given these, but those that several are to judge, while the annotator is heard of every ten
        minutes; skipped ones come last. Nothing once the cell is closed or while its campaign hands nothing out.
        """
        with self._lock:
            quota = self.progress(cell)
            if not quota.has_work:
                return []
            state, campaign = self._state(cell), self.campaign(cell)
            gold = self._gold.ids
            items = self._assignments.next(state, quota.order, campaign, annotator, n, quota.left, gold)
            if items:
                self._set_order(cell, quota.order.used)
            return [campaign.shown(item) for item in self._gold.mixed(state, annotator, items)]

    def leave(self, cell: Cell, annotator: str) -> None:
        """This annotator closed the page: what they hold there is free for others a quarter of a minute later."""
        with self._lock:
            self._assignments.leave(self._state(cell), annotator)

    def lost(self, cell: Cell, annotator: str, candidate_ids: Collection[str]) -> list[str]:
        """Those of the candidates that this annotator was handed and that are somebody else's by now."""
        with self._lock:
            normal = [id_ for id_ in candidate_ids if id_ not in self._gold.ids]
            return self._assignments.lost(self._state(cell), self.campaign(cell), annotator, normal)

    def receive(self, decisions: Sequence[Decision]) -> frozenset[str]:
        """The same as `record` for what comes from a desk: a verdict on a candidate that is somebody else's by now is
        marked as a second opinion, an answer to a gold sample as a probe."""
        with self._lock:
            states = [self._recorder.state_of(decision) for decision in decisions]
            placed = [(state, self.campaign(state.log.cell)) for state in states]
            coming = [self._assignments.as_it_comes(*place, d) for place, d in zip(placed, decisions, strict=True)]
            coming = [self._gold.marked(state, d) for state, d in zip(states, coming, strict=True)]
            stored = self.record(coming)
            self.keep_models.decided(len(coming))
            for place, decision in zip(placed, coming, strict=True):
                if not decision.probe:
                    self._assignments.note_decision(*place, decision)
            return stored

    def record(self, decisions: Sequence[Decision]) -> frozenset[str]:
        """Make these decisions last, all or none: the ids that are safe now, synced in the log.

        Sending a decision again, under the same id, changes nothing. Raises BadInput when one of them can't be taken.
        """
        with self._lock:
            try:
                for cell_id in self._recorder.record(decisions):
                    self._progress.pop(cell_id, None)
                    self._curated.pop(cell_id, None)
                self._days.add(decisions)
            except BadInput:
                self._forget_derived()
                raise
            return frozenset(d.id for d in decisions)
