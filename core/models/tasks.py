"""What each task asks of a network: its outputs, their targets, the loss, what they say and how good that is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import BadInput
from core.metrics.classification import accuracy
from core.models.predictor import Labelled, Output
from core.records import Task


@dataclass(frozen=True, slots=True)
class Objective:
    """A task, as a network learns it. Tensors are torch's: outputs [texts, size], float32.

    `size`: labels -> how many outputs a text has. `targets`: (gold, labels) -> a number for each text.
    `loss`: (outputs, targets, a weight for each label or None) -> a scalar.
    `read`: (outputs, labels) -> what they say of each text.
    `metric`: (gold, outputs) -> a score, higher is better, NaN where there is nothing to score.
    """

    size: Callable[[Sequence[str]], int]
    targets: Callable[[Sequence[str], Sequence[str]], list[int]]
    loss: Callable[[Any, Any, Any], Any]
    read: Callable[[Any, Sequence[str]], list[Output]]
    metric: Callable[[Sequence[str], Sequence[Output]], float]


def _positions(gold: Sequence[str], labels: Sequence[str]) -> list[int]:
    return [labels.index(label) for label in gold]


def _cross_entropy(outputs: Any, targets: Any, weights: Any) -> Any:
    from torch.nn.functional import cross_entropy

    return cross_entropy(outputs, targets, weights)


def _likeliest(outputs: Any, labels: Sequence[str]) -> list[Output]:
    rows = outputs.double().softmax(-1).tolist()
    return [Labelled(labels[row.index(max(row))], tuple(row)) for row in rows]


def _accuracy(gold: Sequence[str], outputs: Sequence[Output]) -> float:
    return accuracy(gold, [output.label for output in outputs]).value


LABELS = Objective(len, _positions, _cross_entropy, _likeliest, _accuracy)
OBJECTIVES = {Task.CLASSIFICATION: LABELS, Task.PAIR_CLASSIFICATION: LABELS}
NOT_YET = {Task.SIMILARITY: "give a number for a pair", Task.TAGGING: "tag the words of a text"}


def objective(task: Task, dataset: str = "this") -> Objective:
    """What this task asks of a network; raises BadInput, naming the data set, for one no family can learn yet."""
    if task in OBJECTIVES:
        return OBJECTIVES[task]
    raise BadInput(
        f"{dataset!r} is a {task} data set; the models here classify texts or pairs only and can't yet {NOT_YET[task]}."
    )
