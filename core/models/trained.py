"""A family of networks that are trained once and then read from where they are kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.errors import BadInput
from core.identity import content_id
from core.models.device import Device
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.network import ModelContext, Network
from core.models.predictor import Cost
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import LABELLING, check_learns
from core.models.training.collapse import LOWER
from core.models.training.history import History, parse_history
from core.models.training.loop import train
from core.models.training.search import candidates, chosen, searched
from core.records import Task

ONE_ANSWER = LABELLING | {Task.SIMILARITY}  # tasks in which a text, or a pair, gets one answer
TRAINING = 3  # a training step on a text takes about as long as three predictions of it


@dataclass(frozen=True, slots=True)
class TrainedFamily:
    """Networks opened by `fresh`, untrained for these examples, or by `load`, from where its parts are kept.

    `pace` is what one text costs, against a transformer; a training step on it costs `step` times as much. `float32`:
    it learns and answers in that format whatever the device prefers, as CUDA's autocast runs GRU and LSTM in fp16.
    """

    kind: str
    pace: float
    fresh: Callable[[ModelContext, Sequence[Example]], Network]
    load: Callable[[ModelContext, Path], Network]
    catalogue: tuple[CatalogueEntry, ...] = ()
    spec_of: Callable[[str], ModelSpec | None] = field(default=lambda path: None)
    check: Callable[[ModelSpec], None] = field(default=lambda spec: None)
    step: float = TRAINING
    tasks: frozenset[Task] = ONE_ANSWER
    float32: bool = False

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Each epoch trains on every example and then predicts those by which the best epoch is chosen.

        A training of a grid also predicts all of them once.
        """
        if spec.search:
            costs = [self.cost(trial, train, dev).training + self.pace * (train + dev) for trial in candidates(spec)]
            return Cost(sum(costs), self.pace)
        epochs = spec.length(train)[0] if spec.steps else spec.epochs
        read = spec.steps * spec.batch_size or spec.epochs * train
        return Cost(self.pace * (self.step * read + epochs * dev), self.pace)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The model that this training makes of this material; raises BadInput for a task it can't learn."""
        self.check(spec)
        check_learns(spec.name, self.tasks, task)
        material = replace(material, precision="float32") if self.float32 else material
        digest = content_id(spec.trained_id(material), *labels)
        cost = self.cost(spec, len(material.train), len(material.dev))
        return ModelPlan(spec, task, labels, digest, cost, len(material.train))

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> Network:
        """The network, read where it is kept; else trained, from its last checkpoint on, and kept.

        Raises BadInput when there is nothing to train on, when training collapses twice, or pretrained weights can't be
        had.
        """
        if self.float32 and (device.bf16 or device.fast):
            print(f"{plan.spec.name} trains and predicts in float32: its layers do not support bf16.", flush=True)
            device = replace(device, bf16=False, fast=False)
        opening = ModelContext(plan, device, store.hub_answers, store.elmo)
        if folder := store.kept():
            return self.load(opening, folder)
        if plan.spec.search:
            return self._train_grid(opening, material, store, report)
        return self._retry_training(opening, material, store, report)

    def _train_grid(self, opening: ModelContext, material: Material, store: ModelStore, report: Report) -> Network:
        """The chosen training of a grid, kept as any model is, with what else was tried."""
        plan = opening.plan
        history = searched(self, plan, material, opening.device, store, report)
        part = store.part(chosen(history.tried))
        folder = part.kept()
        assert folder, "the grid keeps what it chooses"
        network = self.load(opening, folder)
        store.keep(network.parts, plan.labels, history)
        part.drop()
        return network

    def _retry_training(self, opening: ModelContext, material: Material, store: ModelStore, report: Report) -> Network:
        """The trained network; one that collapses begins again, once, at a lower rate."""
        plan, checkpoint = opening.plan, store.checkpoint()
        history = History(parse_history(checkpoint["history"]).attempts[:-1]) if checkpoint else History()
        while len(history.attempts) <= plan.spec.restarts:
            spec = replace(plan.spec, learning_rate=plan.spec.learning_rate * LOWER ** len(history.attempts))
            network = self.fresh(replace(opening, plan=replace(plan, spec=spec)), material.train)
            attempt = train(network, material, store, report, history, checkpoint)
            history, checkpoint = History((*history.attempts, attempt)), None
            if not attempt.fault:
                store.keep(network.parts, plan.labels, history)
                return network
            print(f"{spec.name} collapsed: at a learning rate of {spec.learning_rate:g} {attempt.fault}.", flush=True)
        store.forget_checkpoint()
        raise BadInput(
            f"The model {plan.spec.name!r} learned nothing: {history.faults}; train on more samples or for more "
            "epochs, set a lower learning rate, or give each class the same weight."
        )
