"""The bench runs and leaves nothing behind; what it measures is for people to read, not for a test to judge."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from data.workspace import Workspace
from tools.bench.store import run

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_the_bench_says_how_long_a_decision_takes(workspace: Workspace) -> None:
    lines: list[str] = []
    run(lines.append, candidates=24 * 300, rounds=20)
    assert [line.split("  ")[1] for line in lines[2:4]] == ["a durable decision", "the desk's rerun around it"]
    assert all(line.count(" ms ") == 3 and line.endswith("20 times") for line in lines[2:4])
    assert not list(workspace.root.glob(".bench-*"))


@pytest.mark.slow
def test_a_hundred_thousand_candidates_leave_the_app_room_below_300_mb(workspace: Workspace) -> None:
    # An app process without them is at about 190 MB, so the store may add 110; measured: 80.
    program = "from tools.bench.store import run; run(rounds=50)"
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    grown = re.findall(r"(\d+) MB more resident", said)
    assert len(grown) == 2
    assert max(map(int, grown)) < 110
