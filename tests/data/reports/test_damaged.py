"""A run whose files are damaged or gone: commands say which and what to do, in a sentence."""

from pathlib import Path
from shutil import copytree

import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import LABELS, RUN, write_run

BEFORE = list(LABELS) * 20
AFTER = [LABELS[0], *BEFORE[:-1]]


def said(*words: str) -> str:
    """What the command says of what is wrong."""
    done = CliRunner().invoke(app, [*words])
    assert done.exit_code != 0
    assert done.exception is None or isinstance(done.exception, BadInput | SystemExit), done.exception
    return " ".join(f"{done.output} {done.exception}".replace("│", " ").split())


@pytest.mark.parametrize("which", ["original", "[!o]*"])
@pytest.mark.parametrize("command", ["scores", "flips", "card"])
def test_a_damaged_file_of_predictions_is_named(workspace: Workspace, command: str, which: str) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN",))
    path = next((workspace.runs / RUN).glob(f"predictions-cnn-{which}.parquet"))
    for damaged in (path.read_bytes()[:-50], b"PAR1" + path.read_bytes()[60:], b""):
        path.write_bytes(damaged)
        told = said(command, RUN)
        assert path.name in told and "can't be read" in told and told.endswith("copy the run again.")


def test_an_earlier_run_without_a_file_is_not_one_of_other_samples(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN",))
    earlier = copytree(workspace.runs / RUN, tmp_path / "released")
    next(earlier.glob("predictions-cnn-original.parquet")).unlink()
    told = said("check", RUN, "--no-worse-than", str(earlier))
    assert f"The earlier run {RUN} has no predictions of CNN on the original texts; copy this run again" in told
