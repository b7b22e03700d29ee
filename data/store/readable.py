"""Reading what people decided where the database can't be opened: somebody curates in the app, or it can't be written.

All of it lies beside the database too: the parts that jobs wrote, the journal of decisions and a copy of the settings.
"""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.durable import may_write
from data.store.database import Database
from data.store.intake import Intake
from data.store.opening import DatabaseInUse
from data.store.reading import Reading
from data.store.repair.rebuilding import take_all
from data.store.repair.reconciling import add_missing
from data.store.settings.stored import COPY, store_settings, told_settings
from data.store.store import Store
from data.workspace import Workspace


@contextmanager
def readable(workspace: Workspace) -> Iterator[Reading]:
    """The store, closed at the end of the block; where it can't be opened, the same made of the files beside it.

    Nothing of the workspace is changed then. What jobs made is in it either way; what of the files can't be read is
    said on stderr. Raises BadInput for a place that can't be a workspace, and for a damaged database.
    """
    try:
        store = Store.open(workspace)
    except BadInput as error:
        if not workspace.root.is_dir() or not (isinstance(error, DatabaseInUse) or _is_read_only(workspace)):
            raise
    else:
        with closing(store):
            _take_in(store, workspace)
            yield store
        return
    with TemporaryDirectory(prefix="flinch-") as folder:
        tables = Path(folder) / workspace.database.name
        for sentence in _make(tables, workspace):
            print(sentence, file=sys.stderr)
        with read_tables(tables, workspace) as reading:
            yield reading


@contextmanager
def read_tables(tables: Path, workspace: Workspace) -> Iterator[Reading]:
    """The reading half of a store over this copy of the workspace's tables."""
    database = Database(tables)
    store = Reading(database, Intake(database, workspace.root), RLock())
    try:
        yield store
    finally:
        store.keeping.close()
        database.close()


def _take_in(store: Store, workspace: Workspace) -> None:
    for job in sorted(workspace.jobs.glob("*/")):
        try:
            store.ingest(job)
        except BadInput as error:
            print(error, file=sys.stderr)


def _is_read_only(workspace: Workspace) -> bool:
    places = (workspace.root, workspace.database, workspace.journal)
    return any(place.exists() and not may_write(place) for place in places)


def _make(tables: Path, workspace: Workspace) -> list[str]:
    """Make the tables of what lies beside the database; a sentence for whatever of it can't be read."""
    unreadable: list[str] = []
    database = Database(tables)
    try:
        store_settings(database, told_settings(workspace.root / COPY))
        _, skipped = take_all(workspace, Intake(database, workspace.root))
        add_missing(database, list(AppendLog(workspace.journal, Decision).read(unreadable)))
    finally:
        database.close()
    return [*skipped, *unreadable]
