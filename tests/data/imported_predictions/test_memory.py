"""What an import of many predictions takes: memory grows by a few bytes a row."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.data.imported_predictions.large_grid import write_large

A_ROW = 150  # bytes at most; objects for each row took a thousand


def peak(folder: Path, samples: int, conditions: int) -> int:
    """How many bytes a process has at most that imports predictions on so many texts."""
    folder.mkdir()
    write_large(folder, samples, conditions)
    asked = [sys.executable, "-m", "tests.data.imported_predictions.large_grid", str(folder)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0]) << 20


@pytest.mark.slow
def test_memory_grows_by_a_few_bytes_a_row(tmp_path: Path) -> None:
    few, many = peak(tmp_path / "few", 2000, 1), peak(tmp_path / "many", 2000, 90)
    assert many - few < A_ROW * 2000 * 89
