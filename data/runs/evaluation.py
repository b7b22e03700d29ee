"""An evaluation: a design, the models that predict its texts, and what they are trained on."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.design import Design
from core.errors import BadInput
from core.models.device import check_precision
from core.models.registry import family
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import check_learns
from core.models.training.seeds import learns, named
from core.perturbations.conditions import design_arguments, parse_design
from core.perturbations.registry import listed
from core.randomness import Draws
from core.records import DatasetCard, Sample, Task
from curation.answers import tag_set
from data.datasets.stored import dataset_card, read_samples
from data.jobs.records import JobSpec, read_file
from data.workspace import Workspace

DEV_SPLITS = ("dev", "validation", "val", "valid")
MOST_DRAWS = 100
HELD_OUT = 0.1  # of the training split, where there is no dev split


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The arguments of an evaluate job. A model's own spec says how it is trained; `device` is auto, cpu or cuda;
    `precision`, of predictions, auto, exact or fast.

    `draws` is how often every text is perturbed anew, each time with the next seed. `plan` is the id of the whole
    paper's plan that it is a part of, "" for none. `workers` processes share the work (0: one for each GPU where there
    are several, else none but this); `ray` is the address of a cluster that does it, "" for none.
    """

    design: Design
    models: tuple[ModelSpec, ...]
    train_split: str = "train"
    device: str = "auto"
    plan: str = ""
    workers: int = 0
    ray: str = ""
    precision: str = "auto"
    draws: int = 1

    @property
    def designs(self) -> tuple[Design, ...]:
        """The design of each draw, of the same samples."""
        return tuple(replace(self.design, draw=draw) for draw in range(self.draws))

    @property
    def title(self) -> str:
        """What its job and its run are called: "demo-questions: CNN, MiniLM (5 trainings)"."""
        return f"{self.design.dataset}: {', '.join(named(self.models))}"

    def arguments(self) -> dict[str, Any]:
        """What a job's spec.json says of it; `parse_evaluation` reads it back."""
        return asdict(self) | {"design": design_arguments(self.design)}

    def check(self, workspace: Workspace) -> DatasetCard:
        """The data set's card. Raises BadInput for what is unknown, missing or beyond what the models here can do."""
        self.design.check()
        card = dataset_card(workspace, self.design.dataset)
        taught = any(map(learns, self.models))
        for split in (self.design.split, *[self.train_split] * taught):
            if split not in card.splits:
                raise BadInput(
                    f"{card.name!r} has no split {split!r}; choose {listed(card.splits)}, or import this split."
                )
        if taught and self.design.split == self.train_split:
            raise BadInput(f"Training and evaluation both use {self.train_split!r}; choose two different splits.")
        if taught and self.train_split in card.unlabelled:
            labelled = [split for split in card.splits if split not in card.unlabelled]
            where = f"train on {listed(labelled)}" if labelled else "import a split with labels"
            raise BadInput(f"The split {self.train_split!r} of {card.name!r} has no labels to learn from; {where}.")
        check_precision(self.precision)
        if not 0 <= self.workers <= 64:
            raise BadInput(
                f"{self.workers} is not a possible number of workers; give a number from 1 to 64, or 0 for one "
                "worker per GPU."
            )
        if not 1 <= self.draws <= MOST_DRAWS:
            raise BadInput(f"{self.draws} draws can't be made; give a number from 1 to {MOST_DRAWS}.")
        self._check_models(card.task)
        return card

    def _check_models(self, task: Task) -> None:
        if not self.models:
            raise BadInput("An evaluation needs at least one model; name minilm, cnn, a hub name or a folder.")
        names = [model.name for model in self.models]
        if len(set(names)) < len(names):
            raise BadInput(
                f"Two of the models {', '.join(names)} have the same name; use each name only once. In Python, "
                'flinch.model("another")(mine) gives a function or classifier another name.'
            )
        if odd := next((name for name in names if not name.isprintable()), None):
            raise BadInput(
                f"The model name {odd[:80]!r} has characters that tables can't show; rename the model's folder."
            )
        for model in self.models:
            family(model.kind).check(model)
            check_learns(model.name, family(model.kind).tasks, task)
            if task is Task.SIMILARITY and model.class_weights and not self.plan:
                raise BadInput(f"A similarity task has no classes; turn class weights off for {model.name!r}.")


def parse_evaluation(arguments: Mapping[str, Any]) -> Evaluation:
    """The evaluation in a job's arguments; raises BadInput for what is missing, unknown or out of bounds."""
    try:
        rest = dict(arguments)
        models = tuple(ModelSpec(**model) for model in rest.pop("models"))
        return Evaluation(parse_design(rest.pop("design")), models, **rest)
    except (KeyError, TypeError) as error:
        raise BadInput(f"The arguments of an evaluation are incomplete or unknown: {error}.") from error


def requested_evaluation(workspace: Workspace, run_id: str) -> Evaluation | None:
    """The evaluation that this run's job was asked for; None where it was none, or can't be read."""
    spec = read_file(workspace.jobs / run_id, JobSpec)
    try:
        return parse_evaluation(spec.arguments) if spec and spec.kind == "evaluate" else None
    except BadInput:
        return None


def material(workspace: Workspace, evaluation: Evaluation, card: DatasetCard, spec: ModelSpec) -> Material:
    """What the model learns from; without a dev split a tenth of the training split is held out, by the spec's seed.

    A dev split that is trained on is no judge of the best epoch: then too a tenth of it is held out. An
    endpoint learns from nothing.
    """
    if not learns(spec):
        return Material()
    design = evaluation.design
    train = _examples(read_samples(workspace, design.dataset, evaluation.train_split))
    Draws.seeded("train", design.dataset, spec.seed).shuffle(train)
    if judge := judging_split(card, design.split, evaluation.train_split):
        dev = _examples(read_samples(workspace, design.dataset, judge))
    else:
        held = round(len(train) * HELD_OUT)
        train, dev = train[held:], train[:held]
    return Material(train[: spec.train_limit] if spec.train_limit else train, dev)


def judging_split(card: DatasetCard, split: str, train_split: str) -> str | None:
    """The split by which the best epoch is chosen: a labelled dev split that is neither evaluated nor
    trained on, else None."""
    others = (name for name in card.splits if name not in (split, train_split, *card.unlabelled))
    return next((name for name in others if name in DEV_SPLITS), None)


def _examples(samples: Iterable[Sample]) -> list[Example]:
    return [Example(sample.texts, sample.gold) for sample in samples]


def answers(card: DatasetCard, learnt: Material) -> tuple[str, ...]:
    """The labels that a model chooses among; of numbers the ends of their scale, of what is learnt where none is known.

    Raises BadInput where all numbers are one and the same.
    """
    if card.task is Task.TAGGING:
        return tag_set(card.labels)
    if card.task is not Task.SIMILARITY:
        return card.labels
    gold = card.scale or [float(example.label) for example in learnt.train]
    low, high = min(gold, default=0.0), max(gold, default=0.0)
    if low >= high:
        raise BadInput(f"All gold scores of {card.name!r} are {low:g}; train on samples whose scores differ.")
    return f"{low:g}", f"{high:g}"
