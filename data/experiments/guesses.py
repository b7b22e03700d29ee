"""The masked words of an experiment: which model guesses them, in which texts."""

from pathlib import Path

from core.errors import BadInput
from core.experiments.guesses import Guesses, guesses, masked
from core.experiments.registry import ExperimentRequest, find_experiment
from core.hints.masked import MaskedModel
from data.experiments.texts import ExperimentTexts
from data.jobs.job import Job


def guesser_of(request: ExperimentRequest) -> MaskedModel | None:
    """The masked language model that is asked for; None for none. Raises BadInput for an experiment that takes no words
    away, MissingResource for a model that can't be loaded."""
    if not request.masked:
        return None
    if not find_experiment(request.experiment).removes:
        raise BadInput(
            f"Only the experiment word_classes masks words, not {request.experiment}; leave the masked model out."
        )
    return MaskedModel(request.masked)


def called(model: str) -> str:
    """What a model by hub name or folder is called."""
    return Path(model).name if Path(model).is_dir() else model


def guessed(job: Job, guesser: MaskedModel, texts: ExperimentTexts, request: ExperimentRequest) -> dict[str, Guesses]:
    """By condition, over the test samples; conditions that take no word away are left out."""
    by_condition: dict[str, Guesses] = {}
    for condition in request.parsed:
        job.check()
        job.report(0, 0, f"Guessing masked words: {condition}")
        words = [list(filter(None, map(masked, texts.rewrites(sample, condition)))) for sample in texts.test]
        if any(words):
            by_condition[condition.spelled] = guesses(guesser.named, words)
    return by_condition
