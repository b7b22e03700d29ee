"""Models that are a function: made of what they may learn from, with nothing kept on disk.

A rule, a baseline, a table of predictions: whatever gives the probabilities of the labels for a text by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.identity import content_id
from core.models.device import Device
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.network import PREDICT_BATCH
from core.models.predictor import Check, Cost, Identity, Labelled, Output, Predictor, Texts, unchecked
from core.models.registry import register
from core.models.spec import Material, ModelSpec
from core.models.tasks import LABELLING, check_learns
from core.records import Task

TEXT = 0.001  # what one text costs, against a transformer
Probabilities = Callable[[Texts], Sequence[float]]
"""One text, or the two of a pair -> the probability of each label, in label order."""
Maker = Callable[[Material, tuple[str, ...]], Probabilities]
"""What may be learnt from, and the labels -> the model."""


@dataclass(frozen=True, slots=True)
class FunctionModel:
    """A function as a predictor: the likeliest label, the first of those that are equally likely."""

    identity: Identity
    labels: tuple[str, ...]
    probabilities: Probabilities

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the function says of each text, in order."""
        outputs: list[Output] = []
        for number, text in enumerate(texts):
            if number % PREDICT_BATCH == 0:
                check()
            row = tuple(self.probabilities(text))
            outputs.append(Labelled(self.labels[row.index(max(row))], row))
        return outputs


@dataclass(frozen=True, slots=True)
class FunctionFamily:
    """A family of one model, which is built each time it is asked for."""

    kind: str
    make: Maker
    catalogue: tuple[CatalogueEntry, ...]
    tasks: frozenset[Task] = LABELLING

    def spec_of(self, path: str) -> ModelSpec | None:
        """None: the model has a short name."""
        return None

    def check(self, spec: ModelSpec) -> None:
        """Any spec will do."""

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Nothing to train."""
        return Cost(0, TEXT)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The model that is made of this material; raises BadInput for a task that asks for no label."""
        check_learns(spec.name, self.tasks, task)
        digest = content_id(spec.trained_id(material), *labels)
        return ModelPlan(spec, task, labels, digest, self.cost(spec, len(material.train), 0), len(material.train))

    def ready(
        self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
    ) -> Predictor:
        """The model."""
        return FunctionModel(plan.identity, plan.labels, self.make(material, plan.labels))


def model(kind: str, title: str) -> Callable[[Maker], Maker]:
    """Register the decorated function as a model that people choose by this short name; `title` is for the forms."""

    def registered(make: Maker) -> Maker:
        register(FunctionFamily(kind, make, (CatalogueEntry(kind, title, ModelSpec(title, kind)),)))
        return make

    return registered
