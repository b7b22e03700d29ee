"""Trained models on disk: whole or not at all, and those of older versions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.models.training.history import Attempt, EpochSeen, History
from data.models.folder import ModelFolder


@dataclass(frozen=True, slots=True)
class Part:
    """A file that holds its own name."""

    name: str

    def save_pretrained(self, folder: Path) -> None:
        (folder / self.name).write_text(self.name)


def scored(dev: float | None) -> History:
    """A training of one epoch that came to this on dev."""
    return History((Attempt(0.1, (EpochSeen(0.7, dev, 2),), 1),))


def test_how_training_goes_can_be_read_before_it_is_over(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "models" / "abc")
    assert folder.history == History()
    folder.note(scored(0.25))
    assert folder.history == scored(0.25)
    folder.keep([], (), scored(0.5))
    assert folder.history == scored(0.5)
    assert [path.name for path in folder.path.parent.iterdir()] == ["abc"]


def test_a_kept_model_is_there_whole_and_says_its_score(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "models" / "abc")
    assert folder.kept() is None
    assert folder.dev_accuracy is None
    folder.keep([Part("weights"), Part("words")], ("a", "b"), scored(0.5))
    assert folder.kept() == folder.path
    assert folder.dev_accuracy == 0.5
    card = json.loads((folder.path / "flinch.json").read_text())
    epoch = {"loss": 0.7, "dev": 0.5, "labels": 2, "matthews": None, "at_least": None}
    assert (card["labels"], card["dev_accuracy"]) == (["a", "b"], 0.5)
    assert card["history"]["attempts"] == [
        {"learning_rate": 0.1, "epochs": [epoch], "kept": 1, "fault": "", "running": [], "parts": 0}
    ]
    assert folder.history == scored(0.5)
    assert (folder.path / "words").read_text() == "words"
    folder.keep([], ("a", "b"), scored(None))
    assert folder.dev_accuracy is None
    assert [path.name for path in folder.path.parent.iterdir()] == ["abc"]


def test_a_model_that_can_not_be_saved_leaves_the_earlier_one(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "abc")
    folder.keep([], (), scored(1.0))
    with pytest.raises(OSError, match="No such file"):
        folder.keep([Part("weights"), Part("no/where")], (), scored(0.0))
    assert folder.dev_accuracy == 1.0


def test_a_damaged_checkpoint_is_said_and_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    folder = ModelFolder(tmp_path / "abc")
    state: Mapping[str, Any] = {"weights": torch.ones(2), "epochs": 3}
    folder.keep_checkpoint(state)
    kept = folder.checkpoint()
    assert kept is not None and kept["epochs"] == 3 and kept["weights"].tolist() == [1, 1]
    (tmp_path / ".abc.training").write_bytes(b"half")
    assert folder.checkpoint() is None
    assert "training starts again from the beginning" in capsys.readouterr().out


def test_a_checkpoint_that_can_not_be_written_costs_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    ModelFolder(tmp_path / "file" / "abc").keep_checkpoint({"epochs": 1})
    assert "continues without a checkpoint" in capsys.readouterr().out
