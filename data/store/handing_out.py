"""Who is handed which candidates, and what comes of it when somebody else was handed the same."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import islice
from time import monotonic

from core.records import Decision, Verdict
from curation.order import Order
from curation.queue import Claims, each_text_once, open_to, waiting
from curation.records import DeskItem
from data.store.cell_states import CellState, CellStates

READ_AHEAD = 36  # desk items read along with one that is missing, so that most reruns read none


class HandingOut:
    """The claims on the candidates of all cells; they live as long as this process. The caller holds the lock."""

    def __init__(self, states: CellStates) -> None:
        self._states = states
        self._claims: dict[str, Claims] = {}

    def forget(self, cell_id: str) -> None:
        """The cell is gone."""
        self._claims.pop(cell_id, None)

    def next(
        self, state: CellState, order: Order, annotator: str, n: int, exclude: Collection[str] = ()
    ) -> list[DeskItem]:
        """At most n candidates that this annotator is to look at next; nobody else is given them meanwhile."""
        claims, now = self._of(state), monotonic()
        claims.renew(annotator, now)
        ranked = self._states.line(state, order)
        line = each_text_once(waiting(ranked, state.log.outcomes, annotator), state.log.twin)
        free = open_to(line, claims, annotator, now, exclude)
        wanted = list(islice(free, n))
        claims.take(wanted, annotator, now)
        return self._states.items(state, wanted, islice(free, READ_AHEAD))

    def lost(self, state: CellState, annotator: str, candidate_ids: Iterable[str]) -> list[str]:
        """Those of the candidates that are somebody else's by now: handed to them, or judged by them."""
        return [id_ for id_ in candidate_ids if self._is_anothers(state, id_, annotator)]

    def as_it_comes(self, state: CellState, decision: Decision) -> Decision:
        """The decision, marked where it is a second opinion: its candidate is somebody else's by now."""
        if decision.verdict in (Verdict.UNDO, Verdict.SKIP):
            return decision
        own = [d for d in state.log.standing(decision.annotator) if d.candidate_id == decision.candidate_id]
        late = own[-1].second if own else self._is_anothers(state, decision.candidate_id, decision.annotator)
        return replace(decision, second=late)

    def _is_anothers(self, state: CellState, candidate_id: str, annotator: str) -> bool:
        outcome = state.log.outcomes.get(candidate_id)
        judged = outcome is not None and outcome.first_hand and annotator not in outcome.heard
        return judged or not self._of(state).open_to(candidate_id, annotator, monotonic())

    def _of(self, state: CellState) -> Claims:
        return self._claims.setdefault(state.log.cell.id, Claims())
