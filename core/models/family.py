"""A family of models: all that is asked about a model before it predicts, whatever kind it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from core.models.device import Device
from core.models.elmo.options import ElmoWeights
from core.models.predictor import Check, Cost, Identity, Predictor
from core.models.spec import Material, ModelSpec
from core.models.training.history import History
from core.records import Task

Report = Callable[[int, int, str], None]
"""`(steps done, steps in all, message)`, called before each step; may raise to stop."""


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """A model that may not be there yet. `digest` is known beforehand; `trained_on` counts examples."""

    spec: ModelSpec
    task: Task
    labels: tuple[str, ...]
    digest: str
    cost: Cost
    trained_on: int = 0

    @property
    def identity(self) -> Identity:
        """Which model this will be."""
        return Identity(self.spec.name, self.spec.kind, self.digest)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A model that people choose by a short name instead of a path.

    `title` is what a form calls it; `at_first` whether the form begins with it chosen.
    """

    name: str
    title: str
    spec: ModelSpec
    at_first: bool = True


class Savable(Protocol):
    """A part of a model that can be kept, in transformers' way: a network, a tokenizer."""

    def save_pretrained(self, folder: Path) -> Any:
        """Write into this folder what the family reads again."""


@dataclass(frozen=True, slots=True)
class KeptTensors:
    """A part that is one file of tensors, as they are when it is kept; `metadata` stands in the file."""

    file: str
    tensors: Callable[[], dict[str, Any]]
    metadata: dict[str, str] | None = None

    def save_pretrained(self, folder: Path) -> None:
        """Write the file."""
        from safetensors.torch import save_file

        save_file(self.tensors(), folder / self.file, self.metadata)


class Chat(Protocol):
    """A language model that answers prompts."""

    def answers(self, prompts: Sequence[str], check: Check) -> list[str]:
        """The answer to each; `check` may raise to stop."""


class ModelStore(Protocol):
    """Where one model is kept: the door to disk and network, given by a room that may use them."""

    def kept(self) -> Path | None:
        """The folder of the finished model, None while there is none."""

    def keep(self, parts: Sequence[Savable], labels: tuple[str, ...], history: History) -> None:
        """Keep these parts in one folder, whole or not at all, and how they were trained."""

    def note(self, history: History, hurried: bool = False) -> None:
        """Put down how far training is, for people who watch it; what is `hurried` only now and then."""

    @property
    def history(self) -> History:
        """What was noted last, or how the finished model was trained."""

    def part(self, number: int) -> "ModelStore":
        """Where a training of a grid is kept until one is chosen."""

    def drop(self) -> None:
        """Forget this model, whole or half trained."""

    def checkpoint(self) -> dict[str, Any] | None:
        """Where an interrupted training stands, None where nothing usable was kept."""

    def due(self) -> bool:
        """Whether so much time has passed that a checkpoint is worth what it takes."""

    def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
        """Keep where training stands: tensors and plain values. A full disk costs the checkpoint, not the training."""

    def forget_checkpoint(self) -> None:
        """Training will not go on: what was kept of it goes."""

    def hub_answers(self) -> bool:
        """Whether the model hub can be reached."""

    def elmo(self, folder: Path) -> ElmoWeights:
        """The ELMo in this folder; raises BadInput or MissingResource where it can't be read."""

    def chat(self, url: str, model: str, tokens: int, labels: Sequence[str]) -> Chat:
        """The model at this address, its answers at most so many tokens long, of `labels` one; they are kept."""


class Family(Protocol):
    """One kind of model behind the door."""

    @property
    def kind(self) -> str:
        """The name that specs give."""

    @property
    def catalogue(self) -> tuple[CatalogueEntry, ...]:
        """The models of this family that have a short name."""

    @property
    def tasks(self) -> frozenset[Task]:
        """What models of this family can be asked."""

    def spec_of(self, path: str) -> ModelSpec | None:
        """The usual spec of the model at this path; None where the family has none that are named by a path."""

    def check(self, spec: ModelSpec) -> None:
        """Raise BadInput for a spec that this family can't use."""

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """What this spec costs with so many examples to train on and to choose the best epoch by."""

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """Which model this spec makes of this material, and what it costs; raises BadInput as `check` does."""

    def ready(
        self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
    ) -> Predictor:
        """The model, trained, read from the store, or simply opened.

        Raises BadInput when it can't be had, and what `report` raises.
        """
