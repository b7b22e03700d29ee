"""The job "evaluate": make each model ready, predict the original and the perturbed texts, write it all down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from core.design import Condition
from core.errors import BadInput, MissingResource
from core.identity import content_id
from core.models.device import Device, choose
from core.models.endpoint.prompt import label_in
from core.models.family import ModelPlan
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.records import Cell, DatasetCard
from data.jobs.job import Job
from data.jobs.pace import remember
from data.jobs.runners import Inline, Runner
from data.models.chat import asked_in_words
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ready
from data.models.room import make_room, room_in_words, used_now
from data.models.weights import weights_of
from data.runs.counts import cell_counts
from data.runs.estimate import work_of
from data.runs.evaluation import Evaluation, material, parse_evaluation
from data.runs.files import NO_LABELS, RunCard, RunModel, predictions_path, read_card, write_card
from data.runs.inputs import EvaluationInputs, prepare_inputs
from data.runs.parts import forget, in_parts
from data.runs.progress import Predicting, Progress, Training
from data.runs.units import PredictionUnit, predict
from data.tables import write_parquet

KNOWN = (BadInput, MissingResource)  # what is said of one model; the others are evaluated all the same
VERSIONS = ("torch", "transformers", "numpy")


@dataclass(frozen=True, slots=True)
class PlannedModel:
    """A model of the run: which it will be, what it learns from, where it is kept."""

    plan: ModelPlan
    material: Material
    folder: ModelFolder


def run(job: Job) -> None:
    """Make or complete the run `runs/<job id>`: what is already on disk is not made again."""
    evaluation = parse_evaluation(job.arguments)
    dataset = evaluation.check(job.workspace)
    device = choose(evaluation.device)
    folder = job.workspace.runs / job.id
    folder.mkdir(parents=True, exist_ok=True)
    inputs = prepare_inputs(job, evaluation)
    print(
        f"{len(inputs.samples):,} samples of {dataset.name} ({evaluation.design.split}), on {device.description}",
        flush=True,
    )
    faults: dict[str, Exception] = {}
    models = _all_planned(job, evaluation, dataset, device, faults)
    progress = Progress(job, sum(m.plan.cost.training + m.plan.cost.text * inputs.texts for m in models))
    card = _begun(job, folder, evaluation, dataset, inputs, device)
    digests = {model.plan.spec.name: model.plan.digest for model in models}
    card = replace(
        card, models=tuple(replace(known, digest=digests.get(known.name, known.digest)) for known in card.models)
    )
    write_card(folder, card)
    _make_room(job, models)
    with Inline() as runner, freed_after():
        for model in models:
            began, before = monotonic(), progress.worked
            driver = Driver(runner, progress, folder, card, inputs, device, model)
            try:
                completed = driver.complete()
            except KNOWN as fault:
                _leave_out(model.plan.spec, fault, faults)
                continue
            seconds = monotonic() - began
            remember(job.workspace, work_of(model.plan.spec, device.kind), progress.worked - before, seconds)
            card = card.after(completed, seconds)
            write_card(folder, card)
    _make_room(job, models)
    if faults:
        raise _in_one(faults, len(evaluation.models) - len(faults))
    write_card(folder, replace(card, finished=True))
    progress.say(0, in_words(inputs, len(models)) + ("" if card.labelled else f". {NO_LABELS}"))


def in_words(inputs: EvaluationInputs, models: int) -> str:
    """What was asked of the models, for people: "720 samples, 12 cells, 2 models"."""
    samples, cells = len(inputs.samples), len(inputs.cells)
    if not any(cell.applied for cell in inputs.cells):
        what = "choose other perturbations, or another data set"
        return f"none of the {samples:,} samples could be perturbed, so that nothing is compared: {what}."
    counts = ((samples, "sample"), (cells, "cell"), (models, "model"))
    return ", ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for count, name in counts)


@dataclass(frozen=True, slots=True)
class Driver:
    """Has one model's units done, and writes down what comes back."""

    runner: Runner
    progress: Progress
    run_folder: Path
    card: RunCard
    inputs: EvaluationInputs
    device: Device
    model: PlannedModel

    def complete(self) -> RunModel:
        """Make the model ready and write its predictions where there are none yet; what is now known of it."""
        known = self.card.model(self.model.plan.spec.name)
        self._make_ready(known)
        for condition in (None, *self.inputs.conditions):
            self._predict(known, condition)
        accuracy, history = self.model.folder.dev_accuracy, self.model.folder.history
        print(f"{known.name}: accuracy on dev {'unknown' if accuracy is None else f'{accuracy:.3f}'}", flush=True)
        if history.in_words:
            print(f"{known.name}: {history.in_words}", flush=True)
        if asked := self._asked():
            print(f"{known.name}: {asked}", flush=True)
        trained_on = self.model.plan.trained_on
        return replace(known, dev_accuracy=accuracy, trained_on=trained_on, history=history, asked=asked)

    def _asked(self) -> str:
        labels = self.model.plan.labels
        return asked_in_words(self.model.folder.path, lambda answer: label_in(answer, labels) is not None)

    def _make_ready(self, known: RunModel) -> None:
        plan, folder = self.model.plan, self.model.folder
        kept = folder.kept() is not None
        self.progress.say(0, f"Opening {known.name}")
        report = Training(self.progress, plan.cost.training)
        self.runner.submit(ready, plan, self.device, folder, self.model.material, report).result()
        used_now(folder.path)
        self.progress.finish(plan.cost.training, skipped=kept)

    def _predict(self, known: RunModel, condition: Condition | None) -> None:
        cell = Cell(self.card.dataset, self.card.split, *condition) if condition else None
        path = predictions_path(self.run_folder, known, cell)
        plan, items = self.model.plan, tuple(self.inputs.of(condition))
        unit = PredictionUnit(self.card.id, plan, self.device, self.model.folder, items)
        done = unit.is_done(path)
        if not done:
            message = f"{known.name} predicts {cell or 'the original texts'}"
            check = Predicting(self.progress, plan.cost.text, len(items), message)
            table = in_parts(path, unit, lambda part: self.runner.submit(predict, part, check).result())
            write_parquet(path, table)
            forget(path)
            cell_counts(self.run_folder, known, cell)  # kept, so that scores read kilobytes
        self.progress.finish(plan.cost.text * len(items), skipped=done)


def _make_room(job: Job, models: Sequence[PlannedModel]) -> None:
    """Keep trained models within their limit; those of this run stay."""
    if removed := room_in_words(make_room(job.workspace, [model.plan.digest for model in models])):
        print(removed, flush=True)


def _all_planned(
    job: Job, evaluation: Evaluation, dataset: DatasetCard, device: Device, faults: dict[str, Exception]
) -> list[PlannedModel]:
    """The models that can be had; of the others, `faults` takes why not. Raises when there is none left."""
    models = []
    for spec in evaluation.models:
        try:
            models.append(_planned(job, evaluation, dataset, spec, device))
        except KNOWN as fault:
            _leave_out(spec, fault, faults)
    if not models:
        raise _in_one(faults, 0)
    return models


def _planned(job: Job, evaluation: Evaluation, dataset: DatasetCard, spec: ModelSpec, device: Device) -> PlannedModel:
    examples = material(job.workspace, evaluation, dataset, spec)
    learnt = replace(examples, weights=weights_of(spec), precision=device.precision)
    plan = family(spec.kind).plan(spec, dataset.task, dataset.labels, learnt)
    return PlannedModel(plan, learnt, ModelFolder.of(job.workspace, plan.digest))


def _leave_out(spec: ModelSpec, fault: Exception, faults: dict[str, Exception]) -> None:
    print(f"{spec.name} is left out: {fault}", flush=True)
    faults[spec.name] = fault


def _in_one(faults: Mapping[str, Exception], done: int) -> Exception:
    """The one fault there is, or all of them in one message; `done` models have none."""
    if len(faults) == 1 and not done:
        return next(iter(faults.values()))
    others = f"The other {done} are" if done > 1 else "The other model is"
    kept = [f"{others} done; resume the job to try again."] * bool(done)
    return BadInput(" ".join([*(f"{name}: {fault}" for name, fault in faults.items()), *kept]))


def _begun(
    job: Job, folder: Path, evaluation: Evaluation, dataset: DatasetCard, inputs: EvaluationInputs, device: Device
) -> RunCard:
    """The card of a run that begins, or goes on with the models and the time of its earlier card."""
    earlier = read_card(folder)
    models = tuple(
        RunModel(spec.name, spec.path or spec.kind, content_id(spec.name), seed=spec.seed) for spec in evaluation.models
    )
    return RunCard(
        id=folder.name,
        title=job.title,
        dataset=evaluation.design.dataset,
        split=evaluation.design.split,
        train_split=evaluation.train_split,
        labels=dataset.labels,
        samples=len(inputs.samples),
        seed=evaluation.design.seed,
        device=device.description,
        models=earlier.models if earlier else models,
        cells=inputs.cells,
        started=earlier.started if earlier else datetime.now(UTC).isoformat(),
        seconds=earlier.seconds if earlier else 0.0,
        finished=False,
        versions={name: version(name) for name in VERSIONS},
        ours=dataset.ours,
        labelled=evaluation.design.split not in dataset.unlabelled,
        variants=inputs.files[0].recipe.folder,
        task=dataset.task,
        plan=evaluation.plan,
    )
