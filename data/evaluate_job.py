"""The job "evaluate": train each model, predict the original and the perturbed texts, write it all down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import pyarrow.parquet as pq

from core.identity import content_id
from core.models.classifier import dev_accuracy_of, is_trained, trained
from core.models.device import Device, choose
from core.models.network import Classifier, probabilities
from core.models.spec import Example, ModelSpec
from core.records import Candidate, Cell, DatasetCard, Prediction, Sample
from data.candidates import candidates
from data.evaluation import Evaluation, evaluation_of, examples, test_samples
from data.job import Job
from data.resources import perturber
from data.run_files import (
    RunCard,
    RunCell,
    RunModel,
    candidates_path,
    predictions_path,
    predictions_table,
    read_card,
    write_card,
)
from data.run_progress import Cost, Predicting, Progress, Training
from data.tables import candidates_of, candidates_table, write_parquet

VERSIONS = ("torch", "transformers", "numpy")


@dataclass(frozen=True, slots=True)
class Pupil:
    """A model of the run with what it learns from, where it is kept, and what it costs."""

    spec: ModelSpec
    train: list[Example]
    dev: list[Example]
    place: Path
    cost: Cost


@dataclass(frozen=True, slots=True)
class Exam:
    """What every model of a run is tried on. `cells` say how many samples each perturbation applied to."""

    folder: Path
    card: DatasetCard
    samples: list[Sample]
    cells: tuple[tuple[Cell, int], ...]
    device: Device

    @property
    def texts(self) -> int:
        """How many texts each model predicts."""
        return len(self.samples) + sum(applied for _, applied in self.cells)


def run(job: Job) -> None:
    """Make or complete the run `runs/<job id>`: what is already on disk is not made again."""
    asked = evaluation_of(job.arguments)
    card = asked.check(job.workspace)
    folder = job.workspace.runs / job.id
    folder.mkdir(parents=True, exist_ok=True)
    samples = test_samples(job.workspace, asked)
    exam = Exam(folder, card, samples, tuple(perturbed(job, folder, asked, samples)), choose(asked.device))
    print(f"{len(samples):,} samples of {asked.dataset} ({asked.split}), on {exam.device.said}", flush=True)
    pupils = [_pupil(job, asked, card, spec) for spec in asked.models]
    progress = Progress(job, sum(p.cost.training + p.cost.text * exam.texts for p in pupils))
    written = _begun(job, asked, exam)
    write_card(folder, written)
    for pupil in pupils:
        began = monotonic()
        examined = examine(progress, exam, pupil, written.model(pupil.spec.name))
        models = tuple(examined if known.name == examined.name else known for known in written.models)
        written = replace(written, models=models, seconds=written.seconds + monotonic() - began)
        write_card(folder, written)
    write_card(folder, replace(written, finished=True))
    progress.say(0, f"{len(pupils)} {'model' if len(pupils) == 1 else 'models'}, {len(exam.cells)} cells, done.")


def perturbed(
    job: Job, folder: Path, asked: Evaluation, samples: Sequence[Sample]
) -> Iterator[tuple[Cell, int]]:
    """Write the candidates of every cell, and say how many samples each perturbation applied to."""
    for i, cell in enumerate(asked.cells):
        job.check()
        job.report(i, len(asked.cells), f"Perturbing {len(samples):,} samples: {cell}")
        path = candidates_path(folder, cell)
        if not path.exists():
            write_parquet(path, candidates_table(candidates(perturber(), cell, samples, asked.seed)))
        yield cell, pq.read_metadata(path).num_rows


def examine(progress: Progress, exam: Exam, pupil: Pupil, model: RunModel) -> RunModel:
    """Train or read one model and write its predictions on every cell that has none yet."""
    paths = {cell: predictions_path(exam.folder, model, cell) for cell in (None, *(cell for cell, _ in exam.cells))}
    missing = [cell for cell, path in paths.items() if not path.exists()]
    there = is_trained(pupil.place)
    if missing or not there:
        progress.say(0, f"Opening {model.name}")
        report = Training(progress, pupil.cost.training)
        classifier = trained(
            pupil.spec, exam.card.labels, pupil.train, pupil.dev, exam.device, pupil.place, report
        )
    progress.finish(pupil.cost.training, skipped=there)
    for cell, path in paths.items():
        asked = _asked(exam, cell)
        if cell in missing:
            rows = _predictions(progress, pupil.cost.text, classifier, exam.folder.name, model, cell, asked)
            write_parquet(path, predictions_table(rows))
        progress.finish(pupil.cost.text * len(asked), skipped=cell not in missing)
    reached = dev_accuracy_of(pupil.place)
    print(f"{model.name}: dev accuracy {'unknown' if reached is None else f'{reached:.3f}'}", flush=True)
    return replace(model, dev_accuracy=reached, trained_on=len(pupil.train))


def _predictions(
    progress: Progress,
    pace: float,
    classifier: Classifier,
    run_id: str,
    model: RunModel,
    cell: Cell | None,
    asked: Sequence[Sample | Candidate],
) -> ...
