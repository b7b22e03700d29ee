"""Who is handed which candidates of which cell."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import islice
from time import monotonic

from core.records import Decision
from curation.campaigns.campaigns import Campaign
from curation.campaigns.cell_queue import CellQueue
from curation.order import Order
from curation.records import DeskItem
from curation.triage.queue import TriageQueue
from data.store.cell_states import CellState, CellStates
from data.store.leases import Leases
from data.store.triage.keep_models import KeepModels

READ_AHEAD = 36  # desk items read along with one that is missing, so that most reruns read none


class Assignments:
    """The queues of all cells. The caller holds the lock."""

    def __init__(self, states: CellStates, keep_models: KeepModels, leases: Leases) -> None:
        self._states = states
        self._keep_models = keep_models
        self._leases = leases
        self._queues: dict[str, CellQueue] = {}
        self._triage: dict[str, TriageQueue] = {}

    def forget(self, cell_id: str) -> None:
        self._queues.pop(cell_id, None)
        self._leases.forget(cell_id)
        self._triage.pop(cell_id, None)

    def next(
        self,
        state: CellState,
        order: Order,
        campaign: Campaign,
        annotator: str,
        n: int,
        left: int,
        gold: Collection[str] = (),
    ) -> list[DeskItem]:
        """At most n candidates that this annotator is to look at next; nobody has judged at most `left` of those that
        all people hold together. Those that are `gold` are no part of the queue, and nobody holds them."""
        queue, now = self._cell_queue(state), monotonic()
        ahead = queue.ahead(state.log, self._states.line(state, order), campaign)
        line = (id_ for id_ in ahead if id_ not in gold)
        arranged = partial(self._triage_order, state, order, annotator) if order.triage else iter
        given, free = queue.next(state.log, line, campaign, annotator, n, left, now, arranged)
        if order.triage:
            self._triage_queue(state).hand_out(annotator, given)
        self._leases.keep(state.log.cell.id, queue.holdings(now))
        return [campaign.shown(item) for item in self._states.items(state, given, islice(free, READ_AHEAD))]

    def leave(self, state: CellState, annotator: str) -> None:
        """This annotator closed the page."""
        self._cell_queue(state).leave(annotator, monotonic())

    def lost(self, state: CellState, campaign: Campaign, annotator: str, candidate_ids: Iterable[str]) -> list[str]:
        """Those of the candidates that are somebody else's by now: handed to them, or judged by them."""
        queue, now = self._cell_queue(state), monotonic()
        return [id_ for id_ in candidate_ids if queue.is_anothers(state.log, campaign, id_, annotator, now)]

    def as_it_comes(self, state: CellState, campaign: Campaign, decision: Decision) -> Decision:
        """The decision, marked where it is a second opinion, with whether hints could be seen and how likely it was to
        be handed out."""
        coming = self._cell_queue(state).as_it_comes(state.log, campaign, decision, monotonic())
        return self._triage_queue(state).marked(coming)

    def note_decision(self, state: CellState, campaign: Campaign, decision: Decision) -> None:
        self._cell_queue(state).note_decision(state.log, campaign, decision, monotonic())

    def _triage_order(self, state: CellState, order: Order, annotator: str, free: Iterator[str]) -> Iterator[str]:
        """The free candidates in triage order."""
        ranking = self._keep_models.ranking(state.log.cell)
        skipped = {id_ for id_, outcome in state.log.outcomes.items() if annotator in outcome.skipped_by}
        return self._triage_queue(state).line(free, annotator, ranking, order.share, skipped)

    def _triage_queue(self, state: CellState) -> TriageQueue:
        log = state.log
        return self._triage.setdefault(log.cell.id, TriageQueue(log.cell.id, len(log.outcomes)))

    def _cell_queue(self, state: CellState) -> CellQueue:
        id_ = state.log.cell.id
        if id_ not in self._queues:
            self._queues[id_] = CellQueue(self._leases.of(id_), monotonic())
        return self._queues[id_]
