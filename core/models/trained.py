"""A family of networks that are trained once and then read from where they are kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.identity import content_id
from core.models.device import Device
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.network import Network, Opening
from core.models.predictor import Cost
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import objective
from core.models.training import train
from core.records import Task

TRAINING = 3  # a training step on a text takes about as long as three predictions of it


def _no_path(path: str) -> ModelSpec | None:
    return None


def _anything(spec: ModelSpec) -> None:
    return None


@dataclass(frozen=True, slots=True)
class TrainedFamily:
    """Networks opened by `fresh`, untrained for these examples, or by `load`, from where its parts are kept.

    `pace` is what one text costs, against a transformer.
    """

    kind: str
    pace: float
    fresh: Callable[[Opening, Sequence[Example]], Network]
    load: Callable[[Opening, Path], Network]
    catalogue: tuple[CatalogueEntry, ...] = ()
    spec_of: Callable[[str], ModelSpec | None] = _no_path
    check: Callable[[ModelSpec], None] = _anything

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Each epoch trains on every example and then predicts those by which the best epoch is chosen."""
        return Cost(self.pace * spec.epochs * (TRAINING * train + dev), self.pace)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The model that this training makes of this material; raises BadInput for a task nobody learns yet."""
        self.check(spec)
        objective(task)
        digest = content_id(spec.trained_id(material), *labels)
        cost = self.cost(spec, len(material.train), len(material.dev))
        return ModelPlan(spec, task, labels, digest, cost, len(material.train))

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> Network:
        """The network, read where it is kept; else trained, from its last whole epoch on, and kept.

        Raises BadInput when there is nothing to train on, or pretrained weights can't be had.
        """
        opening = Opening(plan, device, store.hub_answers)
        if folder := store.kept():
            return self.load(opening, folder)
        network = self.fresh(opening, material.train)
        score = train(network, material, store, report)
        store.keep(network.parts, plan.labels, score)
        return network
