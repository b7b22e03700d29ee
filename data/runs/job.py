"""The job "evaluate": make each model ready, predict the original and the perturbed texts, write it all down."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from core.errors import BadInput
from core.identity import content_id
from core.models.device import Device
from core.models.registry import family
from core.models.spec import ModelSpec
from core.models.training.recipes import ENDPOINT
from core.models.training.seeds import learns, named, trainings_of
from core.records import DatasetCard
from core.so_many import so_many
from data.jobs.job import Cancelled, Job
from data.jobs.pace import remember
from data.jobs.process_pool import process_pool
from data.models.folder import ModelFolder
from data.models.ready import freed_after
from data.models.room import make_room, room_in_words
from data.models.weights import weights_of
from data.plugins import plugin_versions
from data.runs.cells import KNOWN, PlannedModel
from data.runs.driver import Driver, reason
from data.runs.estimate import work_of
from data.runs.evaluation import Evaluation, answers, material, parse_evaluation
from data.runs.files import NO_LABELS, RunCard, RunDraw, RunModel, failures_in_words, read_card, write_card
from data.runs.inputs import EvaluationInputs, prepare_inputs, texts_in_words
from data.runs.local_executor import LocalExecutor
from data.runs.progress import Progress
from data.runs.remote_executor import Executor, RemoteExecutor

VERSIONS = ("torch", "transformers", "numpy")


def run(job: Job) -> None:
    """Make or complete the run `runs/<job id>`: what is already on disk is not made again."""
    evaluation = parse_evaluation(job.arguments)
    dataset = evaluation.check(job.workspace)
    with executor_of(evaluation.device, evaluation.workers, evaluation.ray) as executor, freed_after():
        device = executor.device(evaluation.device, evaluation.precision, job.check)
        folder = job.workspace.runs / job.id
        folder.mkdir(parents=True, exist_ok=True)
        draws = prepare_inputs(job, evaluation)
        inputs = draws[0]
        where = executor.in_words(device)
        samples = so_many(len(inputs.samples), "sample")
        print(f"{samples} of {dataset.name} ({evaluation.design.split}), on {where}", flush=True)
        if repeats := texts_in_words(draws) if len(draws) > 1 else "":
            print(repeats, flush=True)
        faults: dict[str, Exception] = {}
        models = _make_plans(job, evaluation, dataset, device, faults)
        texts = inputs.texts + sum(draw.texts - len(draw.samples) for draw in draws[1:])
        progress = Progress(job, sum(m.plan.cost.training + m.plan.cost.text * texts for m in models))
        for name in (model.plan.spec.name for model in models if model.plan.spec.kind == ENDPOINT):
            print(
                f"{name}: at most {so_many(texts, 'prompt')}, not counting prompts that were answered before",
                flush=True,
            )
        card = _initial_card(job, folder, evaluation, dataset, draws, where, models)
        write_card(folder, card)
        _make_room(job, models)
        card = _complete_models(job, Driver(executor, progress, folder, draws, device), card, models, faults)
    _make_room(job, models)
    if faults:
        raise _combine_faults(faults, len(evaluation.models) - len(faults))
    if card.failures:
        raise BadInput(failures_in_words(card))
    write_card(folder, replace(card, finished=True))
    specs = [model.plan.spec for model in models]
    summary = "; ".join(filter(None, (done_in_words(inputs, specs, len(draws)), repeats)))
    progress.say(0, summary + ("" if card.labelled else f". {NO_LABELS}"))


def _complete_models(
    job: Job, driver: Driver, card: RunCard, models: Sequence[PlannedModel], faults: dict[str, Exception]
) -> RunCard:
    """One model after the other; the card with what is known of them. `faults` takes why one can't be had."""
    for model in models:
        driver.executor.begin(model, driver.device)
    for model in models:
        began, before = monotonic(), driver.progress.worked
        try:
            completed, failures = driver.complete(card, model)
        except (Cancelled, OSError, MemoryError):
            raise
        except Exception as fault:
            _leave_out(model.plan.spec, fault, faults)
            continue
        seconds = monotonic() - began
        if driver.executor.sequential:
            work = work_of(model.plan.spec, driver.device.kind)
            remember(job.workspace, work, driver.progress.worked - before, seconds)
        card = replace(card.after(completed, seconds), failures=(*card.failures, *failures))
        write_card(driver.run_folder, card)
    return card


@contextmanager
def executor_of(device: str, workers: int = 0, ray: str = "") -> Iterator[Executor]:
    """Who does the work: a cluster, several processes, or this one; for the length of the block.

    Without a word of how many, there is a process for each GPU where there are several.
    """
    gpus = _gpus() if device != "cpu" and not ray else 0
    workers = workers or max(1, gpus)
    if ray:
        from data.jobs.ray_pool import RayPool

        with RayPool(ray) as cluster:
            yield RemoteExecutor(cluster, f"Ray at {ray}, {cluster.size} workers")
    elif workers > 1:
        with process_pool(workers, gpus) as pool:
            yield RemoteExecutor(pool, f"{workers} processes")
    else:
        yield LocalExecutor()


def _gpus() -> int:
    import torch

    return torch.cuda.device_count()


def done_in_words(inputs: EvaluationInputs, specs: Sequence[ModelSpec], draws: int = 1) -> str:
    """What was asked of the models, for people: "720 samples, 12 cells, 2 models, 10 trainings"."""
    samples, cells, models = len(inputs.samples), len(inputs.cells), named(specs)
    if not any(cell.applied for cell in inputs.cells):
        what = "choose other perturbations, or another data set"
        return f"none of the {samples:,} samples could be perturbed, so there is nothing to compare: {what}."
    counts = [(samples, "sample"), (cells, "cell"), (len(models), "model")]
    if len(specs) > len(models):
        counts.append((len(specs), "training"))
    if draws > 1:
        counts.append((draws, "draw"))
    return ", ".join(so_many(count, name) for count, name in counts)


def _make_room(job: Job, models: Sequence[PlannedModel]) -> None:
    """Keep trained models within their limit; those of this run stay."""
    if removed := room_in_words(make_room(job.workspace, [model.plan.digest for model in models])):
        print(removed, flush=True)


def _make_plans(
    job: Job, evaluation: Evaluation, dataset: DatasetCard, device: Device, faults: dict[str, Exception]
) -> list[PlannedModel]:
    """The models that can be had; of the others, `faults` takes why not. Raises when there is none left."""
    models = []
    for spec in evaluation.models:
        try:
            models.append(_make_plan(job, evaluation, dataset, spec, device))
        except KNOWN as fault:
            _leave_out(spec, fault, faults)
    if not models:
        raise _combine_faults(faults, 0)
    return models


def _make_plan(job: Job, evaluation: Evaluation, dataset: DatasetCard, spec: ModelSpec, device: Device) -> PlannedModel:
    examples = material(job.workspace, evaluation, dataset, spec)
    learnt = replace(examples, weights=weights_of(spec), precision=device.precision)
    plan = family(spec.kind).plan(spec, dataset.task, answers(dataset, learnt), learnt)
    return PlannedModel(plan, learnt, ModelFolder.of(job.workspace, plan.digest))


def _leave_out(spec: ModelSpec, fault: Exception, faults: dict[str, Exception]) -> None:
    print(f"{spec.name} is left out: {reason(fault)}", flush=True)
    faults[spec.name] = fault


def _combine_faults(faults: Mapping[str, Exception], done: int) -> Exception:
    """The one fault there is, or all of them in one message; `done` models have none."""
    if len(faults) == 1 and not done:
        return next(iter(faults.values()))
    others = f"The other {done} models are" if done > 1 else "The other model is"
    advice = [f"{others} done; run the job again to continue."] * bool(done)
    return BadInput(" ".join([*(f"{name}: {reason(fault)}" for name, fault in faults.items()), *advice]))


def _initial_card(
    job: Job,
    folder: Path,
    evaluation: Evaluation,
    dataset: DatasetCard,
    draws: Sequence[EvaluationInputs],
    where: str,
    planned: Sequence[PlannedModel],
) -> RunCard:
    """The card of a run that begins, or goes on with the models and the time of its earlier card."""
    earlier = read_card(folder)
    digests = {model.plan.spec.name: model.plan.digest for model in planned}
    several = trainings_of([spec.name for spec in evaluation.models])
    models = (
        earlier.models
        if earlier
        else tuple(
            RunModel(
                spec.name,
                spec.path or spec.kind,
                content_id(spec.name),
                seed=spec.seed,
                training_of=several.get(spec.name, ""),
            )
            for spec in evaluation.models
        )
    )
    return RunCard(
        id=folder.name,
        title=job.title,
        dataset=evaluation.design.dataset,
        split=evaluation.design.split,
        train_split=evaluation.train_split if any(map(learns, evaluation.models)) else "",
        labels=dataset.labels,
        samples=len(draws[0].samples),
        seed=evaluation.design.seed,
        device=where,
        models=tuple(replace(model, digest=digests.get(model.name, model.digest)) for model in models),
        cells=draws[0].cells,
        started=earlier.started if earlier else job.created.isoformat(),
        seconds=earlier.seconds if earlier else 0.0,
        finished=False,
        versions={name: version(name) for name in VERSIONS} | plugin_versions(),
        ours=dataset.ours,
        labelled=evaluation.design.split not in dataset.unlabelled,
        variants=draws[0].recipe.folder,
        further_draws=tuple(RunDraw(draw.cells, draw.recipe.folder) for draw in draws[1:]),
        task=dataset.task,
        plan=evaluation.plan,
    )
