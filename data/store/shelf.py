"""The cells people are working on, kept in memory: ledger, desk items at hand, claims."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.records import Cell, CuratedSample
from curation.ledger import Ledger
from curation.records import DeskItem
from data.store.database import Database
from data.store.statements import decision_of, item_of, sql

CELLS_AT_HAND = 12  # ledgers in memory; a cell of 4,000 candidates takes about 1 MB
ITEMS_AT_HAND = 200  # desk items in memory per cell


@dataclass(slots=True)
class Work:
    """One cell's ledger, its similarities in rising order once somebody asked, and the items that were shown lately."""

    number: int
    ledger: Ledger
    similarities: Sequence[float] | None = None
    items: OrderedDict[str, DeskItem] = field(default_factory=OrderedDict)


class Shelf:
    """The work of the cells used last; others are read again when they are asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._works: OrderedDict[str, Work] = OrderedDict()

    def clear(self) -> None:
        """Forget everything, for what lies in the database has changed."""
        self._works.clear()

    def forget_hints(self) -> None:
        """Forget what was shown, for there are new hints; decisions stay."""
        for work in self._works.values():
            work.items.clear()
            work.similarities = None

    def holding(self, candidate_id: str) -> Work | None:
        """The work at hand that this candidate belongs to."""
        return next((w for w in self._works.values() if candidate_id in w.ledger.gold_labels), None)

    def work(self, cell: Cell, number: int) -> Work:
        """The cell's work, read if it is not in memory."""
        work = self._works.get(cell.id)
        if work is None:
            work = self._works[cell.id] = self._read(cell, number)
            if len(self._works) > CELLS_AT_HAND:
                self._works.popitem(last=False)
        self._works.move_to_end(cell.id)
        return work

    def items(self, work: Work, wanted: Sequence[str], next_in_line: Iterable[str] = ()) -> list[DeskItem]:
        """The items of these candidates; when one must be read, those next in line are read along with it."""
        if any(id_ not in work.items for id_ in wanted):
            if work.similarities is None:
                work.similarities = [v for (v,) in self._database.rows(sql("similarities"), [work.number])]
            missing = [id_ for id_ in dict.fromkeys([*wanted, *next_in_line]) if id_ not in work.items]
            for row in self._database.rows(sql("items"), {"cell": work.number, "ids": missing}):
                candidate, gold_label, hint = item_of(work.ledger.cell, row)
                rank = _percentile(work.similarities, hint.similarity) if hint else None
                work.items[candidate.id] = DeskItem(candidate, gold_label, hint, rank)
        found = [work.items[id_] for id_ in wanted]
        for id_ in wanted:
            work.items.move_to_end(id_)
        while len(work.items) > max(ITEMS_AT_HAND, len(wanted)):
            work.items.popitem(last=False)
        return found

    def curated(self, work: Work) -> list[CuratedSample]:
        """What people kept or relabelled in this cell, in the order of the queue."""
        rows = self._database.rows(
            "select id, sample_id, gold_label from candidates where cell = ? order by position, id", [work.number]
        )
        outcomes = work.ledger.outcomes
        found = (outcomes[id_].curated(*rest) for id_, *rest in rows if id_ in outcomes)
        return [sample for sample in found if sample is not None]

    def _read(self, cell: Cell, number: int) -> Work:
        labels: dict[str, str] = {}
        candidates = self._database.rows(
            "select id, gold_label from candidates where cell = ? order by position, id", [number]
        )
        gold = {id_: labels.setdefault(label, label) for id_, label in candidates}
        decisions = map(decision_of, self._database.rows(sql("decisions_of_cell"), [number]))
        return Work(number, Ledger(cell, gold, decisions))


def _percentile(rising: Sequence[float], similarity: float) -> float | None:
    """The share of these that are lower; None without a similarity or anything to compare it with."""
    if similarity != similarity or len(rising) < 2:
        return None
    return bisect_left(rising, similarity) / len(rising)
