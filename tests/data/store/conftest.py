"""What the tests of the store begin with: an open store, empty or with one cell in it."""

from collections.abc import Iterator

import pytest

from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import hint, write_job


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """An open store with nothing in it."""
    store = Store.open(workspace)
    yield store
    store.close()


@pytest.fixture
def filled(store: Store, workspace: Workspace) -> Store:
    """Ten candidates in one cell, hints for the first four, three samples nothing could be made of."""
    hints = [hint(n, 0.5 + n / 10) for n in range(4)]
    store.ingest(write_job(workspace, range(10), hints=hints, not_applicable=3))
    return store
