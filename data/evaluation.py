"""An evaluation: which data set, models, perturbations and severities; and what it costs."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.errors import BadInput
from core.models.spec import Example, ModelKind, ModelSpec
from core.pairing import paired, spelled
from core.perturb import Step, parse_steps
from core.perturbations.registry import listed
from core.randomness import Draws
from core.records import Cell, DatasetCard, Sample, Task
from core.severity import Severity
from data.candidates import in_order
from data.datasets import dataset_card, read_samples
from data.workspace import Workspace

DEV_SPLITS = ("dev", "validation", "val", "valid")
HELD_OUT = 0.1  # of the training split, where there is no dev split


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The arguments of an evaluate job. `limit` 0 means every sample of the split.

    `steps`, where there are any, are all that the models are tried on.
    """

    dataset: str
    split: str
    models: tuple[ModelSpec, ...]
    perturbations: tuple[str, ...]
    severities: tuple[Severity, ...]
    train_split: str = "train"
    seed: int = 0
    device: str = "auto"
    limit: int = 0
    steps: tuple[Step, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """One for each perturbation and severity of its own; raises BadInput for what belongs to nothing."""
        steps = self.steps or paired(self.perturbations, self.severities)
        return tuple(Cell(self.dataset, self.split, *step) for step in steps)

    def arguments(self) -> dict[str, Any]:
        """What a job's spec.json says of it; `evaluation_of` reads it back."""
        severities = [severity.key for severity in self.severities]
        return asdict(self) | {"severities": severities, "steps": spelled(self.steps)}

    def check(self, workspace: Workspace) -> DatasetCard:
        """The data set's card. Raises BadInput for what is unknown, missing or beyond what the models here can do."""
        card = dataset_card(workspace, self.dataset)
        if card.task not in (Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION):
            raise BadInput(f"{self.dataset!r} is a {card.task} data set; the models here classify texts or pairs only.")
        splits = [split.name for split in card.splits]
        for split in (self.split, self.train_split):
            if split not in splits:
                raise BadInput(
                    f"{self.dataset!r} has no split {split!r} (it has {listed(splits)}); import one or choose."
                )
        if self.split == self.train_split:
            raise BadInput(f"Both training and evaluating on {self.split!r} says nothing; choose two splits.")
        if not self.models:
            raise BadInput("An evaluation needs at least one model; name minilm, cnn, a hub name or a folder.")
        names = [model.name for model in self.models]
        if len(set(names)) < len(names):
            raise BadInput(f"Two models share a name among {', '.join(names)}; give each its own.")
        if not self.cells:
            raise BadInput("An evaluation needs at least one perturbation and one severity; name them.")
        return card


def evaluation_of(arguments: Mapping[str, Any]) -> Evaluation:
    """The evaluation in a job's arguments; raises BadInput for what is missing, unknown or out of bounds."""
    try:
        told = dict(arguments)
        models = tuple(ModelSpec(**(m | {"kind": ModelKind(m["kind"])})) for m in told.pop("models"))
        severities = tuple(Severity.parse(key) for key in told.pop("severities"))
        steps = parse_steps(told["steps"]) if told.get("steps") else ()
        told |= {"perturbations": tuple(told["perturbations"]), "steps": steps}
        return Evaluation(**told, models=models, severities=severities)
    except (KeyError, TypeError) as error:
        raise BadInput(f"The arguments of an evaluation are incomplete or unknown: {error}.") from error


def test_samples(workspace: Workspace, evaluation: Evaluation) -> list[Sample]:
    """The samples to evaluate on: with a `limit` the first that people curate, so that their verdicts tie in.

    Raises BadInput when there are none.
    """
    stream = read_samples(workspace, evaluation.dataset, evaluation.split)
    if samples := in_order(stream, evaluation.seed, evaluation.limit):
        return samples
    raise BadInput(f"The split {evaluation.split!r} of {evaluation.dataset!r} holds no samples; choose another.")


def examples(
    workspace: Workspace, evaluation: Evaluation, card: DatasetCard, spec: ModelSpec
) -> tuple[list[Example], list[Example]]:
    """(training, dev) examples; without a dev split a tenth of the training split is held out, by the spec's seed."""
    train = _examples(read_samples(workspace, evaluation.dataset, evaluation.train_split))
    Draws.seeded("train", evaluation.dataset, spec.seed).shuffle(train)
    names = [split.name for split in card.splits if split.name in DEV_SPLITS and split.name != evaluation.split]
    if names:
        dev = _examples(read_samples(workspace, evaluation.dataset, names[0]))
    else:
        held = round(len(train) * HELD_OUT)
        train, dev = train[held:], train[:held]
    return (train[: spec.train_limit] if spec.train_limit else train), dev


def _examples(samples: Iterable[Sample]) -> list[Example]:
    return [Example(tuple(field.text for field in sample.fields), sample.label) for sample in samples]
