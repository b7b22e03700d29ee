"""Fixtures every room shares: a fresh workspace, and the real data where it is at hand."""

from pathlib import Path

import pytest

from data.workspace import Workspace

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """An empty workspace in a folder of its own, also the one FLINCH_WORKSPACE names."""
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "workspace"))
    return Workspace.current().prepare()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data sets and tools beside the project; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder of real data sets, `shared`, beside the project")
    return SHARED
