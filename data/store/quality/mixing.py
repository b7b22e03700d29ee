"""Gold samples among those that people are handed, and their answers marked as the probes they are."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.records import Decision, Verdict
from curation.records import DeskItem
from data.store.cell_states import CellState, CellStates
from data.store.settings.settings import Settings


class GoldMixing:
    """What is done with gold samples between the queue and the desk. The caller holds the lock."""

    def __init__(self, settings: Settings, states: CellStates) -> None:
        self._settings = settings
        self._states = states

    @property
    def ids(self) -> frozenset[str]:
        """The gold samples, which the queue leaves out: each is handed out as a probe only."""
        return frozenset(self._settings.quality.gold)

    def mixed(self, state: CellState, annotator: str, items: Sequence[DeskItem]) -> list[DeskItem]:
        """The items with gold samples of the cell among them that this person has neither judged nor answered."""
        rules = self._settings.quality
        if not items or not rules.gold_percent or not rules.gold:
            return list(items)
        own = {decision.candidate_id for decision in state.log.standing(annotator)}
        fresh = [
            id_ for id_ in rules.gold if id_ in state.log.gold_labels and not self._has_seen(state, id_, annotator, own)
        ]
        gold = rules.in_order(fresh, annotator)
        line = [item.candidate.id for item in items]
        wanted = list(rules.mixed(line, gold, state.log.cell.id, annotator, len(own)))
        return self._states.items(state, wanted)

    def marked(self, state: CellState, decision: Decision) -> Decision:
        """The decision, marked as a probe where it answers a gold sample that its maker did not judge before."""
        if decision.verdict is Verdict.UNDO or decision.settles:
            return decision
        own = [d for d in state.log.standing(decision.annotator) if d.candidate_id == decision.candidate_id]
        probe = own[-1].probe if own else decision.candidate_id in self._settings.quality.gold
        return replace(decision, probe=True, second=False) if probe else decision

    def _has_seen(self, state: CellState, candidate_id: str, annotator: str, own: Iterable[str]) -> bool:
        outcome = state.log.outcomes.get(candidate_id)
        return candidate_id in own or (outcome is not None and annotator in outcome.heard)
