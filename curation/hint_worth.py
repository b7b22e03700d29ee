"""Do the hints tell what people keep? For each perturbation how well each hint tells kept from discarded."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan

from core.metrics.estimate import Estimate
from core.metrics.roc import auc

FEWEST = 5  # samples of each kind below which nothing is said


@dataclass(frozen=True, slots=True)
class JudgedHint:
    """The hints of a candidate that was judged, NaN for none, and whether it was kept or relabelled."""

    collected: bool
    similarity: float = nan
    issues: float = nan
    context: float = nan


@dataclass(frozen=True, slots=True)
class HintWorth:
    """A perturbation's hints: the area under the ROC curve of each, high where it tells kept from discarded.

    Of grammar issues fewer are better. `kept` and `discarded` count the samples that had hints; the figures are NaN
    below `FEWEST` of either.
    """

    perturbation: str
    kept: int
    discarded: int
    similarity: Estimate
    grammar: Estimate
    context: Estimate


def worth(perturbation: str, judged: Iterable[JudgedHint]) -> HintWorth:
    """How much the hints of this perturbation's candidates were worth."""
    hints = list(judged)
    sides = [[hint for hint in hints if hint.collected is collected] for collected in (True, False)]
    kept, discarded = sides

    def of(numbers: list[list[float]]) -> Estimate:
        return auc(*numbers) if min(map(len, numbers)) >= FEWEST else Estimate(nan, 0)

    return HintWorth(
        perturbation,
        len(kept),
        len(discarded),
        of([[hint.similarity for hint in side if hint.similarity == hint.similarity] for side in sides]),
        of([[-hint.issues for hint in side if hint.issues == hint.issues] for side in sides]),
        of([[hint.context for hint in side if hint.context == hint.context] for side in sides]),
    )
