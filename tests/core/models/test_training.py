"""The training loop: batches, interruption, the best epoch, the learning rate."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path
from typing import Any

import pytest
import torch

from core.metrics.classification import matthews
from core.models.batching import by_length, shuffled
from core.models.cnn.family import fresh
from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.registry import family
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import objective
from core.models.training.history import EpochSeen
from core.models.training.loop import train
from core.models.training.state import TrainingState
from core.models.transformer.family import fresh as transformer
from core.randomness import Draws
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import CNN, FRAMES, LABELS, lesson, right, silent, texts_of, tiny, trained


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


def misleading() -> Material:
    """What is learned from train is wrong on dev, so that no epoch is worse than the last."""
    wrong = {"good": "bad", "bad": "good"}
    return Material(lesson(FRAMES[:2]), [example._replace(label=wrong[example.label]) for example in lesson()])


def test_the_weights_of_the_best_epoch_are_what_stays(tmp_path: Path) -> None:
    material = misleading()
    network = untrained(CNN, material)
    scores: dict[int, float] = {}

    def watch(done: int, total: int, message: str) -> None:
        if message == "Testing CNN on dev":
            scores[done] = right(network, material.dev)

    attempt = train(network, material, ModelFolder(tmp_path / "model"), watch)
    assert list(scores.values()) == [seen.dev for seen in attempt.epochs]
    assert len(scores) == CNN.epochs
    assert scores[max(scores)] < max(scores.values()), "the last epoch is the best one, so this test says nothing"
    assert attempt.epochs[attempt.kept - 1].dev == max(scores.values())
    assert right(network, material.dev) == max(scores.values())


def test_the_commonest_label_for_nearly_all_is_not_the_best_epoch() -> None:
    """Two epochs, of which the first has the better accuracy, for it says the commonest label nearly always."""
    state = TrainingState.begun(untrained(CNN, Material(lesson(), [])), 2, ["good", "bad"])
    common, telling = EpochSeen(0.7, 0.70, 2, 0.02), EpochSeen(0.6, 0.68, 2, 0.24)
    state.end_epoch(common)
    state.end_epoch(telling)
    state.end_epoch(EpochSeen(0.5, 0.70, 1, 0.0))  # one label for all is worse than any that tells texts apart
    assert state.attempt.kept == 2
    state.end_epoch(EpochSeen(0.4, 0.69, 2, 0.24))  # of equals the one that is right more often
    assert state.attempt.kept == 4


def test_an_epoch_knows_matthews_correlation_of_labels_on_dev(tmp_path: Path) -> None:
    material = Material(lesson(), lesson(FRAMES[:2]))
    network = untrained(CNN, material)
    attempt = train(network, material, ModelFolder(tmp_path / "model"), silent)
    kept = attempt.epochs[attempt.kept - 1]
    said = [output.label for output in network.predict(texts_of(material.dev))]
    assert kept.matthews == matthews([example.label for example in material.dev], said).value
    assert kept.on_dev == f"{kept.dev:.3f} on dev, Matthews {kept.matthews:.3f}"
    alike = [example for example in material.dev if example.label == "good"]  # no correlation can be computed of these
    again = train(untrained(CNN, material), Material(material.train, alike), ModelFolder(tmp_path / "other"), silent)
    assert {seen.matthews for seen in again.epochs} == {None}


def test_the_learning_rate_rises_and_then_falls_to_nothing(tmp_path: Path) -> None:
    # One step an epoch, 50 in all: 6 % of them, 3, warm up; 47 go down to 0. A checkpoint follows each epoch's step and
    # each epoch but the last.
    @dataclass(frozen=True, slots=True)
    class Watched(ModelFolder):
        rates: list[float] = field(default_factory=list)

        def due(self) -> bool:
            return True

        def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
            self.rates.append(state["optimiser"]["param_groups"][0]["lr"])

    material = Material(lesson())
    store = Watched(tmp_path / "model")
    train(untrained(replace(CNN, batch_size=40, epochs=50), material), material, store, silent)
    shares = [rate / CNN.learning_rate for rate in store.rates[::2]]
    assert shares == pytest.approx([1 / 3, 2 / 3, 1] + [(47 - step) / 47 for step in range(1, 48)])


def untrained(spec: ModelSpec, material: Material) -> Network:
    """The CNN before its first step."""
    plan = family("cnn").plan(spec, Task.CLASSIFICATION, LABELS, material)
    return fresh(ModelContext(plan, choose("cpu"), lambda: False), material.train)


def test_batches_hold_every_example_once_in_a_seeded_order() -> None:
    examples = [Example((f"{'x' * (n % 17)} {n}",), "good") for n in range(500)]
    drawn = [example for batch in shuffled(examples, 8, Draws.seeded("a")) for example in batch]
    assert drawn != examples
    assert sorted(drawn) == sorted(examples)
    assert drawn == [example for batch in shuffled(examples, 8, Draws.seeded("a")) for example in batch]
    assert [len(batch) for batch in by_length(texts_of(examples), 64)] == [64] * 7 + [52]


def test_training_stops_when_dev_has_not_become_better_for_some_epochs(tmp_path: Path) -> None:
    material = Material(lesson(), lesson(FRAMES[:2]))
    spec = replace(CNN, epochs=40, patience=3)
    attempt = train(untrained(spec, material), material, ModelFolder(tmp_path / "model"), silent)
    assert len(attempt.epochs) == attempt.kept + 3 < 40
    whole = train(untrained(replace(spec, patience=0), material), material, ModelFolder(tmp_path / "other"), silent)
    assert len(whole.epochs) == 40
    assert whole.kept == attempt.kept  # it had been as good as it can be: all are right


def test_the_last_epoch_stays_where_the_spec_says_so(tmp_path: Path) -> None:
    material = misleading()
    network = untrained(replace(CNN, keep="last"), material)
    attempt = train(network, material, ModelFolder(tmp_path / "model"), silent)
    assert attempt.kept == CNN.epochs
    assert right(network, material.dev) == attempt.epochs[-1].dev == 0


def test_without_warm_up_the_rate_falls_from_the_first_step_on(tmp_path: Path) -> None:
    network = untrained(replace(CNN, warm_up=0.0), Material(lesson()))
    state = TrainingState.begun(network, 10, ["good", "bad"])
    assert state.schedule.get_last_lr() == [CNN.learning_rate] * 2
    warm = TrainingState.begun(untrained(CNN, Material(lesson())), 10, ["good", "bad"])
    assert warm.schedule.get_last_lr() == [0, 0]


@pytest.mark.parametrize(("steepness", "stays"), [(1e-3, True), (1e3, False)])
def test_gradients_are_clipped_to_a_norm_of_one(steepness: float, stays: bool) -> None:
    network = untrained(CNN, Material(lesson()))
    with torch.no_grad():
        for parameter in network.module.parameters():
            if parameter.ndim == 2:
                parameter.mul_(steepness)
    TrainingState.begun(network, 10, ["good", "bad"]).step(lesson()[:8])
    norm = float(torch.nn.utils.get_total_norm([p.grad for p in network.module.parameters() if p.grad is not None]))
    assert 0 < norm < 0.99 if stays else norm == pytest.approx(1)


def test_norms_and_biases_do_not_decay_and_all_else_does(tmp_path: Path) -> None:
    spec, material = tiny(tmp_path, weight_decay=0.25), Material(lesson())
    plan = family("transformer").plan(spec, Task.CLASSIFICATION, LABELS, material)
    network = transformer(ModelContext(plan, choose("cpu"), lambda: False), material.train)
    names = {id(parameter): name for name, parameter in network.module.named_parameters()}
    decaying, free = TrainingState.begun(network, 10, ["good", "bad"]).optimiser.param_groups
    assert (decaying["weight_decay"], free["weight_decay"]) == (0.25, 0)
    spared = {names[id(parameter)] for parameter in free["params"]}
    assert spared == {name for name in names.values() if name.endswith(".bias") or "LayerNorm" in name}
    assert len(spared) + len(decaying["params"]) == len(names)


def test_class_weights_change_what_is_learned_only_where_labels_are_not_equally_common(tmp_path: Path) -> None:
    def weights(spec: ModelSpec, material: Material) -> list[Any]:
        network = untrained(spec, material)
        train(network, material, ModelFolder(tmp_path / "model"), silent)
        return list(network.module.state_dict().values())

    plain = replace(CNN, epochs=3, batch_size=40)
    weighed = replace(plain, class_weights=True)
    even, uneven = Material(lesson()), Material(lesson()[:6] + lesson()[8:10])
    assert all(torch.equal(a, b) for a, b in zip(weights(plain, even), weights(weighed, even), strict=True))
    pairs = zip(weights(plain, uneven), weights(weighed, uneven), strict=True)
    assert not all(torch.equal(a, b) for a, b in pairs)


def test_a_weighted_loss_is_the_weighted_mean_of_the_losses() -> None:
    # ln 2 of the first text, ln 4 of the second; their labels weigh 2 and 2/3.
    outputs = torch.tensor([[0.0, 0.0], [log(3), 0.0]])
    loss = objective(Task.CLASSIFICATION).loss(outputs, torch.tensor([0, 1]), torch.tensor([2, 2 / 3]))
    assert float(loss) == pytest.approx((2 * log(2) + 2 / 3 * log(4)) / (2 + 2 / 3))
