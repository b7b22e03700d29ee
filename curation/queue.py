"""What an annotator sees next, and who holds what, so that no sample goes to more people than are to judge it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from curation.campaigns.overlap import Wanted, once
from curation.records import DuplicateText
from curation.resolve import Outcome, Resolution

RESTING = 60.0  # seconds in which nobody else is handed what one skipped: so long a slip is taken back as if never made
CLAIM_SECONDS = 600.0  # a claim lapses when its holder was not heard of for this long
LEFT_SECONDS = 15.0  # or so soon where they closed the page: whoever loads it anew still has what they had


class Claims:
    """Who was given which candidates of one cell; first come, first served. The caller brings the clock (seconds)
    and, where threads share a cell, the lock."""

    def __init__(self) -> None:
        self._holders: dict[str, set[str]] = {}
        self._heard: dict[str, float] = {}
        self._resting: dict[tuple[str, str], float] = {}  # until when, by candidate and who skipped it

    def renew(self, annotator: str, now: float) -> None:
        """The annotator was heard of: everything they hold stays theirs."""
        for candidate_id, who in [skipped for skipped, until in self._resting.items() if until <= now]:
            self.release(candidate_id, who)
        if now - self._heard.get(annotator, now) >= CLAIM_SECONDS:
            self.keep(annotator, ())
        self._heard[annotator] = now

    def leave(self, annotator: str, now: float) -> None:
        """The annotator closed the page: unless they are heard of, what they hold is free soon."""
        if annotator in self._heard:
            self._heard[annotator] = min(self._heard[annotator], now - CLAIM_SECONDS + LEFT_SECONDS)

    def open_to(
        self, candidate_id: str, annotator: str, now: float, wanted: int = 1, judged_by: Collection[str] = ()
    ) -> bool:
        """Whether the annotator holds the candidate, or it has a place left: `wanted` people are to judge it, of whom
        some have, and others hold it."""
        if annotator in self._holders.get(candidate_id, ()):
            return True
        return len({*judged_by, *self._active_holders(candidate_id, now)} - {annotator}) < wanted

    def take(self, candidate_ids: Iterable[str], annotator: str, now: float) -> None:
        """Give these to the annotator, who must find them open."""
        self._heard[annotator] = now
        for candidate_id in candidate_ids:
            self._holders[candidate_id] = self._active_holders(candidate_id, now) | {annotator}
            self._resting.pop((candidate_id, annotator), None)

    def rest(self, candidate_id: str, annotator: str, now: float) -> None:
        """The annotator skipped the candidate: it stays theirs for a while, for they may take that back."""
        if annotator in self._holders.get(candidate_id, ()):
            self._resting[candidate_id, annotator] = now + RESTING

    def release(self, candidate_id: str, annotator: str) -> None:
        """The annotator is done with the candidate, or never had it."""
        self._resting.pop((candidate_id, annotator), None)
        holders = self._holders.get(candidate_id, set())
        holders.discard(annotator)
        if not holders:
            self._holders.pop(candidate_id, None)

    def keep(self, annotator: str, candidate_ids: Collection[str]) -> None:
        """The annotator gives back all but these, and what they skipped a moment ago."""
        for candidate_id in [c for c, holders in self._holders.items() if annotator in holders]:
            if candidate_id not in candidate_ids and (candidate_id, annotator) not in self._resting:
                self.release(candidate_id, annotator)

    def held_by_others(self, annotator: str, now: float) -> set[str]:
        """The candidates that somebody else holds."""
        return {candidate_id for candidate_id in self._holders if self._active_holders(candidate_id, now) - {annotator}}

    def holdings(self, now: float) -> dict[str, list[str]]:
        """What each person holds, in the order of their names."""
        held: dict[str, list[str]] = {}
        for candidate_id in self._holders:
            for holder in self._active_holders(candidate_id, now):
                held.setdefault(holder, []).append(candidate_id)
        return dict(sorted(held.items()))

    def people(self, annotator: str, now: float) -> int:
        """How many people hold something, this one counted in any case."""
        return len({annotator}.union(*(self._active_holders(candidate_id, now) for candidate_id in self._holders)))

    def share_out(self, annotator: str, most: int, among: Collection[str], now: float) -> None:
        """Have nobody but the annotator hold more than `most` of these: who does gives back the last of them."""
        held = Counter[str]()
        for candidate_id in [id_ for id_ in self._holders if id_ in among]:
            for holder in self._active_holders(candidate_id, now) - {annotator}:
                held[holder] += 1
                if held[holder] > most:
                    self.release(candidate_id, holder)

    def _active_holders(self, candidate_id: str, now: float) -> set[str]:
        holders = self._holders.get(candidate_id, ())
        return {holder for holder in holders if now - self._heard[holder] < CLAIM_SECONDS}


def judged_by(outcomes: Resolution, candidate_id: str) -> tuple[str, ...]:
    """Who gave a verdict or a second opinion on the candidate."""
    outcome = outcomes.get(candidate_id)
    return outcome.heard if outcome else ()


def lacking(outcomes: Resolution, wanted: Wanted) -> list[str]:
    """The candidates that some have judged, but fewer than are to, and that nobody has settled."""
    return [id_ for id_, outcome in outcomes.items() if outcome.heard and not done(outcome, wanted)]


def waiting(candidate_ids: Iterable[str], outcomes: Resolution, annotator: str, wanted: Wanted = once) -> Iterator[str]:
    """The candidates that fewer people than `wanted` have judged, and not this annotator, in the given order; those
    this annotator skipped come last, the one skipped longest ago first."""
    skipped = []
    for candidate_id in candidate_ids:
        outcome = outcomes.get(candidate_id)
        if outcome is None:
            yield candidate_id
        elif annotator in outcome.heard or done(outcome, wanted):
            continue
        elif annotator in outcome.skipped_by:
            skipped.append(outcome)
        else:
            yield candidate_id
    yield from (o.candidate_id for o in sorted(skipped, key=lambda o: (o.settled, o.candidate_id)))


def done(outcome: Outcome | None, wanted: Wanted) -> bool:
    """Whether nobody else need judge it: somebody settled it, or as many as are to judge it were heard."""
    if not outcome or not (heard := outcome.heard):
        return False
    return outcome.final or len(heard) >= wanted(outcome.candidate_id)


def each_text_once(candidate_ids: Iterable[str], duplicate: Callable[[str], DuplicateText | None]) -> Iterator[str]:
    """The candidates but for those that read the same as one before: judging that one settles them."""
    seen = set()
    for candidate_id in candidate_ids:
        shared = duplicate(candidate_id)
        if shared is None or shared.text not in seen:
            yield candidate_id
        if shared:
            seen.add(shared.text)


@dataclass(frozen=True, slots=True)
class OpenSlots:
    """How many candidates that nobody has judged may be out at once, so that a quota is never overshot: `places` in
    all, of which some are taken by what others hold, and each of the people may hold an even part."""

    places: int
    taken: Collection[str] = ()  # that nobody has judged
    people: int = 1

    @property
    def part(self) -> int:
        """What each may hold, at least one."""
        return max(1, self.places // max(1, self.people))

    @property
    def free(self) -> int:
        """What one may be given that nobody else holds."""
        return min(self.places - len(self.taken), self.part)

    def within(
        self, candidate_ids: Iterable[str], outcomes: Resolution, more: Callable[[], Iterable[str]]
    ) -> Iterator[str]:
        """Those of the candidates that have a place; ones that somebody has judged need none. When no place is left,
        only `more` can come: the rest is not looked through for others."""
        free = self.free
        came, coming = set[str](), None
        for candidate_id in candidate_ids:
            if candidate_id in self.taken or judged_by(outcomes, candidate_id):
                came.add(candidate_id)
                yield candidate_id
            elif free > 0:
                free -= 1
                yield candidate_id
            else:
                coming = {*more()} if coming is None else coming
                if coming <= came:
                    return


def open_to(
    candidate_ids: Iterable[str],
    claims: Claims,
    annotator: str,
    now: float,
    wanted: Wanted = once,
    outcomes: Resolution = MappingProxyType({}),
) -> Iterator[str]:
    """Those of the candidates that have a place for this annotator."""
    return (c for c in candidate_ids if claims.open_to(c, annotator, now, wanted(c), judged_by(outcomes, c)))
