"""The training loop every network shares: AdamW, warm-up and linear decay, the epoch kept that dev shows best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import ceil, isnan
from typing import Any

from core.errors import BadInput
from core.metrics.classification import matthews
from core.metrics.correlation import pearson
from core.metrics.estimate import Estimate
from core.models.batching import shuffled
from core.models.family import ModelStore, Report
from core.models.network import Network
from core.models.predictor import Check
from core.models.spec import Batches, Example, Material, ModelSpec
from core.models.tasks import LABELLING
from core.models.training.collapse import CollapseDetector
from core.models.training.history import Attempt, EpochSeen, History
from core.models.training.state import TrainingState
from core.randomness import Draws
from core.records import Task

NEW = History()


def train(
    network: Network,
    material: Material,
    store: ModelStore,
    report: Report,
    earlier: History = NEW,
    checkpoint: Mapping[str, Any] | None = None,
) -> Attempt:
    """Train in place and leave the weights of the epoch that dev shows best, or of the last as the spec says.

    `report` is called before each step and may raise to stop: then the store keeps where training stands, as it does
    whenever it finds that due, and from `checkpoint` it goes on to the same weights. Without dev examples the last
    epoch stays. `earlier` are the attempts before this one. The attempt that comes back has a fault where training
    collapsed. Raises BadInput without examples.
    """
    spec, gold = network.opening.plan.spec, _labels(material.train)
    if not gold:
        raise BadInput(f"There is nothing to train {spec.name!r} on; choose a training split that has samples.")
    steps, (epochs, total) = ceil(len(gold) / spec.batch_size), spec.length(len(gold))
    watch = _collapse_detector(network, material, 0 if spec.keep_collapsed else steps)
    state = TrainingState.begun(network, total, gold)
    state.restore(checkpoint)
    course = _Course(state, material, steps, epochs, total, store, report, earlier.begun(spec.learning_rate))
    while True:
        course.steps_of_epoch()
        if course.end_epoch(watch):
            if state.attempt.kept < len(state.attempt.epochs):
                network.module.load_state_dict(state.weights)
            return state.attempt
        course.keep_if_due()


@dataclass(slots=True)
class _Course:
    """An attempt under way: an epoch has so many steps, all `epochs` together `total`."""

    state: TrainingState
    material: Material
    steps: int
    epochs: int
    total: int
    store: ModelStore
    report: Report
    history: History

    @property
    def spec(self) -> ModelSpec:
        return self.state.network.opening.plan.spec

    def steps_of_epoch(self) -> None:
        """What is left of the epoch that the state is in."""
        self.state.network.module.train()
        epoch = len(self.state.attempt.epochs)
        left = self.total - epoch * self.steps
        for batch in islice(_batches(self.spec, self.material.train, epoch), self.state.into, left):
            self._progress(f"Training {self.spec.name}: epoch {epoch + 1} of {self.epochs}")
            self.state.step(batch)
            if self.state.log_part(self.steps):
                self.store.note(self.history.with_last(self.state.attempt), hurried=True)
            self.keep_if_due()

    def end_epoch(self, watch: CollapseDetector) -> bool:
        """Score the epoch on dev and put down what it came to; whether training is over."""
        state, spec = self.state, self.spec
        state.end_epoch(_epoch_result(state, self.material.dev, partial(self._progress, f"Testing {spec.name} on dev")))
        passed = len(state.attempt.epochs)
        over = passed == self.epochs or 0 < spec.patience <= passed - state.attempt.kept
        state.attempt = replace(state.attempt, fault=watch.fault(state.attempt, over))
        self.store.note(self.history.with_last(state.attempt))
        print(_line(spec, state.attempt, self.epochs), flush=True)
        return over or bool(state.attempt.fault)

    def keep_if_due(self) -> None:
        """Keep where training stands, where the store finds it worth its time."""
        if self.store.due():
            self.store.keep_checkpoint(self.state.checkpoint(self.history))

    def _progress(self, message: str) -> None:
        """Report how far it is; where the report stops the training, nothing of it is lost."""
        state = self.state
        try:
            self.report(len(state.attempt.epochs) * self.steps + state.into, self.total, message)
        except Exception:
            self.store.keep_checkpoint(state.checkpoint(self.history))
            raise


def _collapse_detector(network: Network, material: Material, steps: int) -> CollapseDetector:
    plan, task = network.opening.plan, network.opening.objective
    gold = _labels(material.train)
    weighted = plan.spec.class_weights and plan.task in LABELLING
    guessing = task.guessing(gold, plan.labels)
    unit = "words" if plan.task is Task.TAGGING else "samples"
    return CollapseDetector.over(task.named(gold), task.named(_labels(material.dev)), guessing, weighted, steps, unit)


def _epoch_result(state: TrainingState, dev: Sequence[Example], check: Check) -> EpochSeen:
    """What the epoch came to; its loss is taken last, for `check` may stop the rest, to be done again."""
    network = state.network
    outputs = network.predict([example.texts for example in dev], check)
    task, gold, predicted = network.opening.objective, _labels(dev), [output.label for output in outputs]
    score = task.metric(gold, outputs) if dev else None
    correlation = _correlation(network.opening.plan.task, gold, predicted)
    correlated = correlation.value if correlation and network.opening.plan.task in LABELLING else None
    at_least = correlation.low if correlation else None
    return EpochSeen(state.epoch_loss.take_mean(), score, len(set(task.named(predicted))), correlated, at_least)


def _correlation(task: Task, gold: Sequence[str], predicted: Sequence[str]) -> Estimate | None:
    """What dev has that is 0 by chance: Matthews' correlation of labels, Pearson's of numbers; None where undefined."""
    if task in LABELLING:
        estimate = matthews(gold, predicted)
    elif task is Task.SIMILARITY and len(gold) > 2:
        estimate = pearson([float(label) for label in gold], [float(label) for label in predicted])
    else:
        return None
    return None if isnan(estimate.value) or isnan(estimate.low) else estimate


def _labels(examples: Sequence[Example]) -> list[str]:
    return [example.label for example in examples]


def _batches(spec: ModelSpec, examples: Sequence[Example], epoch: int) -> Any:
    draws = Draws.seeded("batches", spec.seed, epoch)
    return shuffled(examples, spec.batch_size, draws, like=spec.batches != Batches.CHANCE)


def _line(spec: ModelSpec, attempt: Attempt, epochs: int) -> str:
    """An epoch in the job's log."""
    seen = attempt.epochs[-1]
    parts = filter(None, (f"training loss {seen.loss:.3f}", seen.on_dev))
    return f"{spec.name}, epoch {len(attempt.epochs)} of {epochs}: {', '.join(parts)}"
