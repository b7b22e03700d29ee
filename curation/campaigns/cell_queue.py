"""Who is handed which candidates of one cell, and what comes of it when somebody else was handed the same."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from core.records import Decision, Verdict
from curation.campaigns.campaigns import Campaign
from curation.decision_log import DecisionLog
from curation.queue import Claims, OpenSlots, done, each_text_once, judged_by, lacking, open_to, waiting

PASSED = 200  # outcomes after which it is worth the while to look through a line again


class CellQueue:
    """The claims on one cell's candidates. The caller brings the clock (seconds) and, where threads share a cell, the
    lock."""

    def __init__(self, held: Mapping[str, Collection[str]] | None = None, now: float = 0.0) -> None:
        """A queue in which nobody holds anything, or these people what they held before, as if just heard of."""
        self._claims = Claims()
        self._line: Collection[str] = ()
        self._seen: tuple[int, Campaign] | None = None
        self._size = 0
        self._ahead: Collection[str] = ()
        for annotator, candidate_ids in (held or {}).items():
            self._claims.take(candidate_ids, annotator, now)

    def holdings(self, now: float) -> dict[str, list[str]]:
        return self._claims.holdings(now)

    def ahead(self, log: DecisionLog, line: Collection[str], campaign: Campaign) -> Collection[str]:
        """The line without most of those at which nobody need look any more, in its order, so that who is handed the
        next ones of a long line does not pass by all that are done."""
        seen, size = (log.reopened, campaign), len(log.outcomes)
        if line is not self._line or seen != self._seen or size - self._size >= PASSED:
            self._line, self._seen, self._size = line, seen, size
            self._ahead = [id_ for id_ in line if not done(log.outcomes.get(id_), campaign.wanted)]
        return self._ahead

    def next(
        self,
        log: DecisionLog,
        line: Iterable[str],
        campaign: Campaign,
        annotator: str,
        n: int,
        left: int,
        now: float,
        arranged: Callable[[Iterator[str]], Iterator[str]] = iter,
    ) -> tuple[list[str], Iterator[str]]:
        """At most n candidates of the line that this annotator is to look at next, and those that may come after them.
        What is free of the line is `arranged` anew before any is given.

        No more people than are to judge one are given it meanwhile, and nobody has judged at most `left` of those that
        all people hold together.
        """
        claims, outcomes = self._claims, log.outcomes
        claims.renew(annotator, now)
        theirs = each_text_once(waiting(line, outcomes, annotator, campaign.wanted), log.duplicate)
        free = arranged(open_to(theirs, claims, annotator, now, campaign.wanted, outcomes))
        room = self._room(log, annotator, n, left, now)
        given = list(islice(room.within(free, outcomes, lambda: self._beyond_quota(log, campaign, annotator, now)), n))
        claims.take(given, annotator, now)
        claims.keep(annotator, given)
        return given, free

    def leave(self, annotator: str, now: float) -> None:
        """The annotator closed the page."""
        self._claims.leave(annotator, now)

    def is_anothers(self, log: DecisionLog, campaign: Campaign, candidate_id: str, annotator: str, now: float) -> bool:
        """Whether the candidate is somebody else's by now: as many as are to judge it hold it or have judged it."""
        outcome, wanted = log.outcomes.get(candidate_id), campaign.wanted(candidate_id)
        given = outcome.by_hand if outcome else frozenset()
        if outcome and annotator not in outcome.heard and (outcome.final or len(given) >= wanted):
            return True
        return not self._claims.open_to(candidate_id, annotator, now, wanted, given)

    def as_it_comes(self, log: DecisionLog, campaign: Campaign, decision: Decision, now: float) -> Decision:
        """The decision, marked where it is a second opinion: its candidate is somebody else's by now. Whether hints
        were seen is not left to what the desk says where the campaign hides them."""
        id_, annotator = decision.candidate_id, decision.annotator
        seen = replace(decision, hints_visible=decision.hints_visible and campaign.shows_hints(id_))
        if decision.verdict in (Verdict.UNDO, Verdict.SKIP, Verdict.FLAG):
            return seen
        own = log.latest(annotator, id_)
        if own and own.verdict is not Verdict.SKIP:
            return replace(seen, second=own.second)
        return replace(seen, second=self.is_anothers(log, campaign, id_, annotator, now))

    def note_decision(self, log: DecisionLog, campaign: Campaign, decision: Decision, now: float) -> None:
        """The decision is stored: its sample is not held any more, a skipped one a while later, or again where it was
        taken back."""
        if decision.verdict is Verdict.FLAG:
            return
        id_, annotator = decision.candidate_id, decision.annotator
        outcome = log.outcomes.get(id_)
        if outcome and annotator in outcome.heard:
            self._claims.release(id_, annotator)
        elif outcome and annotator in outcome.skipped_by:
            self._claims.rest(id_, annotator, now)
        elif self._claims.open_to(id_, annotator, now, campaign.wanted(id_), judged_by(log.outcomes, id_)):
            self._claims.take([id_], annotator, now)

    def _room(self, log: DecisionLog, annotator: str, n: int, left: int, now: float) -> OpenSlots:
        """The room there is for this annotator. Where others hold so much that too little is left, each keeps an even
        part: who comes last need not wait for those who came first."""
        people = self._claims.people(annotator, now)

        def found() -> OpenSlots:
            held = self._claims.held_by_others(annotator, now)
            return OpenSlots(left, {id_ for id_ in held if not judged_by(log.outcomes, id_)}, people)

        room = found()
        if room.free < min(n, room.part):
            self._claims.share_out(annotator, room.part, room.taken, now)
        return found()

    def _beyond_quota(self, log: DecisionLog, campaign: Campaign, annotator: str, now: float) -> Iterable[str]:
        """What this annotator may be given that takes no place from the quota: what others hold or judged and more
        people are to judge."""
        if campaign.judgements == 1:
            return ()
        begun = [*lacking(log.outcomes, campaign.wanted), *self._claims.held_by_others(annotator, now)]
        theirs = waiting(begun, log.outcomes, annotator, campaign.wanted)
        return open_to(theirs, self._claims, annotator, now, campaign.wanted, log.outcomes)
