"""The looks at a cell's candidates, as the decisions on them tell."""

from collections.abc import Mapping
from dataclasses import dataclass

from curation.decision_log import DecisionLog
from curation.triage.rate import Review, begun_by_seed


def looks_of(log: DecisionLog) -> list[Review]:
    """Those at candidates that were judged in this cell, in the order in which they were settled.

    Verdicts that were carried here cost no look. Those before the first that was handed out in triage order came by the
    seed.
    """
    judged = [outcome for outcome in log.outcomes.values() if outcome.checked and not outcome.carried_from]
    looks = []
    for outcome in sorted(judged, key=lambda outcome: (outcome.settled, outcome.candidate_id)):
        logged = next((d for d in log.about(outcome.candidate_id) if d.propensity), None)
        looks.append(Review(outcome.collected, logged.drawn_from if logged else 0, logged is not None))
    return begun_by_seed(looks, candidates_of(log)) if any(look.logged for look in looks) else looks


def candidates_of(log: DecisionLog) -> int:
    """How many texts there are to look at: those that read the same are one, what another cell told is none."""
    texts: set[object] = set()
    for id_ in log.gold_labels:
        outcome, duplicate = log.outcomes.get(id_), log.duplicate(id_)
        if not outcome or not outcome.carried_from or outcome.carried_from in log.gold_labels:
            texts.add(duplicate.text if duplicate else id_)
    return len(texts)


@dataclass(frozen=True, slots=True)
class CellChances:
    """The chances (0-1) of the cell's candidates that wait or are disputed, and of those that were judged in it."""

    waiting: tuple[float, ...]
    judged: tuple[float, ...]

    @classmethod
    def of(cls, log: DecisionLog, chances: Mapping[str, float]) -> "CellChances":
        """The chances by what became of each candidate."""
        checked = {id_: of for id_, of in log.outcomes.items() if of.agreed}
        waiting = tuple(chance for id_, chance in chances.items() if id_ not in checked)
        return cls(
            waiting, tuple(chances[id_] for id_, of in checked.items() if id_ in chances and not of.carried_from)
        )
