"""Taking decisions into the log: checked, synced, indexed, in that order."""

from collections.abc import Mapping, Sequence

from core.errors import BadInput
from core.records import Decision, Verdict
from curation.answers import check_answer
from curation.rules import check, check_undo, same_event
from data.datasets.stored import card_or_none
from data.store.cell_states import CellState, CellStates
from data.store.database import Database
from data.store.decision_index import DecisionIndex
from data.store.intake import Intake
from data.store.statements import decision_of
from data.workspace import Workspace


class Recorder:
    """Writes decisions to the log, and to what is at hand of it; the caller holds the lock."""

    def __init__(
        self, workspace: Workspace, database: Database, index: DecisionIndex, intake: Intake, states: CellStates
    ) -> None:
        self._workspace = workspace
        self._database = database
        self._index = index
        self._intake = intake
        self._states = states

    def record(self, decisions: Sequence[Decision]) -> set[str]:
        """Make these decisions last, all or none; the ids of the cells they changed. Raises BadInput otherwise."""
        changed = self._catch_up()
        fresh = self._new_decisions(decisions)
        states = {d.candidate_id: self.state_of(d) for d in fresh}
        for decision in fresh:
            if decision.verdict is Verdict.UNDO:
                about = states[decision.candidate_id].log.about(decision.candidate_id)
                check_undo(decision, [*about, *fresh])
            if decision.verdict is Verdict.RELABEL:
                self._check_answer(decision, states[decision.candidate_id])
        if fresh:
            self._write(fresh)
        for decision in fresh:
            states[decision.candidate_id].log.add([decision])
        return changed | {state.log.cell.id for state in states.values()} | self._carry_to_duplicates(fresh, states)

    def _check_answer(self, decision: Decision, state: CellState) -> None:
        """Raise BadInput unless the new label is one for its data set; where that was removed, any will do."""
        if card := card_or_none(self._workspace, state.log.cell.dataset):
            check_answer(decision.label, state.log.gold_labels[decision.candidate_id], card)

    def _carry_to_duplicates(self, decisions: Sequence[Decision], states: Mapping[str, CellState]) -> set[str]:
        """Have the cells at hand know of decisions on texts that they have too; the ids of all cells that have them."""
        duplicates = {d.candidate_id: states[d.candidate_id].log.duplicate(d.candidate_id) for d in decisions}
        texts = sorted({duplicate.text for duplicate in duplicates.values() if duplicate})
        if not texts:
            return set()
        for state in self._states.reading(texts):
            for decision in decisions:
                duplicate = duplicates[decision.candidate_id]
                if duplicate and duplicate.cell != state.log.cell and state.log.reads_like(duplicate.text):
                    state.log.add_duplicate(duplicate, [decision])
        related = frozenset().union(*(state.related for state in states.values()))
        return {self._intake.cells[number].id for number in related}

    def _new_decisions(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Those of the decisions that are not stored yet, each once; raises BadInput for one that can't be taken."""
        fresh: dict[str, Decision] = {}
        for decision in decisions:
            check(decision)
            fresh.setdefault(decision.id, decision)
        marks = ", ".join("?" * len(fresh)) or "null"  # literal marks let DuckDB use the key: half the time of unnest
        rows = self._database.rows(f"select * from decisions where id in ({marks})", list(fresh))
        stored = {decision.id: decision for decision in map(decision_of, rows)}
        for decision in decisions:
            if not same_event(decision, stored.get(decision.id, fresh[decision.id])):
                raise BadInput(f"The id {decision.id!r} belongs to another decision; reload the page and decide again.")
        return [decision for id_, decision in fresh.items() if id_ not in stored]

    def state_of(self, decision: Decision) -> CellState:
        """The state of the cell that the decision's candidate belongs to; raises BadInput for an unknown candidate."""
        if state := self._states.holding(decision.candidate_id):
            return state
        rows = self._database.rows("select cell from candidates where id = ?", [decision.candidate_id])
        if not rows:
            raise BadInput(f"There is no candidate {decision.candidate_id!r} to decide on; reload the page.")
        number = rows[0][0]
        return self._states.of(self._intake.cells[number], number)

    def _write(self, decisions: Sequence[Decision]) -> None:
        try:
            self._index.append(decisions)
        except BadInput:
            self._states.clear()
            raise

    def _catch_up(self) -> set[str]:
        """Take in what the log has and the database would not take, so that it is not written there again; the ids of
        the cells that this may have changed."""
        if not self._index.catch_up():
            return set()
        self._states.clear()
        return set(self._intake.numbers)
