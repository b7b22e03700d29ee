"""The store as commands open it that need what jobs have made."""

from contextlib import closing
from typing import TYPE_CHECKING

from data.workspace import Workspace

if TYPE_CHECKING:
    from data.store import Store


def opened_store(workspace: Workspace) -> "closing[Store]":
    """The store with all that jobs wrote taken in; closed at the end of the block."""
    from data.store import Store

    store = Store.open(workspace)
    for job in sorted(workspace.jobs.glob("*/")):
        store.ingest(job)
    return closing(store)
