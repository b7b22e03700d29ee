"""What every room shares: a fresh workspace, the real data where it is at hand, how hypothesis goes about it."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from data.workspace import Workspace

SHARED = Path(__file__).parents[2] / "shared"

# Tests run side by side: more threads for one tiny network wait for each other, ten times as long as they reckon.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A busy machine is no failure: no example is timed. With CI set the examples are the same each time.
settings.register_profile("flinch", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("flinch-ci", settings.get_profile("flinch"), derandomize=True, database=None)
settings.load_profile("flinch-ci" if os.environ.get("CI") else "flinch")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """An empty workspace in a folder of its own, also the one FLINCH_WORKSPACE names."""
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "workspace"))
    return Workspace.current().prepare()


@pytest.fixture
def ordinary_place() -> Iterator[Path]:
    """Where a folder may be made that an ordinary user can reach, for tests that must not run with root's rights."""
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        yield Path(place) / "workspace"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data sets and tools beside the project; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder of real data sets, `shared`, beside the project")
    return SHARED
