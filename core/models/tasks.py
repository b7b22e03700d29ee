"""What each task asks of a network: its outputs, their targets, the loss, what they say and how good that is."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Any

from core.errors import BadInput
from core.metrics.classification import accuracy
from core.metrics.correlation import pearson
from core.metrics.entities import entity_counts, entity_f1
from core.models.predictor import Labelled, NumberAnswer, Output, Tagged
from core.records import Task

NO_WORD = -100  # the target of what fills a text up
Labels = Sequence[str]
"""Gold labels, or what a model's outputs are as labels."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A task, as a network learns it. Tensors are torch's: outputs [texts, size], float32.

    Of tags they are [texts, words, size]: all -inf where a text has no more words, all but the first where the network
    could not read a word.

    `labels` are the labels that a model chooses among; of a number they are the two ends of its scale.
    `size`: labels -> how many outputs a text has. `targets`: (gold, labels) -> what each text's outputs should be.
    `loss`: (outputs, targets, a weight for each label or None) -> a scalar.
    `read`: (outputs, labels) -> what they say of each text.
    `metric`: (gold, outputs) -> a score, higher is better, NaN where there is nothing to score.
    `named`: gold labels, or outputs as labels -> every single label that is named in them.
    `guessing`: (gold, labels) -> the loss of one who knows how gold is spread and reads nothing.
    """

    size: Callable[[Sequence[str]], int]
    targets: Callable[[Labels, Sequence[str]], list[Any]]
    loss: Callable[[Any, Any, Any], Any]
    read: Callable[[Any, Sequence[str]], list[Output]]
    metric: Callable[[Labels, Sequence[Output]], float]
    named: Callable[[Labels], list[str]]
    guessing: Callable[[Labels, Sequence[str]], float]


def _positions(gold: Labels, labels: Sequence[str]) -> list[int]:
    return [labels.index(label) for label in gold]


def _cross_entropy(outputs: Any, targets: Any, weights: Any) -> Any:
    from torch.nn.functional import cross_entropy

    return cross_entropy(outputs, targets, weights)


def _likeliest_labels(outputs: Any, labels: Sequence[str]) -> list[Output]:
    rows = outputs.double().softmax(-1).tolist()
    return [Labelled(labels[row.index(max(row))], tuple(row)) for row in rows]


def _accuracy(gold: Labels, outputs: Sequence[Output]) -> float:
    return accuracy(gold, [output.label for output in outputs]).value


def _entropy(gold: Labels, labels: Sequence[str]) -> float:
    """In nats, of the shares of the labels."""
    counts = [gold.count(label) for label in set(gold)]
    return -sum(count / len(gold) * log(count / len(gold)) for count in counts)


def _unit_scale(gold: Labels, labels: Sequence[str]) -> list[float]:
    """Each number as a share of its scale."""
    low, high = map(float, labels)
    return [(float(label) - low) / (high - low) for label in gold]


def _squares(outputs: Any, targets: Any, weights: Any) -> Any:
    from torch.nn.functional import mse_loss

    return mse_loss(outputs[:, 0], targets)


def _numbers(outputs: Any, labels: Sequence[str]) -> list[Output]:
    low, high = map(float, labels)
    return [NumberAnswer(low + (high - low) * share) for share in outputs[:, 0].double().tolist()]


def _pearson(gold: Labels, outputs: Sequence[Output]) -> float:
    return pearson([float(label) for label in gold], [float(output.label) for output in outputs]).value


def _variance(gold: Labels, labels: Sequence[str]) -> float:
    shares = _unit_scale(gold, labels)
    mean = sum(shares) / len(shares)
    return sum((share - mean) ** 2 for share in shares) / len(shares)


def _tag_positions(gold: Labels, labels: Sequence[str]) -> list[list[int]]:
    """Those of each text's tags, filled up to the most tags of a text."""
    rows = [[labels.index(tag) for tag in tags.split()] for tags in gold]
    most = max(map(len, rows))
    return [row + [NO_WORD] * (most - len(row)) for row in rows]


def _cross_entropy_of_words(outputs: Any, targets: Any, weights: Any) -> Any:
    """The mean over all words that the network could read."""
    read = (targets != NO_WORD) & outputs.isfinite().all(-1)
    return _cross_entropy(outputs[read], targets[read], weights)


def _tags(outputs: Any, labels: Sequence[str]) -> list[Output]:
    if not len(outputs):
        return []
    words = outputs[..., 0].isfinite().sum(-1).tolist()
    read = outputs.isfinite().all(-1).sum(-1).tolist()
    rows = zip(outputs.argmax(-1).tolist(), words, read, strict=True)
    return [Tagged(tuple(labels[at] for at in row[:of]), of - seen) for row, of, seen in rows]


def _entity_f1(gold: Labels, outputs: Sequence[Output]) -> float:
    pairs = zip(gold, outputs, strict=True)
    return entity_f1(Counter(entity_counts(tags.split(), output.label.split()) for tags, output in pairs)).value


def _all_tags(labels: Labels) -> list[str]:
    return [tag for tags in labels for tag in tags.split()]


LABELS = Objective(len, _positions, _cross_entropy, _likeliest_labels, _accuracy, list, _entropy)
NUMBER = Objective(lambda labels: 1, _unit_scale, _squares, _numbers, _pearson, list, _variance)
# Guessing has an infinite loss: that all is O is a stage that every tagger goes through, and no sign that it is stuck.
TAGS = Objective(len, _tag_positions, _cross_entropy_of_words, _tags, _entity_f1, _all_tags, lambda gold, labels: inf)
OBJECTIVES = {
    Task.CLASSIFICATION: LABELS,
    Task.PAIR_CLASSIFICATION: LABELS,
    Task.SIMILARITY: NUMBER,
    Task.TAGGING: TAGS,
}
LABELLING = frozenset({Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION})
TO_DO = {
    Task.CLASSIFICATION: "choose among labels",
    Task.PAIR_CLASSIFICATION: "choose among labels",
    Task.SIMILARITY: "give a number for a pair",
    Task.TAGGING: "tag the words of a text",
}


def objective(task: Task) -> Objective:
    """What this task asks of a network."""
    return OBJECTIVES[task]


def check_learns(name: str, tasks: Collection[Task], task: Task) -> None:
    """Raise BadInput unless this task is among those of the model of this name."""
    if task not in tasks:
        also = ", or bilstm" if task is Task.TAGGING else ""
        raise BadInput(f"The model {name!r} can't {TO_DO[task]}; choose minilm or another transformer{also}.")
