"""Whatever step a kill comes before, the next start finds things whole, and nothing of who withdrew."""

import subprocess
import sys
from pathlib import Path

import pytest

from data.workspace import PROJECT


def killed_at_each_step(case: str, folder: Path) -> int:
    """How many steps there were."""
    command = [sys.executable, "-m", "tests.killed.steps", f"tests.killed.{case}", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("case", "fewest"), [("withdrawal", 40), ("removal", 20)])
def test_of_who_withdrew_nothing_is_left_after_the_next_start(case: str, fewest: int, tmp_path: Path) -> None:
    assert killed_at_each_step(case, tmp_path) >= fewest


@pytest.mark.parametrize(
    ("case", "fewest"), [("snapshot", 30), ("restoring", 60), ("importing", 20), ("bringing", 5), ("upgrading", 25)]
)
def test_the_next_start_finds_all_or_nothing_and_doing_it_again_ends_it(case: str, fewest: int, tmp_path: Path) -> None:
    assert killed_at_each_step(case, tmp_path) >= fewest
