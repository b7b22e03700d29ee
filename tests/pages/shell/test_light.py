"""The app process stays light: what belongs to workers is never imported in it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from data.workspace import Workspace


@pytest.mark.slow
def test_no_page_shows_an_error_or_imports_what_belongs_to_workers(workspace: Workspace) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.every_page"],
        cwd=Path(__file__).parents[3],
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    assert "every page opens" in ran.stdout
