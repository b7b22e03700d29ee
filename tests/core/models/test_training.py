"""The training loop: batches, interruption, the best epoch, the learning rate."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from core.models.batching import by_length, shuffled
from core.models.cnn.family import fresh
from core.models.device import choose
from core.models.network import Network, Opening
from core.models.registry import family
from core.models.spec import Example, Material, ModelSpec
from core.models.training import dev_score, train
from core.randomness import Draws
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import CNN, FRAMES, KINDS, LABELS, lesson, right, silent, small, texts_of, trained


class Stop(Exception):
    """What a report raises to stop."""


def test_a_stopped_training_leaves_no_model(tmp_path: Path) -> None:
    def stop(done: int, total: int, message: str) -> None:
        assert total == 8 * 5
        assert message.startswith("Training CNN: epoch")
        if done == 7:
            raise Stop

    with pytest.raises(Stop):
        trained(CNN, tmp_path / "model", lesson(), report=stop)
    assert ModelFolder(tmp_path / "model").kept() is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_stopped_training_goes_on_from_its_last_whole_epoch_as_if_nothing_had_happened(
    tmp_path: Path, kind: str
) -> None:
    spec, dev = small(kind, tmp_path, epochs=3), lesson(FRAMES[:1])
    undisturbed = trained(spec, tmp_path / "undisturbed", lesson(), dev)
    reported: list[int] = []

    def stop(done: int, total: int, message: str) -> None:
        reported.append(done)
        if done == 12 and len(reported) > 1:  # 40 examples in batches of 8: five steps an epoch, so in the third
            raise Stop

    with pytest.raises(Stop):
        trained(spec, tmp_path / "model", lesson(), dev, stop)
    reported.clear()
    resumed = trained(spec, tmp_path / "model", lesson(), dev, lambda done, *_: reported.append(done))
    assert reported[0] == 10
    assert resumed.predict(texts_of(lesson())) == undisturbed.predict(texts_of(lesson()))
    assert [path.name for path in tmp_path.glob(".model*")] == []


def test_the_weights_of_the_best_epoch_are_what_stays(tmp_path: Path) -> None:
    # A learning rate that makes the network jump about, so that it does not end at its best.
    material = Material(lesson(FRAMES[:2]), lesson(FRAMES[2:]))
    network = untrained(replace(CNN, learning_rate=0.05), material)
    scores: list[float] = []

    def watch(done: int, total: int, message: str) -> None:
        if message == "Trying CNN on dev":
            scores.append(dev_score(network, material.dev))

    best = train(network, material, ModelFolder(tmp_path / "model"), watch)
    assert len(scores) == CNN.epochs
    assert scores[-1] < max(scores), "the last epoch is the best one, so this test says nothing"
    assert best == max(scores)
    assert right(network, material.dev) == max(scores)


def test_the_learning_rate_rises_and_then_falls_to_nothing(tmp_path: Path) -> None:
    # One step an epoch, 50 in all: 6 % of them, 3, warm up; 47 go down to 0. A checkpoint follows each but the last.
    @dataclass(frozen=True, slots=True)
    class Watched(ModelFolder):
        rates: list[float] = field(default_factory=list)

        def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
            self.rates.append(state["optimiser"]["param_groups"][0]["lr"])

    material = Material(lesson())
    store = Watched(tmp_path / "model")
    train(untrained(replace(CNN, batch_size=40, epochs=50), material), material, store, silent)
    shares = [rate / CNN.learning_rate for rate in store.rates]
    assert shares == pytest.approx([1 / 3, 2 / 3, 1] + [(47 - step) / 47 for step in range(1, 47)])


def untrained(spec: ModelSpec, material: Material) -> Network:
    """The CNN before its first step."""
    plan = family("cnn").plan(spec, Task.CLASSIFICATION, LABELS, material)
    return fresh(Opening(plan, choose("cpu"), lambda: False), material.train)


def test_batches_hold_every_example_once_in_a_seeded_order() -> None:
    examples = [Example((f"{'x' * (n % 17)} {n}",), "good") for n in range(500)]
    drawn = [example for batch in shuffled(examples, 8, Draws.seeded("a")) for example in batch]
    assert drawn != examples
    assert sorted(drawn) == sorted(examples)
    assert drawn == [example for batch in shuffled(examples, 8, Draws.seeded("a")) for example in batch]
    assert [len(batch) for batch in by_length(texts_of(examples), 64)] == [64] * 7 + [52]
