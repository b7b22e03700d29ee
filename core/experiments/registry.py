"""Experiments as they are registered: a plan of trainings, each with the texts that its model is asked about.

An experiment is a function in a module of this folder that turns what is asked into trainings; page, command and
`flinch.experiment` find it here.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from core.design import Condition
from core.errors import BadInput
from core.experiments.records import Added, Labels
from core.models.spec import ModelSpec
from core.models.tasks import LABELLING
from core.models.training.seeds import MOST
from core.papers import Paper
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import listed
from core.records import Task


@dataclass(frozen=True, slots=True)
class ExperimentRequest:
    """What is asked of an experiment. `conditions` are spelled as in commands; `shares` and `seeds` vary.

    `train_samples` and `test_samples` are drawn from the splits, 0 for as many as there are: where they are `balanced`
    with as many of each label, else as they come. Numbers, which have no labels, are drawn as they come.
    `steps` is the length of every training, 0 for the epochs of each model's recipe. With `replaces` perturbed texts
    stand in the place of their originals instead of beside them. With `curated` only the texts that people kept are
    added, and as many others for comparison. `lexicon` is a file of words that are cues, "" for a list of ours;
    `masked` a masked language model by hub name or folder that guesses words that were taken away, "" for none.
    """

    experiment: str
    dataset: str
    models: tuple[ModelSpec, ...]
    conditions: tuple[str, ...]
    shares: tuple[float, ...]
    seeds: tuple[int, ...] = (0,)
    train_split: str = "train"
    test_split: str = "test"
    train_samples: int = 1_000
    test_samples: int = 500
    steps: int = 0
    replaces: bool = False
    curated: bool = False
    device: str = "auto"
    workers: int = 0
    ray: str = ""
    balanced: bool = True
    lexicon: str = ""
    masked: str = ""

    def arguments(self) -> dict[str, Any]:
        """What a job's spec.json says of it; `parse_request` reads it back."""
        return asdict(self)

    @property
    def parsed(self) -> tuple[Condition, ...]:
        """The conditions; raises BadInput for one that does not exist."""
        return tuple(map(parse_condition, self.conditions))

    @property
    def trained(self) -> Iterator[ModelSpec]:
        """Each model with each seed."""
        return (replace(spec, seed=seed) for spec in self.models for seed in self.seeds)

    def check(self) -> None:
        """Raise BadInput for what no experiment can do, before anything is read."""
        if not self.models or not self.conditions:
            raise BadInput("An experiment needs at least one model and one perturbation; name them.")
        for name, chosen in (("perturbation", self.conditions), ("seed", self.seeds), ("share", self.shares)):
            if len(set(chosen)) < len(chosen):
                raise BadInput(
                    f"The same {name} is asked for twice: {', '.join(map(str, chosen))}; name each {name} once."
                )
        if not self.shares or not all(0 < share <= 1 for share in self.shares):
            shares = ", ".join(f"{share:g}" for share in self.shares) or "none"
            raise BadInput(f"The shares of perturbed texts are {shares}; give shares above 0, at most 1.")
        if not 1 <= len(self.seeds) <= MOST:
            raise BadInput(f"{len(self.seeds)} seeds were given; give at least 1 seed and at most {MOST} seeds.")
        if min(self.train_samples, self.test_samples, self.steps) < 0:
            raise BadInput("Samples and steps can't be below 0; 0 samples means all, 0 steps the recipe's epochs.")
        if self.train_split == self.test_split:
            raise BadInput(f"Training and testing both use {self.test_split!r}; choose two different splits.")
        if self.curated and (self.replaces or self.experiment != "augmentation"):
            raise BadInput("Curated texts are only for the experiment augmentation, without replacing originals.")
        _ = self.parsed


def parse_request(arguments: dict[str, Any]) -> ExperimentRequest:
    """The request in a job's arguments; raises BadInput for what is missing or unknown."""
    try:
        rest = dict(arguments)
        models = tuple(ModelSpec(**model) for model in rest.pop("models"))
        for name in ("conditions", "shares", "seeds"):
            rest[name] = tuple(rest[name])
        return ExperimentRequest(models=models, **rest)
    except (KeyError, TypeError) as error:
        raise BadInput(f"The arguments of an experiment are incomplete or unknown: {error}.") from error


@dataclass(frozen=True, slots=True)
class Training:
    """A training and the texts that its model is asked about: `tests` are conditions, None the original texts.

    `trained_on` is None where nothing is perturbed; `share` is what `Outcome` says.
    """

    spec: ModelSpec
    labels: Labels
    trained_on: Condition | None
    share: float
    tests: tuple[Condition | None, ...]
    replaces: bool = False
    added: Added = Added.ALL

    @property
    def original(self) -> "Training":
        """The same on the original texts."""
        return replace(self, trained_on=None, share=0.0, replaces=False, added=Added.ALL)

    @property
    def in_words(self) -> str:
        """Which it is, for people: "CNN, butter fingers · p 1 at 0.05, seed 2"."""
        on = f"{self.trained_on} at {self.share:g}" if self.trained_on else "the original texts"
        on += {Added.ALL: "", Added.KEPT: ", kept by people", Added.AS_MANY: ", as many random texts"}[self.added]
        return f"{self.spec.name}, {on}, seed {self.spec.seed}"


class Reading(StrEnum):
    """How the outcomes are read and drawn: as learnability; as gains by what was trained on and tested on; or as losses
    where texts are corrupted in training, in the test, or in both."""

    LEARNABILITY = "learnability"
    TRANSFER = "transfer"
    CORRUPTION = "corruption"


Plan = Callable[[ExperimentRequest], Iterator[Training]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A registered experiment: its name, what it asks, of which paper, its usual settings, and its plan.

    `conditions` are spelled as in commands. With `removes` its perturbations take words away, and it is counted in
    which answers lexical cues remain.
    """

    name: str
    title: str
    asks: str
    paper: Paper | None
    conditions: tuple[str, ...]
    shares: tuple[float, ...]
    plan: Plan = field(compare=False)
    reading: Reading = Reading.TRANSFER
    removes: bool = False

    @property
    def tasks(self) -> frozenset[Task]:
        """Which data sets it is for: those with labels; losses are known of numbers too."""
        return LABELLING | {Task.SIMILARITY} if self.reading is Reading.CORRUPTION else LABELLING

    def trainings(self, request: ExperimentRequest) -> list[Training]:
        """The trainings, each once. Raises BadInput for a request that makes none."""
        request.check()
        long = (replace(t, spec=replace(t.spec, steps=request.steps or t.spec.steps)) for t in self.plan(request))
        return list(dict.fromkeys(long))


_EXPERIMENTS: dict[str, Experiment] = {}


def experiment(
    name: str,
    title: str,
    asks: str,
    *,
    paper: Paper | None = None,
    conditions: tuple[str, ...] = (),
    shares: tuple[float, ...] = (1.0,),
    reading: Reading = Reading.TRANSFER,
    removes: bool = False,
) -> Callable[[Plan], Plan]:
    """Register the decorated function as the plan of an experiment."""

    def registered(plan: Plan) -> Plan:
        _EXPERIMENTS[name] = Experiment(name, title, asks, paper, conditions, shares, plan, reading, removes)
        return plan

    return registered


def experiments() -> tuple[Experiment, ...]:
    """Every experiment there is, by title."""
    _import_all()
    return tuple(sorted(_EXPERIMENTS.values(), key=lambda entry: entry.title))


def find_experiment(name: str) -> Experiment:
    """The experiment of this name; raises BadInput that names those there are."""
    for entry in experiments():
        if entry.name == name:
            return entry
    raise BadInput(f"There is no experiment {name!r}; choose {listed(entry.name for entry in experiments())}.")


@cache
def _import_all() -> None:
    for module in iter_modules(import_module(__package__).__path__, f"{__package__}."):
        import_module(module.name)
