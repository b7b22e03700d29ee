"""Fine-tuned classifiers that are asked as they are: `as-is:FOLDER`, or the name of one on the hub."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from core.errors import BadInput
from core.identity import content_id
from core.models.as_is.head import in_order
from core.models.device import Device
from core.models.family import ModelPlan, ModelStore, Report
from core.models.network import ModelContext, Network
from core.models.predictor import Cost
from core.models.registry import register
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import LABELLING
from core.models.trained import TrainedFamily
from core.models.training.history import History
from core.models.transformer.network import UNBOUND, opened
from core.models.transformer.start import AS_IS, Start, start_of
from core.records import Task

PREFIX = f"{AS_IS}:"


def fresh(opening: ModelContext, examples: Sequence[Example]) -> Network:
    """The classifier where it lies, its outputs in the order of the labels.

    Raises BadInput where it can't be opened, its head is not there, or its labels are others.
    """
    plan = opening.plan
    return opened(opening, start_of(plan.spec.path), own_head=partial(in_order, labels=plan.labels))


def load(opening: ModelContext, folder: Path) -> Network:
    """The same, as it was kept."""
    return opened(opening, Start(str(folder)), own_head=partial(in_order, labels=opening.plan.labels))


def usual(path: str) -> ModelSpec | None:
    """The classifier of this name, which reads as much of a text as its tokenizer and positions allow."""
    if not path.startswith(PREFIX):
        return None
    name = start_of(path).path.rstrip("/").rpartition("/")[2]
    return ModelSpec(name or path, AS_IS, path, max_length=UNBOUND)


def check(spec: ModelSpec) -> None:
    """Raise BadInput for a spec without a path."""
    if not start_of(spec.path).path:
        raise BadInput(f"{spec.path!r} names no model; write {PREFIX}FOLDER, or {PREFIX} and a name on the hub.")


@dataclass(frozen=True, slots=True)
class AsIsFamily(TrainedFamily):
    """Kept like models that were trained here, so that they can be asked when the folder they came from is gone."""

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Nothing to train."""
        return Cost(0, self.pace)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The model, known by its files and the labels, wherever it lies; raises BadInput as any family's."""
        plan = super(AsIsFamily, self).plan(spec, task, labels, material)
        return replace(plan, digest=content_id(AS_IS, material.weights, *labels))

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> Network:
        """The network, read where it is kept, or from its own place and then kept."""
        opening = ModelContext(plan, device, store.hub_answers, store.elmo)
        if folder := store.kept():
            return self.load(opening, folder)
        network = self.fresh(opening, ())
        store.keep(network.parts, plan.labels, History())
        return network


register(AsIsFamily(AS_IS, 1.0, fresh, load, spec_of=usual, check=check, tasks=LABELLING))
