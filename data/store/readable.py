"""Reading what people decided where the database can't be opened: somebody curates in the app, or it can't be written.

All of it lies beside the database: the parts that jobs wrote, and the logs.
"""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock

from core.errors import BadInput
from data.durable import may_write
from data.store.database import Database
from data.store.intake import Intake
from data.store.opening import DatabaseInUse
from data.store.reading import Reading
from data.store.rebuilding import fill
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
            _ingest_jobs(store, workspace)
            yield store
        return
    with TemporaryDirectory(prefix="flinch-") as folder:
        tables = Path(folder) / workspace.database.name
        with closing(Database(tables)) as database:
            for sentence in fill(database, workspace).skipped:
                print(sentence, file=sys.stderr)
        with read_tables(tables, workspace) as reading:
            yield reading


@contextmanager
def read_tables(tables: Path, workspace: Workspace) -> Iterator[Reading]:
    """The reading half of a store over this copy of the workspace's tables."""
    database = Database(tables)
    store = Reading(database, Intake(database, workspace.root), RLock(), workspace.root)
    try:
        yield store
    finally:
        store.keep_models.close()
        database.close()


def _ingest_jobs(store: Store, workspace: Workspace) -> None:
    for job in sorted(workspace.jobs.glob("*/")):
        try:
            store.ingest(job)
        except BadInput as error:
            print(error, file=sys.stderr)


def _is_read_only(workspace: Workspace) -> bool:
    places = (workspace.root, workspace.database, workspace.journal)
    return any(place.exists() and not may_write(place) for place in places)
