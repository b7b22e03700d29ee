"""A small lesson that a model can learn in a second, and the models that learn it."""

from collections.abc import Sequence
from pathlib import Path

from core.models.device import choose
from core.models.family import Report
from core.models.network import Network
from core.models.predictor import Texts
from core.models.registry import family
from core.models.spec import Example, Material, ModelSpec
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.tiny_elmo import tiny_elmo
from tests.tiny_bert import tiny_bert

LABELS = ("bad", "good")
GOOD, BAD = ("fine", "lovely", "great", "bright"), ("awful", "dull", "poor", "grey")
FRAMES = ("the day was {}", "a {} book", "it looked {} to me", "we saw a {} film today", "such {} food")
KINDS = ("cnn", "textrnn", "bilstm", "char-cnn", "transformer", "elmo")
CNN = ModelSpec("CNN", "cnn", epochs=8, learning_rate=2e-3, batch_size=8)
TEXTRNN = ModelSpec("TextRNN", "textrnn", epochs=8, learning_rate=1e-2, batch_size=8)
BILSTM = ModelSpec("BiLSTM", "bilstm", epochs=8, learning_rate=4e-3, batch_size=8)
CHAR_CNN = ModelSpec("CharCNN", "char-cnn", epochs=16, learning_rate=4e-3, batch_size=8)
FROM_SCRATCH = {spec.kind: spec for spec in (CNN, TEXTRNN, BILSTM, CHAR_CNN)}


def lesson(frames: Sequence[str] = FRAMES) -> list[Example]:
    """Sentences whose adjective alone says the label: 4 x 2 for each frame."""
    sides = (("good", GOOD), ("bad", BAD))
    return [Example((f.format(word),), label) for f in frames for label, words in sides for word in words]


def texts_of(examples: Sequence[Example]) -> list[Texts]:
    return [example.texts for example in examples]


def silent(*_: object) -> None:
    """A report that nobody reads."""


def trained(
    spec: ModelSpec,
    folder: Path,
    train: Sequence[Example],
    dev: Sequence[Example] = (),
    report: Report = silent,
    labels: tuple[str, ...] = LABELS,
) -> Network:
    """The network that this spec makes of these examples, kept in this folder."""
    material = Material(train, dev)
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, labels, material)
    network = family(spec.kind).ready(plan, material, choose("cpu"), ModelFolder(folder), report)
    assert isinstance(network, Network)
    return network


def right(network: Network, examples: Sequence[Example]) -> float:
    """The share of examples that get their label."""
    said = network.predict(texts_of(examples))
    return sum(output.label == example.label for output, example in zip(said, examples, strict=True)) / len(examples)


def tiny(folder: Path, **others: object) -> ModelSpec:
    """A tiny BERT, its weights beside the place where what it learns is kept."""
    path = tiny_bert(folder / "tiny", [text for example in lesson() for text in example.texts])
    usual = {"epochs": 6, "learning_rate": 5e-3, "batch_size": 8}
    return ModelSpec("tiny", "transformer", str(path), **usual | others)  # type: ignore[arg-type]


def small(kind: str, folder: Path, epochs: int) -> ModelSpec:
    """A network of words, or a tiny BERT or ELMo of so many epochs."""
    if kind == "elmo":
        return ModelSpec("tiny", kind, str(tiny_elmo(folder / "elmo")), epochs=epochs, learning_rate=5e-3, batch_size=8)
    return FROM_SCRATCH[kind] if kind in FROM_SCRATCH else tiny(folder, epochs=epochs)
