"""A masked language model guesses the words that an experiment takes away."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.experiments.registry import ExperimentRequest
from data.experiments.files import experiment_named
from data.jobs.job import run_inline
from data.workspace import Workspace
from tests.command_line import command_line
from tests.data.runs.run_data import CNN, reviews, texts
from tests.tiny_bert import tiny_bert

ADJ, NOUN = "word_class_removal@ADJ", "word_class_removal@NOUN"


def asked(model: Path, **others: object) -> ExperimentRequest:
    usual = ExperimentRequest("word_classes", "reviews", (replace(CNN, epochs=1),), (ADJ, NOUN), (1.0,))
    return replace(usual, train_samples=80, test_samples=20, masked=str(model), **others)  # type: ignore[arg-type]


def test_they_stand_on_the_card_and_in_what_the_command_prints(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace.prepare())
    model = tiny_bert(tmp_path / "bert", [text for text, _ in texts()])
    run_inline(workspace, "experiment", "t", asked(model).arguments())
    found = experiment_named(workspace, "latest").guesses or {}
    assert list(found) == [ADJ, NOUN] and found[ADJ].original.n == found[ADJ].corrupted.n > 10
    assert 0 <= found[ADJ].original.low <= found[ADJ].original.value < found[ADJ].original.high <= 1
    lines = command_line("experiments", "latest").stdout.splitlines()
    [line] = [line.split("\t") for line in lines if line.startswith(f"masked_corrupted\t{model}\t{NOUN}")]
    assert line[3] == f"{found[NOUN].corrupted.n}"


def test_what_can_not_be_asked_is_said_before_anything_is_trained(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace.prepare())
    with pytest.raises(
        BadInput, match=r"can't be loaded .* give the hub name or folder of another model, or leave it out"
    ):
        run_inline(workspace, "experiment", "t", asked(tmp_path).arguments())
    with pytest.raises(
        BadInput, match="Only the experiment word_classes masks words, not word_order; leave the masked model out"
    ):
        run_inline(workspace, "experiment", "t", asked(tmp_path, experiment="word_order").arguments())
    assert not list(workspace.models.iterdir())
