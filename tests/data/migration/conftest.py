"""The workspace that version 0.1 left, unpacked, and its store."""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.store import Store
from data.workspace import Workspace

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture
def old(workspace: Workspace) -> Workspace:
    """The workspace as 0.1 left it."""
    with tarfile.open(FIXTURES / "workspace_0_1.tar.xz") as packed:
        packed.extractall(workspace.root, filter="data")
    return workspace


@pytest.fixture
def store(old: Workspace) -> Iterator[Store]:
    """Its store, which brings it up to date."""
    opened = Store.open(old)
    yield opened
    opened.close()
