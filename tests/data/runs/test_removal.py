"""A run removed: what its trainings left goes with it, finished models and what others go on with stay."""

from dataclasses import replace
from pathlib import Path

from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.models.folder import CARD
from data.runs.files import RunModel, read_card, write_card
from data.runs.removal import remove, room_of
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import write_run


def cancelled(workspace: Workspace, *digests: str) -> str:
    """A cancelled run that was to train these models."""
    job = create(workspace, "evaluate", "a run", {})
    end(workspace.jobs / job, JobState.CANCELLED)
    write_run(workspace, ["thing"], ["place"], run=job, finished=False)
    card = read_card(workspace.runs / job)
    assert card is not None
    models = tuple(RunModel(digest, "", digest, digest=digest) for digest in digests)
    write_card(workspace.runs / job, replace(card, models=models))
    return job


def left(workspace: Workspace, digest: str) -> list[Path]:
    """A checkpoint of 1,000 bytes, the notes of its training and a part of a grid of it, of as many."""
    places = [workspace.models / f".{digest}.{what}" for what in ("training", "history", "try-0")]
    places[-1].mkdir(parents=True)
    for path in (*places[:-1], places[-1] / "weights"):
        path.write_bytes(b"w" * 1000)
    return places


def test_what_trainings_left_goes_with_their_run(workspace: Workspace) -> None:
    job = cancelled(workspace, "mine", "ours", "done")
    cancelled(workspace, "ours", "theirs")
    gone, *stay = left(workspace, "mine"), left(workspace, "ours"), left(workspace, "theirs")
    (workspace.models / "done").mkdir()
    (workspace.models / "done" / CARD).write_text("{}")
    said = room_of(workspace, job)
    assert said > 3000
    assert remove(workspace, job) == said
    assert not (workspace.runs / job).exists() and not (workspace.jobs / job).exists()
    assert not any(path.exists() for path in gone)
    assert all(path.exists() for paths in stay for path in paths)
    assert (workspace.models / "done" / CARD).exists()


def test_a_finished_run_that_shares_a_model_needs_no_checkpoint_of_it(workspace: Workspace) -> None:
    job, other = cancelled(workspace, "mine"), cancelled(workspace, "mine")
    card = read_card(workspace.runs / other)
    assert card is not None
    write_card(workspace.runs / other, replace(card, finished=True))
    places = left(workspace, "mine")
    remove(workspace, job)
    assert not any(path.exists() for path in places)
