"""The commands of experiments, and the same from Python."""

import csv
import io
from pathlib import Path

import pytest

import flinch
from core.errors import BadInput
from tests.command_line import command_line

SMALL = ("--train-samples", "40", "--test-samples", "40", "--steps", "2", "--model", "cnn")
LEET = "leet_letters.paper@1"


@pytest.mark.slow
def test_an_experiment_is_forecast_done_listed_and_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path))
    begun = ("experiment", "learnability", "--dataset", "demo-sentiment", *SMALL, "--perturbation", LEET)
    asked = (*begun, "--share", "0.5", "1")
    dry = command_line(*asked, "--dry-run")
    assert (dry.returncode, dry.stdout) == (0, "")
    assert "4 trainings on 40 samples each: " in dry.stderr
    done = command_line(*asked)
    assert done.returncode == 0, done.stderr
    head, row, *_ = csv.reader(io.StringIO(done.stdout), delimiter="\t")
    assert head[:5] == ["model", "perturbation", "at_0.5", "at_1", "average_learnability"]
    assert row[:2] == ["CNN", LEET] and all(-3 <= float(figure) <= 3 for figure in row[2:])
    listed = command_line("experiments")
    assert listed.stdout.split("\t")[1:] == ["finished", "learnability", "demo-sentiment", "4 trainings\n"]
    assert command_line("experiments", "latest").stdout == done.stdout
    wrong = command_line(*begun, "--share", "2")
    assert wrong.returncode == 2 and "give shares above 0, at most 1" in wrong.stderr


@pytest.mark.slow
def test_the_same_from_python(tmp_path: Path) -> None:
    found = flinch.experiment(
        "augmentation", "demo-sentiment", "cnn", LEET, train_samples=40, test_samples=40, steps=2, workspace=tmp_path
    )
    assert [(one.trained_on, one.tested_on) for one in found] == [("", ""), ("", LEET), (LEET, ""), (LEET, LEET)]
    assert all(0 <= one.accuracy <= 1 and one.samples == 40 for one in found)
    with pytest.raises(BadInput, match="no data set 'sst3'"):
        flinch.experiment("augmentation", "sst3", "cnn", LEET, workspace=tmp_path)
