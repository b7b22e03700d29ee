"""The curves of a training: on the card of a job that runs, and in that of a run that has ended."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from os import utime
from typing import Any

from streamlit.testing.v1 import AppTest

from core.models.training.history import Attempt, EpochSeen, History
from data.jobs.jobs import create, end
from data.jobs.records import JobProgress, JobState, write_file
from data.models.folder import CARD, ModelFolder
from data.runs.files import RunCard, RunModel, read_card, write_card
from data.runs.training_seen import TrainingSeen, trained_earlier
from data.workspace import Workspace
from pages.ui.evaluate.curves import by_epoch
from pages.ui.evaluate.run_cards import details_of
from tests.data.runs.run_data import CNN
from tests.pages.heatmaps.finished_run import write_run

Open = Callable[[str], AppTest]
EPOCHS = (EpochSeen(0.7, 0.5, 2), EpochSeen(0.4, 0.75, 2), EpochSeen(0.3, 0.7, 2))
HALVES = (0.8, 0.6, 0.5, 0.3, 0.35, 0.25, 0.2)
HISTORY = History((Attempt(0.1, EPOCHS, 2, running=HALVES, parts=2),))
SEEN = TrainingSeen("CNN", HISTORY, 5)


def run_of(workspace: Workspace, model: RunModel, state: JobState | None) -> str:
    """A job with a run of this model: over in this state, or queued."""
    job = create(workspace, "evaluate", "a run", {"models": [asdict(replace(CNN, epochs=5))]})
    write_file(workspace.jobs / job, JobProgress(1, 4, "Training CNN"))
    if state:
        end(workspace.jobs / job, state)
    write_run(workspace, ["thing"], ["place"], models=("CNN",), run=job, finished=state is JobState.DONE)
    card = read_card(workspace.runs / job)
    assert card is not None
    write_card(workspace.runs / job, replace(card, models=(model,)))
    return job


def charts(page: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in page.get("plotly_chart")]


def captions(page: AppTest) -> str:
    return "\n".join(caption.value for caption in page.caption).replace("\\", "")


def test_a_training_under_way_is_drawn_with_its_loss_and_its_scores(workspace: Workspace, open_page: Open) -> None:
    ModelFolder.of(workspace, "abc").note(HISTORY)
    job = run_of(workspace, RunModel("CNN", "cnn", "cnn", digest="abc"), None)
    page = open_page("evaluate")
    assert not page.exception
    (drawn,) = charts(page)
    loss, dev = drawn["data"]
    assert (loss["x"], loss["y"]) == ([0.5, 1, 1.5, 2, 2.5, 3, 3.5], list(HALVES))
    assert (dev["x"], dev["y"], dev["marker"]["symbol"]) == ([1, 2, 3], [0.5, 0.75, 0.7], ["circle", "star", "circle"])
    assert drawn["layout"]["xaxis"]["range"][1] > 5  # all the epochs that are to come have their place
    assert "Epoch 4 of 5, training loss 0.200; best so far 0.750 on dev, after epoch 2." in captions(page)
    write_file(workspace.jobs / job, JobProgress(0, 0, ""))  # resumed, and not yet that far again
    assert charts(open_page("evaluate")) == []


def test_of_labels_the_curve_shows_what_the_epoch_is_chosen_by(workspace: Workspace, open_page: Open) -> None:
    epochs = (EpochSeen(0.7, 0.7, 2, 0.02), EpochSeen(0.4, 0.68, 2, 0.24))
    history = History((Attempt(0.1, epochs, 2, running=HALVES[:4], parts=2),))
    run_of(workspace, RunModel("CNN", "cnn", "cnn", 0.68, 4, digest="abc", history=history), JobState.DONE)
    page = open_page("evaluate")
    (job,) = [run.name for run in workspace.runs.iterdir()]
    page.session_state[f"trained-{job}"] = True
    page.run()
    (drawn,) = charts(page)
    assert (drawn["data"][1]["y"], drawn["data"][1]["marker"]["symbol"]) == ([0.02, 0.24], ["circle", "star"])
    assert drawn["data"][1]["text"] == ["0.700 on dev, Matthews 0.020", "0.680 on dev, Matthews 0.240"]
    assert drawn["layout"]["yaxis2"]["title"]["text"] == "Matthews, dev"
    assert "Kept: epoch 2 of 2 (0.680 on dev, Matthews 0.240)." in captions(page)


def test_after_the_run_its_card_tells_how_the_model_was_trained_on_request(
    workspace: Workspace, open_page: Open
) -> None:
    model = RunModel("CNN", "cnn", "cnn", 0.75, 4, digest="abc", history=HISTORY)
    job = run_of(workspace, model, JobState.DONE)
    page = open_page("evaluate")
    assert charts(page) == [] and any(one.label == "How the model was trained" for one in page.expander)
    page.session_state[f"trained-{job}"] = True
    page.run()
    (drawn,) = charts(page)
    assert [note["text"] for note in drawn["layout"]["annotations"]] == ["kept"]
    assert "Kept: epoch 2 of 3 (0.750 on dev)." in captions(page)


def test_a_model_that_was_trained_before_the_run_says_so(workspace: Workspace) -> None:
    card = RunCard(
        "new", "t", "d", "test", "train", ("a",), 1, 0, "cpu", (RunModel("CNN", "cnn", "cnn", 0.75, 4, digest="abc"),),
        (), "2026-11-29T20:20:00+00:00", 1.0, True, {},
    )  # fmt: skip
    (workspace.runs / card.id).mkdir()
    write_card(workspace.runs / card.id, card)
    assert details_of(card)["Duration"] == "1 s"
    kept = workspace.models / "abc" / CARD
    kept.parent.mkdir(parents=True)
    kept.write_text("{}")
    utime(kept, (0, datetime(2026, 11, 29, 16, 21, tzinfo=UTC).timestamp()))
    assert details_of(card)["Duration"] == "1 s (CNN trained earlier, 29 Nov 2026 16:21 UTC)"
    assert trained_earlier(workspace, replace(card, started="2026-11-29T16:00:00+00:00")) == {}  # it trained it
    seen = replace(SEEN, over=True, earlier=trained_earlier(workspace, card)["CNN"])
    assert seen.in_words.endswith("; trained earlier, 29 Nov 2026 16:21 UTC.")


def test_whoever_hears_the_curves_hears_every_epoch() -> None:
    assert by_epoch(SEEN) == (
        "Training of CNN, by epoch: epoch 1: training loss 0.700, 0.500 on dev; epoch 2: training loss 0.400, 0.750 on "
        "dev, best so far; epoch 3: training loss 0.300, 0.700 on dev; epoch 4 so far: training loss 0.200."
    )
    bare = replace(SEEN, history=History((Attempt(0.1, (EpochSeen(0.7),), 1),)), over=True)
    assert by_epoch(bare) == "Training of CNN, by epoch: epoch 1: training loss 0.700, kept."
