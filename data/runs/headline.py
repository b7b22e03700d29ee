"""A run in two figures: its best model on untouched text, and the cell in which a model changed its mind most."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from core.records import Score


@dataclass(frozen=True, slots=True)
class Headline:
    """`best`: the highest accuracy on the original texts; `worst`: the lowest kappa; None where none was scored."""

    best: Score | None
    worst: Score | None


def headline(scores: Sequence[Score]) -> Headline:
    """The two figures among these scores of one run; what could not be scored is left out, the first of equals wins."""
    known = [score for score in scores if not isnan(score.value)]
    accuracies = [score for score in known if score.metric == "accuracy" and not score.perturbation]
    kappas = [score for score in known if score.metric == "kappa" and score.perturbation]
    return Headline(
        max(accuracies, key=lambda score: score.value, default=None),
        min(kappas, key=lambda score: score.value, default=None),
    )
