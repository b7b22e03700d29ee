"""Who was handed what of one cell in triage order, and with which probability."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from core.records import Decision, Verdict
from curation.triage.drawing import Assignment, cell_draws, handed_out


class TriageQueue:
    """The hand-outs of one cell in triage order, in the order in which they were made; they live as long as the
    process. A decision that comes after that has no probability, which hides it from estimates but changes none."""

    def __init__(self, cell_id: str, turn: int = 0) -> None:
        """`turn` counts the candidates that were handed out before."""
        self._turns = cell_draws(cell_id)
        self._turn = turn
        self._handed: dict[str, tuple[str, Assignment]] = {}
        self._offered: dict[str, Assignment] = {}

    def line(
        self, free: Iterable[str], annotator: str, ranking: Sequence[str], share: float, skipped: Collection[str] = ()
    ) -> Iterator[str]:
        """The free candidates as this annotator is given them: first what they were given already, then what is drawn,
        and last what they skipped."""
        left = list(free)
        ids = set(left)
        last = [id_ for id_ in left if id_ in skipped]
        mine = [id_ for id_, (who, _) in self._handed.items() if who == annotator and id_ in ids]
        own = [id_ for id_ in mine if id_ not in skipped]
        yield from own
        rest = ids.difference(own, last)
        self._offered = {}
        for given in handed_out([id_ for id_ in left if id_ in rest], ranking, share, self._turns, self._turn):
            self._offered[given.candidate_id] = given
            yield given.candidate_id
        yield from last

    def hand_out(self, annotator: str, given: Iterable[str]) -> None:
        """The annotator was given these of the line."""
        for id_ in given:
            if id_ in self._offered:
                self._handed.pop(id_, None)
                self._handed[id_] = (annotator, self._offered.pop(id_))
                self._turn += 1

    def marked(self, decision: Decision) -> Decision:
        """The decision, with the probability of the hand-out that it answers."""
        if decision.verdict is Verdict.UNDO or decision.candidate_id not in self._handed:
            return replace(decision, propensity=0.0, drawn_from=0)
        _, given = self._handed[decision.candidate_id]
        return replace(decision, propensity=given.propensity, drawn_from=given.drawn_from)
