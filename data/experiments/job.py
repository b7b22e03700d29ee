"""The job "experiment": one training after the other, each model asked about its tests and put down at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from math import nan
from pathlib import Path
from statistics import fmean
from time import monotonic

from core.design import Condition
from core.experiments.cues import Cues
from core.experiments.distances import between, quartiles
from core.experiments.records import Labels, Outcome
from core.experiments.registry import ExperimentRequest, Training, find_experiment, parse_request
from core.identity import content_id
from core.models.device import Device
from core.models.registry import family
from core.models.spec import Material
from core.so_many import so_many
from data.experiments.cues import cues_of, with_cues
from data.experiments.estimate import cost
from data.experiments.files import ExperimentCard, outcome_log, outcomes, read_card, write_card
from data.experiments.guesses import guessed, guesser_of
from data.experiments.scoring import scored
from data.experiments.texts import ExperimentTexts
from data.jobs.job import Cancelled, Job
from data.jobs.pace import remember
from data.models.folder import ModelFolder
from data.models.ready import freed_after
from data.models.room import make_room
from data.models.weights import weights_of
from data.plugins import plugin_versions
from data.runs.cells import CellWork, PlannedModel
from data.runs.driver import reason
from data.runs.estimate import work_of
from data.runs.headline import reported_metrics
from data.runs.job import VERSIONS, executor_of
from data.runs.progress import Progress
from data.runs.remote_executor import Executor
from data.runs.units import PredictionUnit

AHEAD = 16  # trainings that are handed to workers before the first of them is waited for


def run(job: Job) -> None:
    """Make or complete the experiment `experiments/<job id>`: what is already on disk is not made again."""
    request = parse_request(dict(job.arguments))
    job.report(0, 0, "Perturbing texts")
    experiment = find_experiment(request.experiment)
    trainings = experiment.trainings(request)
    texts = ExperimentTexts.read(job.workspace, request)
    left_out = texts.left_out(trainings)
    request = replace(request, conditions=tuple(c.spelled for c in request.parsed if c.spelled not in left_out))
    trainings = experiment.trainings(request)
    cues, guesser = cues_of(texts.card, request), guesser_of(request)
    with executor_of(request.device, request.workers, request.ray) as executor, freed_after():
        device = executor.device(request.device, "exact", job.check)
        folder = job.workspace.experiments / job.id
        folder.mkdir(parents=True, exist_ok=True)
        card = _begun(
            job,
            request,
            texts,
            trainings,
            executor.in_words(device),
            " and ".join(cue.source for cue in cues if cue.source),
            left_out,
        )
        if guesser and not card.guesses:
            card = replace(card, guesses=guessed(job, guesser, texts, request))
        write_card(folder, card)
        began = monotonic()
        _Doing(job, texts, executor, device, folder, cues).all(trainings)
        write_card(folder, replace(card, seconds=card.seconds + monotonic() - began, finished=True))
    failed = sum(bool(outcome.reason) for outcome in outcomes(job.workspace, job.id))
    notes = f", {so_many(len(left_out), 'perturbation')} left out" if left_out else ""
    notes += f", {so_many(failed, 'test')} without a score" if failed else ""
    job.report(1, 1, so_many(len(trainings), "training") + notes)


def _begun(
    job: Job, request: ExperimentRequest, texts: ExperimentTexts, trainings: Sequence[Training], device: str, cues: str,
    left_out: Mapping[str, str],
) -> ExperimentCard:  # fmt: skip
    folder = job.workspace.experiments / job.id
    if earlier := read_card(folder):
        return replace(earlier, finished=False)
    by_chance = any(training.labels is Labels.RANDOM for training in trainings)
    far = {} if by_chance else {c.spelled: texts.distances(c) for c in request.parsed}
    return ExperimentCard(
        id=job.id,
        title=job.title,
        experiment=request.experiment,
        dataset=request.dataset,
        ours=texts.card.ours,
        arguments=job.arguments,
        trainings=len(trainings),
        device=device,
        started=datetime.now(UTC).isoformat(),
        unchanged={condition.spelled: texts.unchanged(condition, texts.train) for condition in request.parsed},
        unchanged_tests={condition.spelled: texts.unchanged(condition, texts.test) for condition in request.parsed},
        left_out=left_out,
        drawn=(len(texts.train), len(texts.test)),
        told_apart={c.spelled: texts.told_apart(c) for c in request.parsed} if by_chance else {},
        measured={on: {name: fmean(values) for name, values in of.items()} for on, of in far.items()},
        spread={on: {name: quartiles(values) for name, values in of.items()} for on, of in far.items()},
        between=between([*far.values()]),
        metrics=reported_metrics(request.dataset, texts.card.task),
        cues=cues,
        versions={name: version(name) for name in VERSIONS} | plugin_versions(),
    )


@dataclass(frozen=True, slots=True)
class _Doing:
    """An experiment under way: who does it, with what, and where it is written."""

    job: Job
    texts: ExperimentTexts
    executor: Executor
    device: Device
    folder: Path
    cues: Sequence[Cues]

    def all(self, trainings: Sequence[Training]) -> None:
        """Every training that has no outcomes yet, or failed before; a failure is put down and the rest goes on."""
        log = outcome_log(self.folder)
        log.prepare()
        complete = {o.key for o in log.read() if not o.reason}
        progress = Progress(self.job, sum(self._cost(training) for training in trainings))
        open_ = [t for t in trainings if any(o.key not in complete for o in self._blank(t))]
        progress.finish(sum(self._cost(t) for t in trainings if t not in open_), skipped=True)
        for at, training in enumerate(open_):
            if not self.executor.sequential and at % AHEAD == 0:
                for later in open_[at : at + AHEAD]:
                    self.executor.begin(self._planned(later), self.device)
            log.append(self._done(training, progress))

    def _done(self, training: Training, progress: Progress) -> list[Outcome]:
        began = monotonic()
        try:
            model = self._planned(training)
            cells = list(self._cells(training, model))
            missing = [cell for cell in cells if not cell.unit.is_done(cell.path)]
            if missing:
                progress.say(0, training.in_words)
                self.executor.make_ready(model, self.device, progress)
                faults = self.executor.predict(model, missing, 0.0, progress)
                if faults:
                    raise next(iter(faults.values()))
            progress.finish(self._cost(training), skipped=not missing)
            make_room(self.job.workspace, [model.plan.digest])
        except (Cancelled, OSError, MemoryError):
            raise
        except Exception as fault:
            print(f"{training.in_words} failed: {reason(fault)}", flush=True)
            progress.finish(self._cost(training), skipped=True)
            return [replace(blank, reason=reason(fault)) for blank in self._blank(training)]
        seconds = monotonic() - began
        if missing and self.executor.sequential:
            remember(self.job.workspace, work_of(training.spec, self.device.kind), self._cost(training), seconds)
        labels = self.texts.labels(training)
        blanks = self._blank(training)
        before = self._predictions(training.original, None)
        return [
            with_cues(
                scored(replace(blank, seconds=seconds), self.texts.card, labels, cell.path, before),
                self.cues,
                cell.unit.items,
                cell.path,
            )
            for blank, cell in zip(blanks, cells, strict=True)
        ]

    def _planned(self, training: Training) -> PlannedModel:
        spec, examples = training.spec, self.texts.examples(training)
        if len(examples) > len(self.texts.train):  # as many steps as the others take
            spec = replace(spec, steps=spec.length(len(self.texts.train))[1])
        material = Material(examples, (), weights_of(spec), self.device.precision)
        plan = family(spec.kind).plan(spec, self.texts.card.task, self.texts.labels(training), material)
        return PlannedModel(plan, material, ModelFolder.of(self.job.workspace, plan.digest))

    def _cells(self, training: Training, model: PlannedModel) -> Iterator[CellWork]:
        for test in training.tests:
            unit = PredictionUnit(self.job.id, model.plan, self.device, model.folder, self.texts.items(training, test))
            where = test.spelled if test else ""
            yield CellWork(where, training.in_words, self._predictions(training, test), unit)

    def _predictions(self, training: Training, test: Condition | None) -> Path:
        """Where what it says of this test lies."""
        where = test.spelled if test else ""
        name = content_id(training.labels, training.in_words, training.spec.path, where)
        return self.folder / f"{name}.parquet"

    def _cost(self, training: Training) -> float:
        return cost(training, len(self.texts.train), len(self.texts.test))

    def _blank(self, training: Training) -> list[Outcome]:
        """Its outcomes before anything is known of them."""
        spelled = [test.spelled if test else "" for test in training.tests]
        on, spec = training.trained_on.spelled if training.trained_on else "", training.spec
        own = (self.texts.card.name, spec.name, spec.seed, training.labels, on, training.share)
        return [Outcome(*own, test, 0, nan, nan, added=training.added) for test in spelled]
