"""A small data set of words that say their label, and evaluations of it that take a second or two."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from core.design import Condition, Design
from core.models.spec import ModelSpec
from core.records import DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.datasets.stored import save_dataset
from data.runs.evaluation import Evaluation
from data.workspace import Workspace
from tests.tiny_bert import tiny_bert

WORDS = {"good": ("fine", "lovely", "great", "bright"), "bad": ("awful", "dull", "poor", "grey")}
FRAMES = (
    "the {} day was long and {}",
    "a {} book with a {} end",
    "it looked {} but not {} to me",
    "so {} and {} a film",
)
CNN = ModelSpec("CNN", "cnn", epochs=4, learning_rate=2e-3, batch_size=8)


def texts() -> list[tuple[str, str]]:
    """(text, label) of 4 frames x 2 labels x 16 pairs of words: 128 in all."""
    return [
        (frame.format(one, other), label)
        for frame in FRAMES
        for label, words in WORDS.items()
        for one in words
        for other in words
    ]


def reviews(workspace: Workspace, task: Task = Task.CLASSIFICATION) -> None:
    """Save the data set "reviews": 88 samples to train on, 16 dev, 25 test, in a mixed but fixed order."""
    mixed = sorted(texts(), key=lambda row: row[0][::-1])
    splits = ("test", "train", "train", "dev", "train", "test", "train", "train")
    samples = [
        Sample("reviews", splits[n % 8 if n % 16 else 4], (TextField("text", text),), label)
        for n, (text, label) in enumerate(mixed)
    ]
    samples.append(Sample("reviews", "test", (TextField("text", "lovely"),), "good"))  # one word: nothing to delete
    save_dataset(workspace, DatasetCard("reviews", task, ("bad", "good"), ("text",), {}), samples)


def asked(*models: ModelSpec, device: str = "cpu", **others: Any) -> Evaluation:
    """Word deletion at PPS 1 and 3 on the test split; `others` are fields of the design."""
    usual = Design("reviews", "test", (Condition("word_deletion", pps(1)), Condition("word_deletion", pps(3))))
    return Evaluation(replace(usual, **others), models or (CNN,), device=device)


def tiny(folder: Path) -> ModelSpec:
    """A tiny BERT fine-tuned for two epochs."""
    path = tiny_bert(folder, [text for text, _ in texts()])
    return ModelSpec("tiny", "transformer", str(path), epochs=2, learning_rate=5e-3, batch_size=8)
