"""What an annotator sees next, and who holds what meanwhile, so that no two people are given the same candidate."""

from collections.abc import Callable, Collection, Iterable, Iterator

from curation.records import Twin
from curation.resolve import Resolution, Standing

CLAIM_SECONDS = 600.0  # a claim lapses when its holder was not heard of for this long


class Claims:
    """Who was given which candidates of one cell; first come, first served. The caller brings the clock (seconds)
    and, where threads share a cell, the lock."""

    def __init__(self, lasting: float = CLAIM_SECONDS) -> None:
        self._lasting = lasting
        self._holder: dict[str, str] = {}
        self._heard: dict[str, float] = {}

    def renew(self, annotator: str, now: float) -> None:
        """The annotator was heard of: everything they hold stays theirs."""
        if now - self._heard.get(annotator, now) >= self._lasting:
            self._release(annotator)
        self._heard[annotator] = now

    def open_to(self, candidate_id: str, annotator: str, now: float) -> bool:
        """Whether nobody else holds the candidate."""
        holder = self._holder.get(candidate_id)
        return holder is None or holder == annotator or now - self._heard[holder] >= self._lasting

    def take(self, candidate_ids: Iterable[str], annotator: str, now: float) -> None:
        """Give these to the annotator, who must find them open."""
        self._heard[annotator] = now
        for candidate_id in candidate_ids:
            self._holder[candidate_id] = annotator

    def _release(self, annotator: str) -> None:
        for candidate_id in [c for c, holder in self._holder.items() if holder == annotator]:
            del self._holder[candidate_id]


def waiting(candidate_ids: Iterable[str], outcomes: Resolution, annotator: str) -> Iterator[str]:
    """The candidates nobody has a verdict on, in the given order; those this annotator skipped come last, the one
    skipped longest ago first."""
    skipped = []
    for candidate_id in candidate_ids:
        outcome = outcomes.get(candidate_id)
        if outcome is None or (outcome.standing is Standing.SKIPPED and annotator not in outcome.skipped_by):
            yield candidate_id
        elif outcome.standing is Standing.SKIPPED:
            skipped.append(outcome)
    yield from (o.candidate_id for o in sorted(skipped, key=lambda o: (o.settled, o.candidate_id)))


def each_text_once(candidate_ids: Iterable[str], twin: Callable[[str], Twin | None]) -> Iterator[str]:
    """The candidates but for those that read the same as one before: judging that one settles them."""
    seen = set()
    for candidate_id in candidate_ids:
        known = twin(candidate_id)
        if known is None or known.text not in seen:
            yield candidate_id
        if known:
            seen.add(known.text)


def open_to(
    candidate_ids: Iterable[str], claims: Claims, annotator: str, now: float, exclude: Collection[str] = ()
) -> Iterator[str]:
    """Those of the candidates that nobody else holds and that are not to be left out."""
    return (c for c in candidate_ids if c not in exclude and claims.open_to(c, annotator, now))
