"""What the store knows of its cells: how far they are, what people said, what that comes to."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from core.records import Cell, CuratedSample, Decision, Verdict
from curation.by_text import contested, judgements
from curation.campaigns.campaigns import Campaign, pending
from curation.campaigns.history import CampaignVersion
from curation.cell_texts import CellTexts, RemainingTexts, texts_left
from curation.hint_worth import JudgedHint
from curation.order import Order
from curation.people import PersonTally, tally
from curation.quality.day import DaysWork
from curation.quality.gold import QualityRules, as_seen
from curation.quality.streaks import TimedVerdict
from curation.quota import OutcomeTally
from curation.records import CellProgress, DeskItem, RecentDecision
from curation.resolve import Outcome
from curation.sharing.decision_import import KnownCandidate
from curation.triage.reviews import CellChances, candidates_of, looks_of
from curation.triage.saved import TriageSaving, saving
from data.store.cell_states import CellState, CellStates
from data.store.database import Database
from data.store.intake import Intake
from data.store.quality.days import Days
from data.store.quality.lengths import Lengths
from data.store.settings.settings import Settings
from data.store.statements import decision_of, judged_hints, sql
from data.store.texts import PlacedText, placed_texts
from data.store.triage.keep_models import KeepModels


class Reading:
    """The reading half of a store; every method may be called from any thread."""

    def __init__(self, database: Database, intake: Intake, lock: RLock, root: Path) -> None:
        self._database = database
        self._intake = intake
        self._lock = lock
        self._settings = Settings(root)
        self._states = CellStates(database, intake, self._settings)
        self._lengths = Lengths(database, intake)
        self._days = Days(database)
        self.keep_models = KeepModels(database, intake, lock)
        self._progress: dict[str, CellProgress] = {}
        self._curated: dict[str, list[CuratedSample]] = {}
        self._texts: dict[str, tuple[CellProgress, CellTexts]] = {}

    def quota(self) -> int:
        """Curated samples wanted per cell that is in no campaign."""
        return self._settings.quota

    def quality(self) -> QualityRules:
        """What was set to be sure of decisions."""
        return self._settings.quality

    def campaigns(self) -> list[Campaign]:
        """Every campaign, by name, archived ones among them."""
        with self._lock:
            return self._settings.campaigns

    def campaign(self, cell: Cell) -> Campaign:
        """The campaign that the cell is in, or one without a name that says what holds for cells in none."""
        with self._lock:
            return self._settings.campaign(cell)

    def campaign_versions(self, campaign: Campaign) -> list[CampaignVersion]:
        """What this campaign was after each change, by whom and when, the oldest first."""
        with self._lock:
            return self._settings.campaign_versions(campaign)

    def cells(self) -> list[CellProgress]:
        """How far every cell is, by data set, split, perturbation and severity."""
        return [self.progress(cell) for cell in self._cells()]

    def progress(self, cell: Cell) -> CellProgress:
        """How far this cell is; all zero for one nobody made candidates for."""
        with self._lock:
            if cell.id not in self._progress:
                log, (samples, not_applicable) = self._state(cell).log, self._intake.looked_at(cell)
                campaign = self._settings.campaign(cell)
                counted = log.counted(campaign.quota)
                tally = log.tally if counted is log.outcomes else OutcomeTally(counted.values())
                self._progress[cell.id] = CellProgress(
                    cell,
                    len(log.gold_labels),
                    not_applicable,
                    quota=campaign.quota,
                    samples=samples,
                    order=self._settings.order(cell),
                    pending=pending(campaign, counted),
                    campaign=campaign.name,
                    halted=campaign.halted,
                    gold=sum(1 for id_ in self._settings.quality.gold if log.waits(id_)),
                    extra=len(log.outcomes) - len(counted),
                    **tally.counts,
                )
            return self._progress[cell.id]

    def left(self, cells: Iterable[CellProgress]) -> RemainingTexts:
        """How many texts are left to look at in these cells, those of campaigns that are over left out."""
        return texts_left((cell, self.texts(cell)) for cell in cells if not self.campaign(cell.cell).over)

    def texts(self, cell: CellProgress) -> CellTexts:
        """The texts of a cell that is as far as this; worked out once for as long as it is."""
        cached = self._texts.get(cell.cell.id)
        if not cached or cached[0] is not cell:
            with self._lock:
                gold = frozenset(self._settings.quality.gold)
                texts = CellTexts.of(self._state(cell.cell).log, cell.quota, gold)
            cached = self._texts[cell.cell.id] = (cell, texts)
        return cached[1]

    def extra(self, decisions: Iterable[Decision]) -> frozenset[str]:
        """The ids of those of these verdicts, just recorded, that came after the quota was reached: they are kept, and
        counted apart."""
        ids = set()
        with self._lock:
            for decision in (d for d in decisions if d.verdict in (Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD)):
                log = state.log if (state := self._states.holding(decision.candidate_id)) else None
                if log and decision.candidate_id in log.extra(self._settings.campaign(log.cell).quota):
                    ids.add(decision.id)
        return frozenset(ids)

    def recent(self, cell: Cell, annotator: str, n: int = 12) -> list[RecentDecision]:
        """This annotator's last decisions that stand, the newest first."""
        with self._lock:
            state = self._state(cell)
            return self._recent_decisions(state, state.log.standing(annotator)[::-1][:n])

    def undecided_since(
        self, cell: Cell, annotator: str, candidate_ids: Sequence[str], since: datetime
    ) -> list[DeskItem]:
        """Those of these candidates of the cell on which this annotator decided nothing that stands since then, skips
        counted, as the cell's campaign shows them; unknown ones are left out."""
        with self._lock:
            done = {d.candidate_id for d in self._state(cell).log.standing(annotator) if d.at >= since}
            items = self.items(cell, [id_ for id_ in candidate_ids if id_ not in done])
            return list(map(self._settings.campaign(cell).shown, items))

    def said_of(self, cell: Cell, annotator: str, candidate_ids: Collection[str]) -> list[Decision]:
        """This annotator's decisions on these candidates of the cell that stand, the oldest first."""
        if not candidate_ids:
            return []
        ids = {*candidate_ids}
        with self._lock:
            return [d for d in self._state(cell).log.standing(annotator) if d.candidate_id in ids]

    def carried(self, cell: Cell, annotator: str) -> list[RecentDecision]:
        """The candidates of the cell that have this annotator's last verdicts on others that read the same, the newest
        first."""
        with self._lock:
            state = self._state(cell)
            return self._recent_decisions(state, state.log.carried(annotator)[::-1][:12])

    def _recent_decisions(self, state: CellState, decisions: Sequence[Decision]) -> list[RecentDecision]:
        campaign = self._settings.campaign(state.log.cell)
        items = map(campaign.shown, self._states.items(state, [d.candidate_id for d in decisions]))
        return [state.recent(item, decision) for item, decision in zip(items, decisions, strict=True)]

    def own_tally(self, cell: Cell, annotator: str) -> PersonTally:
        """This annotator's verdicts in the cell that stand, probes among them."""
        with self._lock:
            return tally(annotator, self._state(cell).log.standing(annotator))

    def last_decided(self) -> dict[str, datetime]:
        """When each person last decided anything here, skips and what was taken back included, by name in order."""
        rows = self._database.rows(
            "select annotator, max(decided_at) from decisions group by annotator order by annotator"
        )
        return {name: at.replace(tzinfo=UTC) for name, at in rows}

    def days_work(self, annotator: str, since: datetime) -> DaysWork:
        """What this annotator decided in all cells since then."""
        with self._lock:
            return self._days.of(annotator, since)

    def curated(self, cell: Cell) -> list[CuratedSample]:
        """The samples people kept or relabelled, in the order of the queue."""
        with self._lock:
            if cell.id not in self._curated:
                state = self._state(cell)
                counted = state.log.counted(self._settings.campaign(cell).quota)
                self._curated[cell.id] = self._states.curated(state, counted)
            return list(self._curated[cell.id])

    def verdicts(self, cell: Cell) -> list[Decision]:
        """What everybody's latest decision on each candidate of the cell says, skips left out."""
        with self._lock:
            return self._state(cell).log.verdicts()

    def judgements(self, cells: Iterable[Cell]) -> list[Decision]:
        """Everybody's verdicts in these cells, oldest first; candidates that read the same have one id."""
        with self._lock:
            return judgements(self._state(cell).log for cell in cells)

    def contested(self, cells: Iterable[Cell]) -> dict[Cell, dict[str, list[Decision]]]:
        """By cell and id what people differ on and nobody settled, each text once: what everybody said of it."""
        with self._lock:
            return contested(self._state(cell).log for cell in cells)

    def timed_verdicts(self, cell: Cell) -> list[TimedVerdict]:
        """The same verdicts, with how many words there were to read for each."""
        with self._lock:
            verdicts = self.verdicts(cell)
            words = self._lengths.of(self._state(cell).number, len({d.candidate_id for d in verdicts}))
            random_order = self._settings.order(cell).estimates
            return [TimedVerdict(d, cell, words.get(d.candidate_id, 0), random_order) for d in verdicts]

    def probes(self, cell: Cell) -> list[Decision]:
        """Everybody's answers to the cell's gold samples, skips left out."""
        with self._lock:
            return self._state(cell).log.probes()

    def progress_as_seen(self, cell: Cell, annotator: str) -> CellProgress:
        """How far the cell is with this person's answers to gold samples counted like all others."""
        with self._lock:
            return as_seen(self.progress(cell), self._state(cell).log.standing(annotator))

    def outcomes(self, cell: Cell) -> dict[str, Outcome]:
        """What people made of the cell's candidates, by id."""
        with self._lock:
            return dict(self._state(cell).log.outcomes)

    def flags(self, cell: Cell) -> list[Decision]:
        """The flags on the cell's candidates that nobody took back or settled, oldest first."""
        with self._lock:
            return self._state(cell).log.flags()

    def judged_hints(self, cell: Cell) -> list[JudgedHint]:
        """The hints of the cell's candidates that people kept, relabelled or discarded, carried verdicts left out."""
        with self._lock:
            state = self._state(cell)
            return judged_hints(self._database.rows(sql("judged_hints"), [state.number]), state.log.outcomes)

    def saving(self, cell: Cell) -> TriageSaving:
        """What triage saved in the cell, so far or until its quota was reached."""
        with self._lock:
            log = self._state(cell).log
            return saving(looks_of(log), candidates_of(log))

    def chances(self, cell: Cell) -> CellChances:
        """What the model of what people keep says of the cell's candidates; none where there is no model."""
        with self._lock:
            log, chances = self._state(cell).log, self.keep_models.chances(cell)
            return CellChances.of(log, chances)

    def items(self, cell: Cell, candidate_ids: Sequence[str]) -> list[DeskItem]:
        """These candidates of the cell as the desk shows them, in the order given; unknown ones are left out."""
        with self._lock:
            state = self._state(cell)
            return self._states.items(state, [id_ for id_ in candidate_ids if id_ in state.log.gold_labels])

    def decisions(self, cell: Cell) -> list[Decision]:
        """Every event about the cell's candidates, in the order they were stored."""
        with self._lock:
            number = self._intake.numbers.get(cell.id, 0)
        return [decision_of(row) for row in self._database.rows(sql("decisions_of_cell"), {"cell": number})]

    def orders(self) -> dict[Cell, Order]:
        """In which order each cell's candidates are handed out."""
        with self._lock:
            return {cell: self._settings.order(cell) for cell in self._cells()}

    def candidates(self, ids: Collection[str]) -> dict[str, KnownCandidate]:
        """Those of these candidates that are here, by id."""
        rows = self._database.rows(
            "select id, cell, sample_id, gold_label from candidates where id in (select unnest(?))", [sorted(ids)]
        )
        with self._lock:
            return {id_: KnownCandidate(self._intake.cells[cell], *rest) for id_, cell, *rest in rows}

    def stored(self, ids: Collection[str]) -> dict[str, Decision]:
        """Those of the decisions with these ids that are here, by id."""
        rows = self._database.rows("select * from decisions where id in (select unnest(?))", [sorted(ids)])
        return {decision.id: decision for decision in map(decision_of, rows)}

    def placed(self, cell: Cell, ids: Collection[str]) -> list[PlacedText]:
        """Where the texts of these candidates of the cell lie, in the order of the seed; unknown ones are left out."""
        with self._lock:
            number = self._intake.numbers.get(cell.id, 0)
            return placed_texts(self._database, self._intake.files, number, ids)

    def made_with(self, seed: int) -> dict[Cell, int]:
        """How many candidates were made with this seed, by cell; without those that have none."""
        rows = self._database.rows("select cell, count(*) from candidates where seed = ? group by cell", [seed])
        with self._lock:
            return {self._intake.cells[number]: many for number, many in rows}

    def files(self, cell: Cell) -> list[Path]:
        """The files that hold the texts of the cell's candidates."""
        with self._lock:
            number = self._intake.numbers.get(cell.id, 0)
            rows = self._database.rows("select distinct file from candidates where cell = ?", [number])
            return sorted(self._intake.files[file] for (file,) in rows)

    def copy_to(self, path: Path) -> None:
        """Put a copy of all tables into a new database file, for another process; raises BadInput where that can't be
        written."""
        self._database.copy_to(path)

    def people(self) -> frozenset[str]:
        """The names of all who ever decided here."""
        return frozenset(name for (name,) in self._database.rows("select distinct annotator from decisions"))

    def _cells(self) -> list[Cell]:
        return sorted(self._intake.cells.values())

    def _state(self, cell: Cell) -> CellState:
        return self._states.of(cell, self._intake.numbers.get(cell.id, 0))

    def _forget_derived(self) -> None:
        self._progress.clear()
        self._curated.clear()
