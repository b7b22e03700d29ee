"""Functions of a script among the models, for as long as the script evaluates them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import isfinite, isnan, nan
from typing import Any
from uuid import uuid4

from core.errors import BadInput
from core.identity import content_id
from core.models.device import Device
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.predictor import (
    Check,
    Cost,
    Identity,
    Labelled,
    NumberAnswer,
    Output,
    Tagged,
    TextPrediction,
    Texts,
    unchecked,
)
from core.models.registry import catalogue, register
from core.models.spec import Material, ModelSpec
from core.records import Task
from core.text.entity_tags import tagged_token_spans, tagged_tokens

KIND = "function"
Function = Callable[..., object]
"""A text, or the two of a pair -> a label, the probability of each label, a number, or a list of tags, one a word."""
_FUNCTIONS: dict[str, Function] = {}  # by the path of their spec
_KEPT: dict[str, ModelSpec] = {}  # by name
_SINCE: dict[str, str] = {}  # by the path of a kept one's spec, another word each time that it is registered


@contextmanager
def called(function: Function) -> Iterator[ModelSpec]:
    """The function as a model: the one that it is kept as, else one until the block ends. What that says is never taken
    for what it said another time."""
    if kept := next((spec for spec in _KEPT.values() if _FUNCTIONS[spec.path] == function), None):
        yield kept
        return
    path = f"{KIND}:{uuid4().hex}"
    _FUNCTIONS[path] = function
    try:
        yield ModelSpec(_own_name(function), KIND, path)
    finally:
        del _FUNCTIONS[path]


def own_model(name: str) -> Callable[[Function], Function]:
    """Have the decorated function be a model by this name from now on. What it says is never taken for what it said
    before. Raises BadInput for the name of one of ours, and for what is no name."""
    if not isinstance(name, str) or not name.strip():
        raise BadInput(f'A model needs a name, for example @flinch.model("mine"); {name!r:.60} is not a name.')
    if any(entry.name == name for entry in catalogue()):
        raise BadInput(f"Flinch already has a model {name}; give yours another name.")
    path = f"{KIND}:{name}"

    def registered(function: Function) -> Function:
        _FUNCTIONS[path], _KEPT[name], _SINCE[path] = function, ModelSpec(name, KIND, path), uuid4().hex
        return function

    return registered


@dataclass(frozen=True, slots=True)
class CalledFamily:
    """Functions that are being evaluated in this process, and those that are kept by a name."""

    kind: str = KIND
    catalogue: tuple[CatalogueEntry, ...] = ()
    tasks: frozenset[Task] = frozenset(Task)

    def spec_of(self, path: str) -> ModelSpec | None:
        """The function that is kept by this name."""
        return _KEPT.get(path)

    def check(self, spec: ModelSpec) -> None:
        """Raise BadInput for a function that is not there any more."""
        if spec.path not in _FUNCTIONS:
            raise BadInput(f"{spec.name!r} is a function of a script that has ended; evaluate again in that script.")

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Nothing to train; nobody knows what a text costs, so that it counts as one of a transformer."""
        return Cost(0, 1.0)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The function as it was registered last."""
        digest = content_id(spec.trained_id(material), _SINCE.get(spec.path, ""), *labels)
        return ModelPlan(spec, task, labels, digest, self.cost(spec, 0, 0), len(material.train))

    def ready(
        self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
    ) -> "CalledModel":
        """The function, checked in what it says."""
        self.check(plan.spec)
        read = _READ.get(plan.task) or partial(_label, plan.labels)
        return CalledModel(plan.identity, _FUNCTIONS[plan.spec.path], read)


def labelling(function: Function) -> Callable[[Sequence[str]], list[TextPrediction]]:
    """The function from a text to a label, or to the probability of each, for several texts.

    It raises BadInput where that fails or gives neither.
    """

    def labelled(text: str) -> TextPrediction:
        answer = _call_function(_own_name(function), function, (text,))
        scores = {label: _number(score) for label, score in _scores(answer).items()}
        if scores and not any(map(isnan, scores.values())):
            return TextPrediction(max(scores, key=lambda label: scores[label]), scores)
        if not isinstance(answer, str):
            wanted = "a label (a str) or {label: probability}"
            raise BadInput(f"The function returned {answer!r:.60} for {text!r:.60}; it must return {wanted}.")
        return TextPrediction(answer, {})

    return lambda texts: [labelled(text) for text in texts]


def _own_name(function: Function) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _call_function(name: str, function: Function, texts: Texts) -> object:
    try:
        return function(*texts)
    except Exception as error:
        raise BadInput(f"{name!r} failed on {texts[0]!r:.60} ({type(error).__name__}: {error}).") from error


Reader = Callable[[Any, Texts], Output]
"""What was said, and of which texts -> the output; raises ValueError that says what was expected."""


@dataclass(frozen=True, slots=True)
class CalledModel:
    """The function as a predictor."""

    identity: Identity
    function: Function
    read: Reader

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the function says of each text, in order; raises BadInput where it fails or makes no sense."""
        return [self._answer(text, check) for text in texts]

    def _answer(self, texts: Texts, check: Check) -> Output:
        check()
        name = self.identity.name
        answer = _call_function(name, self.function, texts)
        try:
            return self.read(answer, texts)
        except ValueError as error:
            raise BadInput(f"{name!r} returned {answer!r:.60} for {texts[0]!r:.60}; it must return {error}.") from None


def _label(labels: Sequence[str], answer: Any, texts: Texts) -> Labelled:
    """A label has the probability 1; of probabilities the first label of those that are equally likely counts.

    What a pipeline of transformers says is read too: {"label": …, "score": …}, of one label or of each.
    """
    answer = _parse_pipeline_answer(labels, answer)
    if (name := str(answer)) in labels:  # a number may be one, numpy's too
        return Labelled(name, tuple(float(label == name) for label in labels))
    row = () if isinstance(answer, str) or not isinstance(answer, Iterable) else tuple(map(_number, answer))
    if labels and len(row) == len(labels) and all(share >= 0 for share in row):
        return Labelled(labels[row.index(max(row))], row)
    raise ValueError(f"one of the labels {', '.join(labels)}, or {{label: probability}} with each of them")


def _parse_pipeline_answer(labels: Sequence[str], answer: Any) -> Any:
    """The label or the probabilities in what a pipeline says, or in probabilities by label; anything else as it is."""
    scores = _scores(answer)
    if {*scores} == {*labels}:
        return [scores[label] for label in labels]
    return answer if isinstance(answer, Mapping) and "label" not in answer else next(iter(scores), answer)


def _scores(answer: Any) -> dict[str, Any]:
    """By label what a pipeline of transformers says of it, or the probabilities by label; {} for anything else."""
    rows = [answer] if isinstance(answer, Mapping) else list(answer) if isinstance(answer, list | tuple) else []
    if rows and all(isinstance(row, Mapping) and {"label", "score"} <= {*row} for row in rows):
        return {str(row["label"]): row["score"] for row in rows}
    return {str(label): share for label, share in answer.items()} if isinstance(answer, Mapping) else {}


def _similarity(answer: Any, texts: Texts) -> NumberAnswer:
    if isfinite(value := _number(answer)):
        return NumberAnswer(value)
    raise ValueError("a number on the scale of the data set")


def _tags(answer: Any, texts: Texts) -> Tagged:
    """What a token-classification pipeline of transformers says is read too: entities with their start and end."""
    words = len(tagged_tokens(texts[0]))
    listed = isinstance(answer, Iterable) and not isinstance(answer, str | Mapping)
    tags: list[Any] = list(answer) if listed else [None]
    if all(isinstance(tag, Mapping) and {"start", "end"} <= {*tag} for tag in tags):
        return Tagged(_tags_of_spans(texts[0], tags))
    if all(isinstance(tag, str) for tag in tags) and len(tags) == words:
        return Tagged(tuple(tags))
    raise ValueError(f"a list of {words} tags, one for each word")


def _tags_of_spans(text: str, spans: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The tag of each word: of the first span in it; a group's first word begins an entity, the others are inside."""
    tags = []
    for word in tagged_token_spans(text):
        span = next((entity for entity in spans if entity["start"] < word[1] and entity["end"] > word[0]), None)
        if span is None:
            tags.append("O")
        elif "entity" in span:
            tags.append(str(span["entity"]))
        else:
            tags.append(f"{'B' if span['start'] >= word[0] else 'I'}-{span['entity_group']}")
    return tuple(tags)


def _number(answer: Any) -> float:
    """NaN for what is none."""
    try:
        return float(answer) if isfinite(float(answer)) else nan
    except (TypeError, ValueError):
        return nan


_READ: dict[Task, Reader] = {Task.SIMILARITY: _similarity, Task.TAGGING: _tags}


register(CalledFamily())
