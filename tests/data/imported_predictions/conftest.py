"""The grid whose predictions are brought in, where a test makes no other."""

from pathlib import Path

import pytest

from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace
from tests.data.runs.run_data import reviews


@pytest.fixture
def grid(workspace: Workspace, tmp_path: Path) -> ExportedGrid:
    """The grid of 25 test samples under one deletion and under keyboard, as it is taken away."""
    reviews(workspace)
    return perturb_dataset(
        "reviews", tmp_path / "away", perturbations=["word_deletion@1", "keyboard@5"], splits=["test"],
        workspace=workspace, workers=1,
    )  # fmt: skip
