"""A training that collapses: it is seen, answered once with a lower rate, and then given up with the reason."""

from collections.abc import Sequence
from dataclasses import replace
from math import log, nan
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.models.cnn.family import fresh, load
from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.registry import family as find_family
from core.models.registry import usual_spec
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import objective
from core.models.trained import TrainedFamily
from core.models.training.collapse import CollapseDetector
from core.models.training.history import Attempt, EpochSeen, History
from core.models.training.state import class_weights
from core.randomness import Draws
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import CNN, FRAMES, LABELS, lesson, right, silent, texts_of

TRAIN, DEV = ["good"] * 7 + ["bad"] * 3, ["good"] * 12 + ["bad"] * 5
WATCH = CollapseDetector.over(TRAIN, DEV, objective(Task.CLASSIFICATION).guessing(TRAIN, ()), weighted=False, steps=50)
SLOW = replace(CNN, batch_size=2)  # 20 steps an epoch, so that it takes three until a collapse is one
MATERIAL = Material(lesson(), lesson(FRAMES[:2]))  # 8 of the 16 dev samples are bad


def attempt(*epochs: EpochSeen, kept: int = 1) -> Attempt:
    return Attempt(0.1, epochs, kept)


def test_guessing_costs_the_entropy_of_the_labels() -> None:
    assert WATCH.guessing == pytest.approx(-0.7 * log(0.7) - 0.3 * log(0.3))
    assert CollapseDetector.over(TRAIN, [], 0.6, weighted=True, steps=50).guessing == pytest.approx(log(2))


def test_one_label_for_all_of_dev_is_a_collapse() -> None:
    stuck = EpochSeen(0.62, 12 / 17, 1)
    said = "it gave all 17 dev samples the same label, but they have 2 labels"
    assert WATCH.fault(attempt(stuck, stuck), over=False) == said
    assert WATCH.fault(attempt(stuck), over=True) == said
    assert WATCH.fault(attempt(stuck, EpochSeen(0.4, 12 / 17, 1)), over=True) == said


def test_a_first_epoch_of_one_label_may_still_come_right() -> None:
    stuck, fallen = EpochSeen(0.62, 12 / 17, 1), EpochSeen(0.4, 12 / 17, 1)
    assert WATCH.fault(attempt(stuck), over=False) == ""
    assert WATCH.fault(attempt(stuck, fallen), over=False) == ""  # 0.4 is below the 0.61 of guessing
    assert WATCH.fault(attempt(stuck, EpochSeen(0.5, 0.8, 2), kept=2), over=True) == ""


def test_one_label_is_no_sign_where_dev_has_few_of_the_others() -> None:
    stuck = EpochSeen(0.62, 0.75, 1)
    for others, fault in ((4, ""), (5, "it gave all 20 dev samples the same label, but they have 2 labels")):
        watch = CollapseDetector.over(
            ["good", "bad"], ["good"] * (20 - others) + ["bad"] * others, log(2), weighted=False, steps=50
        )
        assert watch.fault(attempt(stuck), over=True) == fault


def test_a_loss_that_is_no_number_or_does_not_fall_is_a_collapse() -> None:
    assert WATCH.fault(attempt(EpochSeen(nan)), over=False) == "the training loss was not a finite number in epoch 1"
    first, last = EpochSeen(0.8), EpochSeen(0.9)
    said = "the training loss did not fall (0.800 in the first epoch, 0.900 in the last)"
    assert WATCH.fault(attempt(first, last, kept=2), over=True) == said
    assert WATCH.fault(attempt(first, last, kept=2), over=False) == ""
    assert WATCH.fault(attempt(last, first, kept=2), over=True) == ""
    assert replace(WATCH, steps=24).fault(attempt(first, last, kept=2), over=True) == ""  # 48 steps are too few
    better = (EpochSeen(0.8, 0.71, 2), EpochSeen(0.9, 0.6, 2))  # dev: more than the 12 of 17 that guessing has
    assert WATCH.fault(attempt(*better), over=True) == ""
    assert WATCH.fault(attempt(*(replace(seen, dev=0.7) for seen in better)), over=True) == said


def test_two_labels_by_chance_are_a_collapse_too() -> None:
    chance = EpochSeen(1.37, 0.51, 2, 0.037, at_least=-0.03)
    losses = "the training loss is 1.370, and guessing gives 0.611"
    said = f"it does no better than chance (0.510 on dev, Matthews 0.037), and {losses}"
    assert WATCH.fault(attempt(chance, chance, kept=2), over=True) == said
    assert WATCH.fault(attempt(chance, chance, kept=2), over=False) == ""
    assert WATCH.fault(attempt(replace(chance, loss=0.5)), over=True) == ""  # it learned what dev does not show
    assert WATCH.fault(attempt(replace(chance, loss=0.62, at_least=0.2)), over=True) == ""  # a hard task


def test_a_loss_that_ran_away_is_a_collapse_where_dev_shows_little() -> None:
    lost = EpochSeen(1.37, 0.53, 2, 0.06, at_least=0.01)
    said = "the training loss is 1.370, and guessing gives 0.611"
    assert WATCH.fault(attempt(lost), over=True) == said
    assert WATCH.fault(attempt(replace(lost, loss=0.7)), over=True) == ""
    assert WATCH.fault(attempt(replace(lost, at_least=0.4)), over=True) == ""
    assert WATCH.fault(attempt(replace(lost, at_least=0.4, loss=1.9)), over=True) != ""  # three times that of guessing


def test_numbers_that_go_together_are_none_whatever_their_loss() -> None:
    apart = EpochSeen(1.9, 0.47, 30, at_least=0.05)
    assert WATCH.fault(attempt(apart), over=True) == ""
    assert "no better than chance" in WATCH.fault(attempt(replace(apart, at_least=-0.1)), over=True)


def few_of_many_words(n: int) -> list[Example]:
    """Texts that are good where most of their words are among the first hundred."""
    draws = Draws.seeded("words", n)
    drawn = [[draws.below(200) for _ in range(8)] for _ in range(n)]
    return [
        Example((" ".join(map(str, row)),), "good" if sum(word < 100 for word in row) > 4 else "bad") for row in drawn
    ]


@pytest.mark.parametrize("name", ["textrnn", "cnn"])
def test_a_rate_of_one_half_does_not_pass_with_two_labels(tmp_path: Path, name: str) -> None:
    spec = replace(usual_spec(name), learning_rate=0.5, epochs=2, batch_size=8, restarts=0)
    material, family = Material(few_of_many_words(300), few_of_many_words(100)), find_family(name)
    plan = family.plan(spec, Task.CLASSIFICATION, LABELS, material)
    folder = ModelFolder(tmp_path / "model")
    with pytest.raises(BadInput, match="learned nothing"):
        family.ready(plan, material, choose("cpu"), folder, silent)
    assert folder.history.attempts[-1].epochs[-1].labels == 2


def deaf(opening: ModelContext, examples: Sequence[Example]) -> Network:
    """A network that answers every text the same."""
    from torch import nn

    class Deaf(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.head = nn.Linear(1, 2)

        def forward(self, tokens: Any) -> Any:
            return self.head(tokens[:, :1] * 0.0)

    hearing = fresh(opening, examples)
    return Network(opening, Deaf(), hearing.encode, hearing.parts)


def deaf_above(rate: float) -> TrainedFamily:
    """The CNN, but for higher learning rates, at which it is deaf."""

    def opened(opening: ModelContext, examples: Sequence[Example]) -> Network:
        return (deaf if opening.plan.spec.learning_rate > rate else fresh)(opening, examples)

    return TrainedFamily("cnn", 1.0, opened, load)


def ready(family: TrainedFamily, spec: ModelSpec, folder: ModelFolder, report: Any = silent) -> Network:
    plan = family.plan(spec, Task.CLASSIFICATION, LABELS, MATERIAL)
    return family.ready(plan, MATERIAL, choose("cpu"), folder, report)


def test_a_collapsed_training_begins_again_at_a_quarter_of_its_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ModelFolder(tmp_path / "model")
    network = ready(deaf_above(CNN.learning_rate), replace(SLOW, learning_rate=4 * CNN.learning_rate), folder)
    assert right(network, MATERIAL.dev) == 1
    first, second = folder.history.attempts
    assert (first.learning_rate, second.learning_rate) == (4 * CNN.learning_rate, CNN.learning_rate)
    assert first.fault == "it gave all 16 dev samples the same label, but they have 2 labels"
    assert len(first.epochs) == 3  # and not the eight that were asked for
    assert (second.fault, len(second.epochs)) == ("", CNN.epochs)
    assert folder.history.in_words == (
        f"epoch {second.kept} of 8 (1.000 on dev, Matthews 1.000) of a second training with learning rate 0.002, "
        "because at a learning rate of 0.008 it gave all 16 dev samples the same label, but they have 2 labels"
    )
    log = capsys.readouterr().out
    assert (
        "CNN collapsed: at a learning rate of 0.008 it gave all 16 dev samples the same label, but they have 2 labels."
        in log
    )
    assert "CNN, epoch 1 of 8: training loss 0." in log


def test_a_training_that_collapses_twice_fails_with_what_was_seen_and_what_to_do(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "model")
    with pytest.raises(BadInput, match=r"at a learning rate of 0\.002 it gave all 16 dev samples the") as told:
        ready(deaf_above(0), SLOW, folder)
    assert "'CNN' learned nothing" in str(told.value)
    assert "have 2 labels, and at 0.0005 it gave all 16" in str(told.value)
    assert "set a lower learning rate" in str(told.value)
    assert "\n" not in str(told.value)
    assert folder.kept() is None


def test_a_second_attempt_that_is_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    family, spec = deaf_above(CNN.learning_rate), replace(SLOW, learning_rate=4 * CNN.learning_rate)
    undisturbed = ready(family, spec, ModelFolder(tmp_path / "undisturbed"))
    folder, told = ModelFolder(tmp_path / "model"), list[int]()

    def stop(done: int, total: int, message: str) -> None:
        told.append(done)
        if done == 90:
            raise Stop

    with pytest.raises(Stop):
        ready(family, spec, folder, stop)
    assert 0 in told[1:]  # it began again before it was stopped
    told.clear()
    resumed = ready(family, spec, folder, lambda done, *_: told.append(done))
    assert told[0] == 90
    assert resumed.predict(texts_of(lesson())) == undisturbed.predict(texts_of(lesson()))
    assert folder.history == ModelFolder(tmp_path / "undisturbed").history


def test_class_weights_give_each_label_the_same_weight_in_all() -> None:
    # 3 good, 1 bad: 4 / (2 * 3) and 4 / (2 * 1); nobody is odd.
    assert class_weights(["good", "bad", "good", "good"], ("bad", "good", "odd")) == [2, pytest.approx(2 / 3), 0]


def test_nothing_is_known_of_a_model_before_its_first_epoch() -> None:
    assert (History().in_words, History().faults, History().dev_score) == ("", "", None)
    assert History().begun(0.1).in_words == ""


def test_a_model_that_had_no_time_to_learn_is_kept_and_its_history_says_so(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "model")
    ready(deaf_above(0), replace(SLOW, epochs=2), folder)  # 40 steps
    assert folder.history.in_words == "epoch 1 of 2 (0.500 on dev, Matthews 0.000, the same label for all)"
