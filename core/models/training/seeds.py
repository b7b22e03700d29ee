"""Several trainings of a model that differ in their seed only."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from numbers import Integral

from core.errors import BadInput
from core.models.registry import family
from core.models.spec import ModelSpec
from core.models.training.recipes import NOT_TAUGHT

MOST = 10
MARK = " #"


def seeded(specs: Iterable[ModelSpec], trainings: int) -> tuple[ModelSpec, ...]:
    """Each model so many times, as "MiniLM #1", "MiniLM #2" and so on, with its seed, the next one, and so on.

    One training keeps its name, as does a model that is not trained. Raises BadInput for less than 1 or more than 10.
    """
    if not isinstance(trainings, Integral) or not 1 <= trainings <= MOST:
        raise BadInput(f"A model can't be trained {trainings} times; give a number from 1 to {MOST}.")
    return tuple(model for spec in specs for model in (_trainings(spec, trainings) if _is_trained(spec) else (spec,)))


def trainings_of(names: Sequence[str]) -> dict[str, str]:
    """Of these names those that `seeded` gave to one of several trainings, and the model's own name."""
    own = {name: name.rpartition(MARK)[0] for name in names if name.rpartition(MARK)[2].isdigit()}
    return {name: model for name, model in own.items() if model and list(own.values()).count(model) > 1}


def named(specs: Sequence[ModelSpec]) -> list[str]:
    """What a title calls these models: several trainings of one once, as "MiniLM (5 trainings)"."""
    own = trainings_of([spec.name for spec in specs])
    names = [own.get(spec.name, spec.name) for spec in specs]
    several = {name: f"{name} ({names.count(name)} trainings)" for name in own.values()}
    return [several.get(name, name) for name in dict.fromkeys(names)]


def _trainings(spec: ModelSpec, trainings: int) -> tuple[ModelSpec, ...]:
    if trainings == 1:
        return (spec,)
    return tuple(replace(spec, name=f"{spec.name}{MARK}{n + 1}", seed=spec.seed + n) for n in range(trainings))


def learns(spec: ModelSpec) -> bool:
    """Whether the model is made of training examples, however little that costs, and not only asked, as an endpoint, a
    function of a script or a model as it is."""
    return spec.kind not in NOT_TAUGHT


def _is_trained(spec: ModelSpec) -> bool:
    return family(spec.kind).cost(spec, 1, 1).training > 0
