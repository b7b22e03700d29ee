"""What the steps make of the text."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.design import Condition
from core.errors import MissingResource
from core.perturbations.perturber import Perturber
from core.rewrite import Rewrite
from data.lexicon.resources import perturber
from pages.ui.shared.perturbing import ONE_AT_A_TIME, key, perturb_text
from pages.ui.shared.view import View


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step and its rewrite, None where it is not applicable; `trouble` says why a step could not be tried.

    In a chain the rewrite is that of all steps so far, and None means that this one found nothing to change; `own` is
    then what this step did to the text of the steps before it, None where there are none.
    """

    step: Condition
    rewrite: Rewrite | None = None
    trouble: str = ""
    own: Rewrite | None = None


def results(view: View) -> list[StepResult]:
    """One for each step, in order."""
    with ONE_AT_A_TIME:
        return _chained(perturber(), view) if view.chained else [_alone(view, step) for step in view.steps]


def _alone(view: View, step: Condition) -> StepResult:
    try:
        return StepResult(step, perturb_text(view.text, step, view.seed))
    except MissingResource as error:
        return StepResult(step, trouble=str(error))


def _chained(engine: Perturber, view: View) -> list[StepResult]:
    results_so_far: list[StepResult] = []
    text = view.text
    try:
        chain = engine.chain_steps(view.text, view.steps, view.seed, key(view.text))
        for step, (own, rewrite) in zip(view.steps, chain, strict=True):
            changed = rewrite if rewrite and rewrite.perturbed != text else None
            results_so_far.append(StepResult(step, changed, own=own if changed and own is not rewrite else None))
            text = rewrite.perturbed if rewrite else text
    except MissingResource as error:
        results_so_far.append(StepResult(view.steps[len(results_so_far)], trouble=str(error)))
    return results_so_far


def tagged(texts: Sequence[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """The tokens of each text with their part-of-speech tags."""
    with ONE_AT_A_TIME:
        analysed = {text: perturber().analyse(text) for text in texts}
    return {text: tuple((token.text, token.tag) for token in parsed.tokens) for text, parsed in analysed.items()}
