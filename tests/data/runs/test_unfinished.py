"""What of a run is missing and why, and which run and model a name means."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import CellFailure, predictions_path
from data.runs.measures.unfinished import unfinished
from data.runs.named import only_model, run_named
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run


def test_what_each_model_lacks_is_said_and_why(workspace: Workspace) -> None:
    cells = four_severities("word_deletion")
    job = create(workspace, "evaluate", "a run", {})
    write_run(workspace, ["thing"], ["place"], cells, run=job, finished=False)
    card = run_card(workspace, job)
    assert unfinished(workspace, card) == []
    first, second = card.models
    predictions_path(workspace.runs / job, first, cells[2]).unlink()
    for cell in (None, *cells[:2]):
        predictions_path(workspace.runs / job, second, cell).unlink()
    said = "This run is not finished: MiniLM has predicted 3 of 4 cells, CNN has predicted nothing."
    assert unfinished(workspace, card) == [said]
    assert unfinished(workspace, replace(card, finished=True)) == []
    failed = replace(card, failures=(CellFailure("MiniLM", "word_deletion@3", "no room"),))
    assert unfinished(workspace, failed)[1].startswith("1 cell failed: MiniLM on word_deletion@3 (no room); run")
    end(workspace.jobs / job, JobState.FAILED, "The disk is full")
    assert unfinished(workspace, failed) == [said, "The disk is full"]


def test_a_run_is_named_by_its_id_or_as_the_latest_and_a_model_where_there_is_one(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no run 'latest'"):
        run_named(workspace, "latest")
    write_run(workspace, ["thing"], ["place"])
    write_run(workspace, ["thing"], ["place"], run="20270101-000000-bbbbbb", models=("CNN",))
    assert [run_named(workspace, name).id for name in ("latest", RUN)] == ["20270101-000000-bbbbbb", RUN]
    assert only_model(run_named(workspace, "latest")) == "CNN"
    assert only_model(run_card(workspace, RUN), "CNN") == "CNN"
    with pytest.raises(BadInput, match="has the models MiniLM, CNN; name one of them"):
        only_model(run_card(workspace, RUN))
