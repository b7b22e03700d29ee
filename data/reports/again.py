"""How a run is made again: what was asked of it, read off its job, as lines of a shell."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import PurePath

from core.models.registry import usual_spec
from core.models.spec import ModelSpec
from core.models.training.recipes import CALLED, RECIPES, USUAL, recipe
from core.models.training.seeds import learns
from core.models.transformer.start import start_of
from core.program import PROGRAM
from data.datasets.stored import card_or_none
from data.runs.evaluation import Evaluation, requested_evaluation
from data.runs.files import ELSEWHERE, RunCard, RunModel
from data.workspace import Workspace

BY_OPTION = ("seed", "train_limit", "class_weights", "prompt", "answer_tokens", "remote_code")  # what options set
GRID, ELMO = "grid", "elmo"


def shown_path(model: RunModel) -> str:
    """What the model is asked for as: a hub name or a kind; of a folder only its name, for a card may be published, and
    where the model is called by it the place that tells it from another of that name."""
    place = start_of(model.path).path
    path = PurePath(place)
    if not path.is_absolute():
        return model.path or model.name
    before = model.path.removesuffix(place)  # "as-is:"
    where = model.name.rpartition(" (")[2].removesuffix(")") if model.name.endswith(")") else ""
    return f"{before}{where}/{path.name}" if where and path.match(f"{where}/{path.name}") else f"{before}{path.name}"


def made_again(workspace: Workspace, run: RunCard, models: Sequence[RunModel]) -> str:
    """The commands that make the run again with these models, by the names that data set and models have here.

    What no option says, such as epochs that were set on the page, stands above them as comments. A run whose job is
    gone is made again as far as its card says.
    """
    theirs = [model for model in models if model.path == ELSEWHERE]
    functions = [model for model in models if model.path.startswith(f"{CALLED}:")]
    ours = [model for model in models if model not in (*theirs, *functions)]
    evaluation = requested_evaluation(workspace, run.id)
    lines = [*_evaluate_lines(workspace, run, ours, evaluation)] if ours else [_grid(workspace, run)] if theirs else []
    lines += [
        f"# {' '.join(model.name.split())} is a function in a script: pass it to flinch.evaluate" for model in functions
    ]
    texts = ["--run", "latest"] if ours else ["--grid", f"{GRID}/{run.dataset}"]
    lines += [_line("import-predictions", "FILE", "--model", model.name, *texts) for model in theirs]
    return "\n".join(lines)


def _evaluate_lines(
    workspace: Workspace, run: RunCard, models: Sequence[RunModel], evaluation: Evaluation | None
) -> Iterator[str]:
    specs = _specs(run, models, evaluation)
    chosen = _recipe(specs)
    yield from (f"# {note}" for spec in specs if (note := _missing_options(spec, chosen)))
    words = ["--dataset", run.dataset, "--split", run.split]
    words += ["--train-split", run.train_split] if run.train_split else []
    limit = evaluation.design.limit if evaluation else _limit(workspace, run)
    words += ["--limit", f"{limit}"] if limit else []
    words += ["--seed", f"{run.seed}"]
    words += _training_options(specs, chosen)
    seeds = [training.seed for model in models for training in run.trained(model.name)]
    first = min(run.seed if seed is None else seed for seed in seeds)
    words += ["--train-seed", f"{first}"] if first != (recipe(chosen).seed or 0) else []
    trainings = max(len(run.trainings.get(model.name, ())) for model in models)
    words += ["--seeds", f"{trainings}"] if trainings > 1 else []
    words += ["--draws", f"{run.draws}"] if run.draws > 1 else []
    words += ["--precision", evaluation.precision] if evaluation and evaluation.precision != "auto" else []
    words += [word for model in models for word in ("--model", shown_path(model))]
    yield _line("evaluate", *words, *_conditions(run))


def _specs(run: RunCard, models: Sequence[RunModel], evaluation: Evaluation | None) -> list[ModelSpec]:
    """The first training's spec of each model; [] where they are not known."""
    by_name = {spec.name: spec for spec in evaluation.models} if evaluation else {}
    first = [run.trained(model.name)[0].name for model in models]
    return [by_name[name] for name in first if name in by_name]


def _recipe(specs: Sequence[ModelSpec]) -> str:
    """The recipe that all of these models were trained by; the usual one where there is none."""
    return next((r.name for r in RECIPES if not any(_differing_settings(spec, r.name) for spec in specs)), USUAL.name)


def _differing_settings(spec: ModelSpec, by: str) -> list[str]:
    """The settings that are other than the recipe's, and that no option sets."""
    asked_as = f"{ELMO}:{spec.path}" if spec.kind == ELMO else spec.path or spec.kind
    usual = recipe(by).of(usual_spec(asked_as))
    as_usual = replace(usual, name=spec.name, path=spec.path, **{name: getattr(spec, name) for name in BY_OPTION})
    mine, theirs = asdict(spec), asdict(as_usual)
    return [name for name, value in mine.items() if value != theirs[name]]


def _missing_options(spec: ModelSpec, by: str) -> str:
    """A sentence on what of the training no option says, "" for nothing."""
    settings = ", ".join(f"{name} {getattr(spec, name)}" for name in _differing_settings(spec, by))
    return f"{' '.join(spec.name.split())} was trained with {settings}, which no option can set" if settings else ""


def _training_options(specs: Sequence[ModelSpec], by: str) -> list[str]:
    if not specs:
        return []
    words = ["--recipe", by] if by != USUAL.name else []
    limit = max((spec.train_limit for spec in specs if learns(spec)), default=0)
    words += ["--train-limit", f"{limit}"] if limit else []
    words += ["--class-weights"] if any(spec.class_weights for spec in specs) else []
    prompt = next((spec.prompt for spec in specs if spec.prompt), "")
    words += ["--prompt", prompt] if prompt else []
    tokens = max(spec.answer_tokens for spec in specs)
    words += ["--answer-tokens", f"{tokens}"] if tokens else []
    return words + (["--trust-remote-code"] if any(spec.remote_code for spec in specs) else [])


def _limit(workspace: Workspace, run: RunCard) -> int:
    """How many samples of the split the run took, 0 for all of it."""
    card = card_or_none(workspace, run.dataset)
    return run.samples if card and run.samples < card.splits.get(run.split, 0) else 0


def _grid(workspace: Workspace, run: RunCard) -> str:
    """The command that makes the texts that others predicted."""
    limit = _limit(workspace, run)
    some = ["--limit", f"{limit}"] if limit else []
    words = [run.dataset, "--split", run.split, *some, "--seed", f"{run.seed}", *_conditions(run)]
    return _line("perturb-dataset", *words, "--output", GRID)


def _conditions(run: RunCard) -> list[str]:
    return [word for cell in run.cells for word in ("--perturbation", cell.condition.spelled)]


def _line(*words: str) -> str:
    return shlex.join([*PROGRAM.split(), *(" ".join(word.split()) for word in words)])
