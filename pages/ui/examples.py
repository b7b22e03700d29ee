"""An example of each perturbation, made live."""

from dataclasses import dataclass
from functools import lru_cache

from core.errors import MissingResource
from core.perturb import Step
from core.perturbations.registry import Perturbation, find
from core.rewrite import Rewrite
from data.resources import perturber
from pages.ui.playground.results import AT_WORK, KEY
from pages.ui.playground.view import OURS, View, middle

SENTENCES = (  # ours; of each perturbation the first that it can change
    OURS,
    "She will be right back, as far as I know; by the way, thank you for your help!",
    "The cat which sleeps in the garden is not his, and it doesn't eat 12 fish a day.",
    "People receive their letters in the morning and write to their friends in Berlin.",
)
SEEDS = range(20)  # a probability may well change nothing; the first seed that does is shown


@dataclass(frozen=True, slots=True)
class Example:
    """What a perturbation made of a text: None where it is not applicable; `trouble` says why it can't be tried."""

    view: View
    rewrite: Rewrite | None = None
    trouble: str = ""


def example(perturbation: Perturbation, sentence: str = "") -> Example:
    """An example from this sentence, or for "" from the first of ours that the perturbation can change."""
    return _made(perturbation.name, sentence)


@lru_cache(500)
def _made(name: str, sentence: str) -> Example:
    wanted = find(name)
    steps = (Step(name, middle(wanted)),)
    views = [View(text, steps, seed) for text in ([sentence] if sentence else SENTENCES) for seed in SEEDS]
    try:
        with AT_WORK:
            for view in views:
                if rewrite := perturber().text(view.text, name, steps[0].severity, view.seed, KEY):
                    return Example(view, rewrite)
    except MissingResource as error:
        return Example(views[0], trouble=str(error))
    return Example(views[0])
