"""The job "evaluate": train each model, predict the original and the perturbed texts, write it all down."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from core.identity import content_id
from core.models.classifier import dev_accuracy_of, is_trained, trained
from core.models.device import Device, choose
from core.models.network import Classifier, probabilities
from core.models.spec import Example, ModelSpec
from core.records import DatasetCard, Prediction
from data.evaluation import Evaluation, evaluation_of, examples, test_samples
from data.exam import Exam, Question, prepared
from data.job import Job
from data.run_files import RunCard, RunModel, predictions_path, predictions_table, read_card, write_card
from data.run_progress import Cost, Predicting, Progress, Training
from data.tables import write_parquet

VERSIONS = ("torch", "transformers", "numpy")


@dataclass(frozen=True, slots=True)
class Pupil:
    """A model of the run: what it learns from, where it is kept once trained, and what it costs."""

    spec: ModelSpec
    labels: tuple[str, ...]
    train: Sequence[Example]
    dev: Sequence[Example]
    place: Path
    cost: Cost


def run(job: Job) -> None:
    """Make or complete the run `runs/<job id>`: what is already on disk is not made again."""
    asked = evaluation_of(job.arguments)
    card = asked.check(job.workspace)
    device = choose(asked.device)
    folder = job.workspace.runs / job.id
    folder.mkdir(parents=True, exist_ok=True)
    exam = prepared(job, folder, asked, test_samples(job.workspace, asked))
    print(f"{len(exam.samples):,} samples of {asked.dataset} ({asked.split}), on {device.said}", flush=True)
    pupils = [_pupil(job, asked, card, spec) for spec in asked.models]
    progress = Progress(job, sum(pupil.cost.training + pupil.cost.text * exam.texts for pupil in pupils))
    told = _begun(job, asked, card, exam, device)
    write_card(folder, told)
    for pupil in pupils:
        began = monotonic()
        told = told.after(examine(progress, exam, pupil, told.model(pupil.spec.name), device), monotonic() - began)
        write_card(folder, told)
    write_card(folder, replace(told, finished=True))
    progress.say(0, f"{len(exam.samples):,} samples, {len(exam.cells)} cells, models: {len(pupils)}.")


def examine(progress: Progress, exam: Exam, pupil: Pupil, model: RunModel, device: Device) -> RunModel:
    """Train or read one model and write its predictions on every cell that has none yet; what is now known of it."""
    there = is_trained(pupil.place)
    progress.say(0, f"Opening {model.name}")
    report = Training(progress, pupil.cost.training)
    classifier = trained(pupil.spec, pupil.labels, pupil.train, pupil.dev, device, pupil.place, report)
    progress.finish(pupil.cost.training, skipped=there)
    for cell in (None, *exam.cells):
        path = predictions_path(exam.folder, model, cell)
        questions = exam.questions(cell)
        found = path.exists()
        if not found:
            message = f"{model.name} predicts {cell or 'the original texts'}"
            check = Predicting(progress, pupil.cost.text, len(questions), message)
            answered = answers(classifier, questions, exam.folder.name, model.name, check)
            write_parquet(path, predictions_table(answered))
        progress.finish(pupil.cost.text * len(questions), skipped=found)
    reached = dev_accuracy_of(pupil.place)
    print(f"{model.name}: accuracy on dev {'unknown' if reached is None else f'{reached:.3f}'}", flush=True)
    return replace(model, dev_accuracy=reached, trained_on=len(pupil.train))


def answers(
    classifier: Classifier, questions: Sequence[Question], run_id: str, model: str, check: Callable[[], None]
) -> Iterator[tuple[Prediction, str]]:
    """(prediction, gold label) of each question; `check` is called before each batch and may raise."""
    rows = probabilities(classifier, [question.texts for question in questions], check)
    for question, row in zip(questions, rows, strict=True):
        label = classifier.labels[row.index(max(row))]
        yield Prediction(run_id, model, question.sample_id, label, row, question.candidate_id), question.gold


def _pupil(job: Job, asked: Evaluation, card: DatasetCard, spec: ModelSpec) -> Pupil:
    train, dev = examples(job.workspace, asked, card, spec)
    place = job.workspace.models / content_id(spec.trained_id(train, dev), *card.labels)
    return Pupil(spec, card.labels, train, dev, place, Cost.of(spec, train, dev))


def _begun(job: Job, asked: Evaluation, card: DatasetCard, exam: Exam, device: Device) -> RunCard:
    """The card of a run that begins, or goes on with the models and the time of its earlier card."""
    earlier = read_card(exam.folder)
    models = tuple(RunModel(spec.name, spec.path or spec.kind, content_id(spec.name)) for spec in asked.models)
    return RunCard(
        id=exam.folder.name,
        title=job.title,
        dataset=asked.dataset,
        split=asked.split,
        train_split=asked.train_split,
        labels=card.labels,
        samples=len(exam.samples),
        seed=asked.seed,
        device=device.said,
        models=earlier.models if earlier else models,
        cells=exam.run_cells,
        started=earlier.started if earlier else datetime.now(UTC).isoformat(),
        seconds=earlier.seconds if earlier else 0.0,
        finished=False,
        versions={name: version(name) for name in VERSIONS},
        ours=card.ours,
    )
