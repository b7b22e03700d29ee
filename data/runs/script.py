"""Evaluations that a script asks for, done in its own process: of what it names, and of what it has in hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from core.design import Design
from core.models.called.family import called
from core.models.registry import usual_spec
from core.models.spec import ModelSpec
from core.models.training.recipes import CALLED, asked_by, left_as_usual, specs_of, told_apart
from core.models.training.seeds import seeded
from core.perturbations.conditions import parse_conditions
from data.importing.script_samples import dataset_of, given_samples
from data.jobs.bar import watched
from data.jobs.job import Show, run_inline
from data.models.given import Classifier, Fitted, as_function, is_classifier, is_model, saved, with_tokenizer
from data.runs.evaluation import Evaluation
from data.workspace import Workspace

Function = Callable[..., object]
Given = str | Function | Classifier | Fitted
"""A model: its name, a function, a classifier of scikit-learn, or one of transformers with its tokenizer."""


def evaluated(
    workspace: Workspace,
    dataset: Any,
    models: Given | Iterable[Given],
    conditions: str | Sequence[str],
    report: Show | None,
    *,
    split: str,
    seed: int,
    limit: int,
    recipe: str,
    seeds: int,
    training: Mapping[str, Any],
    prompt: str,
    answer_tokens: int,
    **how: Any,
) -> str:
    """Evaluate these models; the run's id.

    `training` are settings of each model that is named, `how` what else an Evaluation takes. Raises BadInput for what
    is unknown, and for what went wrong.
    """
    samples = given_samples(dataset)
    name = samples if isinstance(samples, str) else dataset_of(workspace, samples)
    design = Design(name, split, parse_conditions(conditions), seed, limit)
    given = _as_list(models)
    with ExitStack() as until, watched(report) as show:
        unseeded = [_spec(until, model, number, recipe, training) for number, model in enumerate(given, 1)]
        specs = seeded(asked_by(prompt, answer_tokens, told_apart(unseeded)), seeds)
        here = any(spec.kind == CALLED for spec in specs)  # a function is of this process
        evaluation = Evaluation(design, specs, workers=int(here), **how)
        evaluation.check(workspace)
        if note := left_as_usual([model for model in given if isinstance(model, str)], recipe):
            print(note)
        return run_inline(workspace, "evaluate", evaluation.title, evaluation.arguments(), show)


def _as_list(models: Given | Iterable[Given]) -> list[Given]:
    if isinstance(models, str) or is_classifier(models) or not isinstance(models, Iterable):
        return [models]
    return [*models]


def _spec(until: ExitStack, model: Given, number: int, recipe: str, training: Mapping[str, Any]) -> ModelSpec:
    """How the model is trained; what is no name is a model `until` its context ends."""
    if is_model(model):
        model = with_tokenizer(model)
    if is_classifier(model):
        return usual_spec(until.enter_context(saved(model, number)))
    if isinstance(model, str):
        return specs_of([model], recipe, **training)[0]
    return until.enter_context(called(as_function(model)))
