"""What the steps make of the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from core.errors import MissingResource
from core.perturb import Perturber, Step
from core.rewrite import Rewrite
from data.resources import perturber
from pages.ui.playground.view import View

KEY = "1"  # the text is line 1 of the file in the recipe, and its draws are seeded by that
AT_WORK = Lock()  # the tagger's memory is not made for two threads


@dataclass(frozen=True, slots=True)
class Result:
    """A step and its rewrite, None where it is not applicable; `trouble` says why a step could not be tried.

    In a chain the rewrite is that of all steps so far, and None means that this one found nothing to change.
    """

    step: Step
    rewrite: Rewrite | None = None
    trouble: str = ""


def results(view: View) -> list[Result]:
    """One for each step, in order."""
    with AT_WORK:
        made = perturber()
        return _chained(made, view) if view.chained else [_alone(made, view, step) for step in view.steps]


def _alone(made: Perturber, view: View, step: Step) -> Result:
    try:
        return Result(step, made.text(view.text, *step, view.seed, KEY))
    except MissingResource as error:
        return Result(step, trouble=str(error))


def _chained(made: Perturber, view: View) -> list[Result]:
    found: list[Result] = []
    now = view.text
    try:
        for step, rewrite in zip(view.steps, made.chain(view.text, view.steps, view.seed, KEY), strict=True):
            changed = rewrite if rewrite and rewrite.perturbed != now else None
            found.append(Result(step, changed))
            now = rewrite.perturbed if rewrite else now
    except MissingResource as error:
        found.append(Result(view.steps[len(found)], trouble=str(error)))
    return found


def tagged(texts: Sequence[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """The tokens of each text with their part-of-speech tags."""
    with AT_WORK:
        analysed = {text: perturber().analyse(text) for text in texts}
    return {text: tuple((token.text, token.tag) for token in one.tokens) for text, one in analysed.items()}
