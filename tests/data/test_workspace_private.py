"""No other user of the machine looks into a workspace; its group does where it may write there."""

import stat
from pathlib import Path

import pytest

from data.workspace import Workspace


@pytest.mark.parametrize(
    ("before", "after"), [(None, 0o700), (0o755, 0o700), (0o777, 0o770), (0o2775, 0o2770), (0o700, 0o700)]
)
def test_a_workspace_is_its_owners(tmp_path: Path, before: int | None, after: int) -> None:
    root = tmp_path / "workspace"
    if before is not None:
        root.mkdir()
        root.chmod(before)
    Workspace(root).prepare()
    assert stat.S_IMODE(root.stat().st_mode) == after
