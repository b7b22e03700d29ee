"""The cells people are working on, kept in memory: log, desk items at hand, claims."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.records import Candidate, Cell, CuratedSample, Decision
from curation.decision_log import DecisionLog
from curation.order import Order
from curation.records import DeskItem, DuplicateText, RecentDecision
from curation.resolve import Resolution
from data.store.database import Database
from data.store.intake import Intake
from data.store.settings.settings import Settings
from data.store.statements import ItemRow, decision_of, sql
from data.variants.reading import rewrites_at

CELLS_AT_HAND = 12  # decision logs in memory; a cell of 4,000 candidates takes about 1 MB
ITEMS_AT_HAND = 2_000  # desk items in memory: twenty people hold and look back at some 1,200; 2,000 take about 8 MB


@dataclass(slots=True)
class CellState:
    """One cell's log, the items that were shown lately, and what somebody asked for: its similarities in rising order,
    its candidates from the best on."""

    number: int
    log: DecisionLog
    related: frozenset[int] = frozenset()  # the numbers of the cells that have a text in common with this one
    similarities: Sequence[float] | None = None
    ranking: Sequence[str] | None = None
    items: OrderedDict[str, DeskItem] = field(default_factory=OrderedDict)

    def recent(self, item: DeskItem, decision: Decision) -> RecentDecision:
        """The decision with what it was about, and what it has to do with other candidates that read the same."""
        id_ = decision.candidate_id
        duplicate, outcome = self.log.duplicate(id_), self.log.outcomes.get(id_)
        source = (
            self.log.duplicate(outcome.carried_from)
            if outcome and outcome.carried_from and not decision.probe
            else None
        )
        return RecentDecision(item, decision, duplicate.copies if duplicate else 1, source.cell if source else None)


class CellStates:
    """The state of the cells used last; others are read again when they are asked for."""

    def __init__(self, database: Database, intake: Intake, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._intake = intake
        self._by_id: OrderedDict[str, CellState] = OrderedDict()

    def clear(self) -> None:
        """Forget everything, for what lies in the database has changed."""
        self._by_id.clear()

    def forget_hints(self) -> None:
        """Forget what was shown, for there are new hints; decisions stay."""
        for state in self._by_id.values():
            state.items.clear()
            state.similarities = state.ranking = None

    def line(self, state: CellState, order: Order) -> Collection[str]:
        """The cell's candidates as they are handed out; of the best first, those without a hint are the last."""
        if not order.best_first:
            return state.log.gold_labels
        if state.ranking is None:
            state.ranking = [id_ for (id_,) in self._database.rows(sql("triage/best_first"), {"cell": state.number})]
        return state.ranking

    def holding(self, candidate_id: str) -> CellState | None:
        """The state at hand that this candidate belongs to."""
        return next((w for w in self._by_id.values() if candidate_id in w.log.gold_labels), None)

    def reading(self, texts: Iterable[int]) -> list[CellState]:
        """The states at hand of cells with a candidate that has one of these texts."""
        wanted = list(texts)
        return [state for state in self._by_id.values() if any(map(state.log.reads_like, wanted))]

    def of(self, cell: Cell, number: int) -> CellState:
        """The cell's state, read if it is not in memory."""
        state = self._by_id.get(cell.id)
        if state is None:
            state = self._by_id[cell.id] = self._read(cell, number)
            if len(self._by_id) > CELLS_AT_HAND:
                self._by_id.popitem(last=False)
        self._by_id.move_to_end(cell.id)
        return state

    def items(self, state: CellState, wanted: Sequence[str], next_in_line: Iterable[str] = ()) -> list[DeskItem]:
        """The items of these candidates; when one must be read, those next in line are read along with it."""
        if any(id_ not in state.items for id_ in wanted):
            if state.similarities is None:
                state.similarities = [v for (v,) in self._database.rows(sql("similarities"), [state.number])]
            missing = [id_ for id_ in dict.fromkeys([*wanted, *next_in_line]) if id_ not in state.items]
            for item in self._read_items(state, missing):
                state.items[item.candidate.id] = item
        desk_items = [state.items[id_] for id_ in wanted]
        for id_ in wanted:
            state.items.move_to_end(id_)
        self._evict_items(state, len(wanted))
        return desk_items

    def _evict_items(self, state: CellState, wanted: int) -> None:
        """Forget items beyond those at hand, of the cells used longest ago first, but not this many of `state`."""
        others = [other for other in self._by_id.values() if other is not state]
        over = sum(len(other.items) for other in [state, *others]) - ITEMS_AT_HAND
        for other in [*others, state]:
            least = wanted if other is state else 0
            while over > 0 and len(other.items) > least:
                other.items.popitem(last=False)
                over -= 1

    def curated(self, state: CellState, outcomes: Resolution) -> list[CuratedSample]:
        """What people kept or relabelled in this cell by these outcomes, in the order of the queue."""
        rows = self._database.rows(
            "select id, sample_id, gold_label from candidates where cell = ? order by position, id", [state.number]
        )
        samples = (outcomes[id_].curated(*rest) for id_, *rest in rows if id_ in outcomes)
        return [sample for sample in samples if sample is not None]

    def _read_items(self, state: CellState, ids: Sequence[str]) -> Iterator[DeskItem]:
        """The items of these candidates: who they are from the database, their texts from the files of variants."""
        values = {"cell": state.number, "ids": list(ids)}
        by_file: dict[int, list[ItemRow]] = {}
        for row in map(ItemRow.of, self._database.rows(sql("items"), values)):
            by_file.setdefault(row.file, []).append(row)
        for number, rows in by_file.items():
            texts = rewrites_at(self._intake.files[number], [row.row_number for row in rows])
            for row, rewrites in zip(rows, texts, strict=True):
                candidate = Candidate(row.sample_id, state.log.cell, row.seed, rewrites, row.id)
                rank = _percentile(state.similarities or (), row.hint.similarity) if row.hint else None
                yield DeskItem(candidate, row.gold_label, row.hint, rank)

    def _read(self, cell: Cell, number: int) -> CellState:
        labels: dict[str, str] = {}
        candidates = self._database.rows(
            "select id, gold_label from candidates where cell = ? order by position, id", [number]
        )
        gold = {id_: labels.setdefault(label, label) for id_, label in candidates}
        cells = self._intake.cells
        rows = self._database.rows(sql("duplicates"), {"cell": number})
        duplicates = {id_: DuplicateText(text, cells[of], copies) for id_, text, of, copies in rows}
        which = "decisions_of_texts" if duplicates else "decisions_of_cell"
        decisions = self._database.rows(sql(which), {"cell": number})
        related = (
            frozenset(n for (n,) in self._database.rows(sql("related_cells"), [number])) if duplicates else frozenset()
        )
        log = DecisionLog(cell, gold, map(decision_of, decisions), duplicates, self._settings.quality.majority)
        return CellState(number, log, related)


def _percentile(rising: Sequence[float], similarity: float) -> float | None:
    """The share of these that are lower; None without a similarity or anything to compare it with."""
    if similarity != similarity or len(rising) < 2:
        return None
    return bisect_left(rising, similarity) / len(rising)
