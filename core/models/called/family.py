"""Functions of a script among the models, for as long as the script evaluates them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from uuid import uuid4

from core.errors import BadInput
from core.identity import content_id
from core.models.family import ModelPlan
from core.models.function import FunctionFamily, Probabilities
from core.models.predictor import Labelled, Texts
from core.models.registry import register
from core.models.spec import Material, ModelSpec
from core.records import Task

KIND = "function"
Function = Callable[..., object]
"""A text, or the two of a pair -> a label, or the probability of each label."""
_FUNCTIONS: dict[str, Function] = {}  # by the path of their spec
_KEPT: dict[str, ModelSpec] = {}  # by name
_SINCE: dict[str, str] = {}  # by the path of a kept one's spec, another word each time that it is registered


@contextmanager
def called(function: Function) -> Iterator[ModelSpec]:
    """The function as a model, until the block ends. What it says is never taken for what it said another time."""
    path = f"{KIND}:{uuid4().hex}"
    _FUNCTIONS[path] = function
    try:
        yield ModelSpec(getattr(function, "__name__", type(function).__name__), KIND, path)
    finally:
        del _FUNCTIONS[path]


def keep(name: str, function: Function) -> None:
    """Have the function be a model by this name from now on. What it says is never taken for what it said before."""
    path = f"{KIND}:{name}"
    _FUNCTIONS[path], _KEPT[name], _SINCE[path] = function, ModelSpec(name, KIND, path), uuid4().hex


@dataclass(frozen=True, slots=True)
class CalledFamily(FunctionFamily):
    """Functions that are being evaluated in this process, and those that are kept by a name."""

    def spec_of(self, path: str) -> ModelSpec | None:
        """The function that is kept by this name."""
        return _KEPT.get(path)

    def check(self, spec: ModelSpec) -> None:
        """Raise BadInput for a function that is not there any more."""
        if spec.path not in _FUNCTIONS:
            raise BadInput(f"{spec.name!r} is a function of a script that has ended; evaluate again in that script.")

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """As any function's."""
        made = super(CalledFamily, self).plan(spec, task, labels, material)
        return replace(made, digest=content_id(made.digest, _SINCE.get(spec.path, "")))

    def function(self, plan: ModelPlan, material: Material) -> Probabilities:
        """The function, checked in what it says."""
        self.check(plan.spec)
        return partial(_probabilities, plan.spec.name, _FUNCTIONS[plan.spec.path], plan.labels)


def labelling(function: Function) -> Callable[[Sequence[str]], list[Labelled]]:
    """The function from a text to a label, for several texts; it raises BadInput where that fails or gives no label."""

    def labelled(text: str) -> Labelled:
        said = _said(getattr(function, "__name__", type(function).__name__), function, (text,))
        if not isinstance(said, str):
            raise BadInput(f"The function says {said!r:.60} of {text!r:.60}; it must give the label, a str.")
        return Labelled(said, ())

    return lambda texts: [labelled(text) for text in texts]


def _said(name: str, function: Function, texts: Texts) -> object:
    try:
        return function(*texts)
    except Exception as error:
        raise BadInput(f"{name!r} failed on {texts[0]!r:.60} ({type(error).__name__}: {error}).") from error


def _probabilities(name: str, function: Function, labels: Sequence[str], texts: Texts) -> Sequence[float]:
    """What the function says of a text, a label as probability 1; raises BadInput where it fails or makes no sense."""
    said = _said(name, function, texts)
    if isinstance(said, str) and said in labels:
        return [float(label == said) for label in labels]
    try:
        row = [] if isinstance(said, str) else [float(share) for share in said]  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        row = []
    if labels and len(row) == len(labels) and all(isfinite(share) and share >= 0 for share in row):
        return row
    raise BadInput(
        f"{name!r} says {said!r:.60} of {texts[0]!r:.60}; it must give one of the labels {', '.join(labels)}, or a "
        "probability for each of them in this order."
    )


register(CalledFamily(KIND, None, ()))
