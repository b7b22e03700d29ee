"""One cell's decisions in memory, with what they come to, so that nothing is resolved twice."""

from collections.abc import Iterable, Mapping
from statistics import median

from core.records import Cell, Decision, Verdict
from curation.records import SessionStats
from curation.resolve import Outcome, resolve, standing_decisions


class Ledger:
    """The candidates of a cell (gold labels by id, in the order people see them), its decisions and outcomes."""

    def __init__(self, cell: Cell, gold_labels: Mapping[str, str], decisions: Iterable[Decision] = ()) -> None:
        self.cell = cell
        self.gold_labels = gold_labels
        self.outcomes: dict[str, Outcome] = {}
        self._decisions: dict[str, list[Decision]] = {}
        self._standing: dict[str, list[Decision]] = {}
        self.add(decisions)

    def add(self, decisions: Iterable[Decision]) -> None:
        """Take in more decisions about this cell's candidates; only what they touch is resolved again."""
        touched = set()
        for decision in decisions:
            self._decisions.setdefault(decision.candidate_id, []).append(decision)
            touched.add(decision.candidate_id)
        for candidate_id in touched:
            self._standing[candidate_id] = standing_decisions(self._decisions[candidate_id])
            self.outcomes.pop(candidate_id, None)
            self.outcomes.update(resolve(self._standing[candidate_id], self.gold_labels))

    def about(self, candidate_id: str) -> list[Decision]:
        """Every decision on this candidate, undo events among them."""
        return self._decisions.get(candidate_id, [])

    def standing(self, annotator: str) -> list[Decision]:
        """This annotator's decisions that stand, the latest on each candidate, oldest first."""
        latest = []
        for decisions in self._standing.values():
            latest += [d for d in decisions if d.annotator == annotator][-1:]
        return sorted(latest, key=lambda d: (d.at, d.id))

    def stats(self, annotator: str) -> SessionStats:
        """How many verdicts of this annotator stand, and the median of the times that were measured."""
        verdicts = [d for d in self.standing(annotator) if d.verdict is not Verdict.SKIP]
        times = [d.milliseconds for d in verdicts if d.milliseconds > 0]
        return SessionStats(len(verdicts), median(times) if times else None)
