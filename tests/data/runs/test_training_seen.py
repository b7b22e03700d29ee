"""How a run's trainings go, while they are under way and afterwards."""

from dataclasses import asdict, replace
from typing import Any

from core.models.training.history import Attempt, EpochSeen, GridTraining, History
from data.models.folder import ModelFolder
from data.runs.files import RunCard, RunModel, read_card
from data.runs.training_seen import TrainingSeen, trainings, under_way
from data.workspace import Workspace
from tests.data.runs.run_data import CNN
from tests.pages.heatmaps.finished_run import RUN, write_run

ASKED = replace(CNN, epochs=5)
FIRST = Attempt(0.1, (EpochSeen(0.7, 0.5, 2), EpochSeen(0.4, 0.75, 2)), 2, running=(0.8, 0.6, 0.5, 0.3, 0.25), parts=2)


def arguments(spec: Any = ASKED) -> dict[str, Any]:
    return {"models": [asdict(spec)]}


def card(workspace: Workspace, model: RunModel) -> RunCard:
    write_run(workspace, ["thing"], ["place"])
    made = read_card(workspace.runs / RUN)
    assert made is not None
    return replace(made, models=(RunModel("done", "", "done", trained_on=4, digest="done"), model))


def test_the_training_under_way_says_where_it_stands(workspace: Workspace) -> None:
    run = card(workspace, RunModel("CNN", "cnn", "cnn", digest="abc"))
    assert under_way(workspace, run, arguments()) is None
    ModelFolder.of(workspace, "abc").note(History((FIRST,)))
    seen = under_way(workspace, run, arguments())
    assert seen is not None and (seen.model, seen.epochs, seen.attempt) == ("CNN", 5, FIRST)
    assert seen.in_words == "Epoch 3 of 5, training loss 0.250; best so far 0.750 on dev, after epoch 2."
    last = under_way(workspace, run, arguments(replace(ASKED, keep="last")))
    assert (
        last is not None and last.in_words == "Epoch 3 of 5, training loss 0.250."
    )  # none is the best: the last stays
    again = History((replace(FIRST, fault="it fell asleep"), Attempt(0.025, running=(0.9,), parts=2)))
    ModelFolder.of(workspace, "abc").note(again)
    seen = under_way(workspace, run, arguments())
    assert seen is not None and seen.in_words == (
        "Epoch 1 of 5, training loss 0.900. Training began again, because at a learning rate of 0.1 it fell asleep."
    )


def test_of_a_grid_the_training_under_way_is_seen(workspace: Workspace) -> None:
    run = card(workspace, RunModel("CNN", "cnn", "cnn", digest="abc"))
    folder = ModelFolder.of(workspace, "abc")
    folder.note(History(tried=(GridTraining(1e-5, 5, 0.5, 0.5),)))
    folder.part(1).note(History((FIRST,)))
    seen = under_way(workspace, run, arguments(replace(ASKED, search="grid")))
    assert seen is not None and (seen.epochs, seen.of_grid, seen.attempt) == (7, 2, FIRST)
    words = "Training 2 of 9, epoch 3 of 7, training loss 0.250"
    assert seen.in_words == f"{words}; best so far 0.750 on dev, after epoch 2."
    last = under_way(workspace, run, arguments(replace(ASKED, search="grid", keep="last")))
    assert last is not None and last.in_words == f"{words}."


def test_afterwards_each_model_says_which_epoch_was_kept_or_why_none_was(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    made = read_card(workspace.runs / RUN)
    assert made is not None
    failed = History((replace(FIRST, fault="it gave all one label"),))
    ModelFolder.of(workspace, "failed").note(failed)
    models = (
        RunModel("CNN", "cnn", "cnn", 0.75, 4, digest="abc", history=History((FIRST,))),
        RunModel("lost", "cnn", "lost", digest="failed"),
        RunModel("asked", "endpoint", "asked"),
    )
    seen = trainings(workspace, replace(made, models=models), arguments())
    assert [(one.model, one.epochs, one.in_words) for one in seen] == [
        ("CNN", 2, "Kept: epoch 2 of 2 (0.750 on dev)."),
        ("lost", 2, "Training failed: at a learning rate of 0.1 it gave all one label."),
    ]


def test_before_the_first_loss_there_are_no_words_and_no_kept_epoch(workspace: Workspace) -> None:
    for history in (History(), History((Attempt(0.1),))):
        seen = TrainingSeen("CNN", history, 5)
        assert (seen.in_words, seen.marked, seen.attempt) == ("", 0, None)


def test_which_epoch_is_marked_depends_on_dev_and_on_whether_it_is_over() -> None:
    blind = replace(FIRST, epochs=(EpochSeen(0.7, None, 2), EpochSeen(0.4, None, 2)), kept=2)
    assert [TrainingSeen("CNN", History((one,)), 5).marked for one in (FIRST, blind, replace(FIRST, kept=0))] == [
        2,
        0,
        0,
    ]
    assert [TrainingSeen("CNN", History((FIRST,)), 5, over=over, by_dev=False).marked for over in (False, True)] == [
        0,
        2,
    ]
    assert TrainingSeen("CNN", History((replace(FIRST, running=()),)), 2).in_words.startswith(
        "Epoch 2 of 2, training loss 0.4"
    )


def test_the_last_epoch_says_whether_dev_chooses_and_what_the_loss_is() -> None:
    losses = (0.9, 0.7, 0.4)
    for on_dev, marked in (((None, None, 0.8), 3), ((0.5, 0.6, None), 0)):
        epochs = tuple(EpochSeen(loss, dev, 2) for loss, dev in zip(losses, on_dev, strict=True))
        seen = TrainingSeen("CNN", History((Attempt(0.1, epochs, 3),)), 5)
        assert seen.marked == marked
        assert seen.in_words.startswith("Epoch 4 of 5, training loss 0.400")
    running = replace(FIRST, running=(0.8, 0.6, 0.2))
    assert "training loss 0.200" in TrainingSeen("CNN", History((running,)), 5).in_words


def test_every_attempt_that_failed_before_is_named() -> None:
    failed = (replace(FIRST, fault="it fell asleep"), replace(FIRST, fault="it ran away"))
    said = TrainingSeen("CNN", History((*failed, FIRST)), 5).in_words
    assert said.endswith(f" Training began again, because {History(failed).faults}.")
    assert "asleep" in said and "away" in said
