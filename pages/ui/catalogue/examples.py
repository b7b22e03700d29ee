"""An example of each perturbation, made when it is shown."""

from dataclasses import dataclass
from functools import lru_cache

from core.design import Condition
from core.errors import MissingResource
from core.perturbations.registry import Perturbation, find
from core.rewrite import Rewrite
from pages.ui.shared.perturbing import ONE_AT_A_TIME, perturb_text
from pages.ui.shared.view import OURS, View, middle

SEEDS = range(20)  # a probability may well change nothing; the first seed that does is shown
LONGER = "She quickly told us that they are happy because the film is great, and we often laughed."


@dataclass(frozen=True, slots=True)
class ShownExample:
    """What a perturbation made of a text: None where it is not applicable; `trouble` says why it can't be tried."""

    view: View
    rewrite: Rewrite | None = None
    trouble: str = ""


def example(perturbation: Perturbation, sentence: str = "") -> ShownExample:
    """An example from this sentence, or for "" from the first of ours that the perturbation can change."""
    if sentence:
        return _made(perturbation.name, sentence)
    shown = _made(perturbation.name, OURS)
    return shown if shown.rewrite or shown.trouble else _made(perturbation.name, LONGER)


@lru_cache(500)
def _made(name: str, sentence: str) -> ShownExample:
    step = Condition(name, middle(find(name)))
    views = [View(sentence, (step,), seed) for seed in SEEDS]
    try:
        with ONE_AT_A_TIME:
            for view in views:
                if rewrite := perturb_text(view.text, step, view.seed):
                    return ShownExample(view, rewrite)
    except MissingResource as error:
        return ShownExample(views[0], trouble=str(error))
    return ShownExample(views[0])
