"""A training that is killed, or stopped, anywhere: it goes on to the same weights, bit by bit."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from core.models.device import choose
from core.models.family import ModelStore, Report
from core.models.network import Network
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.models.training.history import PARTS
from core.records import Task
from data.models.folder import ModelFolder
from data.models.pace import LEAST, SHARE, seconds_until_next
from tests.core.models.learning import CNN, FRAMES, KINDS, LABELS, lesson, silent, small

MATERIAL = Material(lesson(), lesson(FRAMES[:1]))  # 40 examples in batches of 8: five steps an epoch


class Killed(Exception):
    """The process is gone: nothing is put down any more."""


@dataclass(frozen=True, slots=True)
class Mortal(ModelFolder):
    """A checkpoint after every third of the moments at which one may be due, five steps and an end an epoch; then
    the end, at one of these moments."""

    last: int = 10**6
    moments: list[int] = field(default_factory=list)

    def due(self) -> bool:
        self.moments.append(len(self.moments) + 1)
        if self.moments[-1] == self.last:
            raise Killed
        return self.moments[-1] % 3 == 0


def ready(spec: ModelSpec, store: ModelStore, report: Report = silent) -> Network:
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, LABELS, MATERIAL)
    network = family(spec.kind).ready(plan, MATERIAL, choose("cpu"), store, report)
    assert isinstance(network, Network)
    return network


def same_weights(one: Network, other: Network) -> bool:
    left, right = one.module.state_dict(), other.module.state_dict()
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


@pytest.mark.parametrize("kind", KINDS)
def test_a_training_killed_within_an_epoch_goes_on_from_its_last_checkpoint_to_the_same_bits(
    tmp_path: Path, kind: str
) -> None:
    spec = small(kind, tmp_path, epochs=3)
    undisturbed, whole = ModelFolder(tmp_path / "undisturbed"), ModelFolder(tmp_path / "model")
    expected = ready(spec, undisturbed)
    with pytest.raises(Killed):
        ready(spec, Mortal(whole.path, last=11))  # kept after 9 moments: the third step of the second epoch
    begun: list[int] = []
    resumed = ready(spec, whole, lambda done, *_: begun.append(done))
    assert begun[0] == 5 + 3
    assert same_weights(resumed, expected)
    assert whole.history == undisturbed.history
    assert [path.name for path in tmp_path.glob(".model*")] == []


@pytest.mark.parametrize("last", [4, 5, 7, 13, 17])
def test_wherever_it_is_killed_and_however_often(tmp_path: Path, last: int) -> None:
    spec = replace(CNN, epochs=4)
    whole = ModelFolder(tmp_path / "model")
    for _ in range(2):
        with pytest.raises(Killed):
            ready(spec, Mortal(whole.path, last=last if last < 10 else last - 8))
    resumed, expected = ready(spec, whole), ready(spec, ModelFolder(tmp_path / "undisturbed"))
    assert same_weights(resumed, expected)
    assert whole.history == ModelFolder(tmp_path / "undisturbed").history


@pytest.mark.parametrize("message", ["Training CNN: epoch 2", "Testing CNN on dev"])
def test_a_stopped_training_loses_no_step(tmp_path: Path, message: str) -> None:
    told: list[int] = []

    def stop(done: int, total: int, said: str) -> None:
        told.append(done)
        if said.startswith(message) and done > 7:
            raise Killed

    whole, spec = ModelFolder(tmp_path / "model"), replace(CNN, epochs=3)
    with pytest.raises(Killed):
        ready(spec, whole, stop)
    assert whole.kept() is None
    begun: list[int] = []
    resumed = ready(spec, whole, lambda done, *_: begun.append(done))
    assert begun[0] == told[-1]
    assert same_weights(resumed, ready(spec, ModelFolder(tmp_path / "undisturbed")))
    assert whole.history == ModelFolder(tmp_path / "undisturbed").history  # its losses too


def test_a_checkpoint_holds_the_best_weights_apart_only_where_they_are_not_the_newest(tmp_path: Path) -> None:
    @dataclass(frozen=True, slots=True)
    class Watched(ModelFolder):
        apart: list[bool] = field(default_factory=list)

        def due(self) -> bool:
            return True

        def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
            self.apart.append(bool(state["weights"]))
            ModelFolder.keep_checkpoint(self, state)

    by_dev, last = Watched(tmp_path / "best"), Watched(tmp_path / "last")
    ready(replace(CNN, epochs=2), by_dev)
    assert by_dev.apart == [False] * 5 + [False] + [True] * 5  # an epoch of five steps, its end, and five more
    ready(replace(CNN, epochs=2, keep="last"), last)
    assert not any(last.apart)  # the newest is what stays in any case


def test_a_checkpoint_of_a_version_that_kept_whole_epochs_is_gone_on_with(tmp_path: Path) -> None:
    spec, whole = replace(CNN, epochs=3), ModelFolder(tmp_path / "model")
    with pytest.raises(Killed):
        ready(spec, Mortal(whole.path, last=8))  # kept after 6 moments: the end of the first epoch
    held = whole.checkpoint()
    assert held is not None
    whole.keep_checkpoint({key: value for key, value in held.items() if key not in ("into", "epoch", "part")})
    assert same_weights(ready(spec, whole), ready(spec, ModelFolder(tmp_path / "undisturbed")))


def test_writing_takes_at_most_its_share_of_the_time() -> None:
    assert seconds_until_next(0.0) == seconds_until_next(0.1) == LEAST == 5
    for cost in (0.2, 1.0, 30.0):
        assert cost / (cost + seconds_until_next(cost)) <= SHARE + 1e-9
    assert SHARE == 0.02


def test_nothing_is_written_in_the_first_seconds_and_what_a_kill_left_half_written_goes(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "model")
    assert not folder.due() and not folder.due()
    (tmp_path / ".model.training.part").write_bytes(b"half")
    ready(replace(CNN, epochs=1), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_the_loss_is_told_by_parts_of_an_epoch(tmp_path: Path) -> None:
    spec = replace(CNN, epochs=2, batch_size=1)
    (attempt,) = history_of(spec, tmp_path / "model")
    assert (attempt.parts, len(attempt.running)) == (PARTS, 2 * PARTS)
    for number, seen in enumerate(attempt.epochs):  # 40 steps of one example: the parts weigh the same
        part = attempt.running[number * PARTS : (number + 1) * PARTS]
        assert sum(part) / PARTS == pytest.approx(seen.loss, abs=1e-4)
    (few,) = history_of(replace(CNN, epochs=2), tmp_path / "other")
    assert (few.parts, len(few.running)) == (5, 10)  # no more parts than steps


def history_of(spec: ModelSpec, path: Path) -> tuple[Any, ...]:
    ready(spec, ModelFolder(path))
    return ModelFolder(path).history.attempts
