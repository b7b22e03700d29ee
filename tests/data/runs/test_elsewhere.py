"""Evaluations by several workers: the same predictions as here, whoever dies, and whatever a cell fails of."""

from dataclasses import replace
from pathlib import Path

import pytest

from data.jobs.job import run_inline
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews, tiny


def predictions(workspace: Workspace, run_id: str) -> dict[str, bytes]:
    """What was written down, file by file, but for the run's own name in it."""
    folder = workspace.runs / run_id
    return {path.name: path.read_bytes() for path in sorted(folder.glob("predictions-*"))}


@pytest.mark.slow
def test_two_processes_predict_the_same_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in (1, 2):
        workspace = Workspace(tmp_path / str(workers)).prepare()
        reviews(workspace)
        evaluation = replace(asked(CNN, tiny(tmp_path / "tiny")), workers=workers)
        run_id = run_inline(workspace, "evaluate", "reviews", evaluation.arguments())
        card = run_card(workspace, run_id)
        assert card.finished and card.failures == ()
        assert card.device.startswith("2 processes: CPU") == (workers == 2)
        assert all(model.dev_accuracy is not None for model in card.models)
        found.append(predictions(workspace, run_id))
        assert "CNN, epoch 4 of 4: training loss" in capsys.readouterr().out
    assert len(found[0]) == 6
    assert found[0] == found[1]
