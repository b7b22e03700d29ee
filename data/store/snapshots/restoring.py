"""Putting a workspace right with a snapshot: it gives back what is missing or damaged, and takes nothing away."""

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb

from core.errors import BadInput
from core.records import Decision
from data.accounts.copies import put_back as put_back_accounts
from data.append_log import AppendLog
from data.durable import fsync_folder
from data.store.database import Database
from data.store.opening import VERSION, connect, explained
from data.store.repair.keeping import keep_rest
from data.store.repair.rebuilding import last_words, log_of, set_aside
from data.store.repair.reconciling import reconcile
from data.store.settings.stored import store_settings, told_settings
from data.store.snapshots.kept import Snapshot
from data.store.snapshots.taking import SETTINGS, quoted
from data.study.copies import FOLDER as STUDIES
from data.study.copies import forget, heal
from data.study.gone import Withdrawal, gone_from
from data.study.putting_back import RestoredStudies, put_back
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it: the rows there are now, decisions that the snapshot lacked and the journal held, and those that
    the journal lacked; `kept` is the old database under its new name, `lost` says what could not be read.

    `missing` counts the files of texts that the tables name and that are not in the workspace. `studies` are the user
    studies that came back or were put right, `accounts` the people who may come in again.
    """

    decisions: int
    candidates: int
    newer: int
    written_again: int
    kept: Path | None
    lost: tuple[str, ...]
    missing: int
    studies: RestoredStudies
    accounts: int


def restore(workspace: Workspace, snapshot: Snapshot) -> Restored:
    """Put a new database of this snapshot's tables in place, with all decisions of the journal beside those it holds.

    What only the database there knew is taken over as far as it can be read, and that file is kept beside it. Settings
    and accounts are those of the workspace, of the snapshot where it has none that can be read. User studies are put
    right too, and of nobody who withdrew anything comes back. Raises BadInput for a damaged snapshot, or one that a
    newer Flinch took, when another process holds the database, and where the place can't be written.
    """
    gone = _check(workspace, snapshot)
    workspace.prepare()
    heal(workspace.root)
    settings = (
        last_words(workspace) or told_settings(workspace.root / SETTINGS) or told_settings(snapshot.path / SETTINGS)
    )
    aside = workspace.database.with_name(f"{workspace.database.name}.restoring")
    for leftover in (aside, log_of(aside)):
        leftover.unlink(missing_ok=True)
    unreadable: list[str] = []
    _fill(aside, snapshot)
    database, journal = Database(aside), AppendLog(workspace.journal, Decision)
    try:
        _, lost = keep_rest(database, workspace.database)
        held, written = _decisions(database), sum(1 for _ in journal.read([]))
        reconcile(database, journal, unreadable)
        again = sum(1 for _ in journal.read([])) - written
        if settings:
            store_settings(database, settings)
        paths = [path for (path,) in database.rows("select path from files")]
        now = _decisions(database)
        [(candidates,)] = database.rows("select count(*) from candidates")
    finally:
        database.close()
    kept = set_aside(workspace.database)
    aside.replace(workspace.database)
    fsync_folder(workspace.root)
    missing = sum(1 for path in paths if not (workspace.root / path).is_file())
    studies = put_back(workspace.root, snapshot.path / STUDIES, gone)
    accounts = put_back_accounts(workspace.root, snapshot.path)
    return Restored(now, candidates, now - held, again, kept, (*lost, *unreadable), missing, studies, accounts)


def _check(workspace: Workspace, snapshot: Snapshot) -> frozenset[Withdrawal]:
    """Who withdrew, once the snapshot is without them, and whole."""
    gone = gone_from(workspace.root)
    with suppress(BadInput):  # of a copy elsewhere that can't be written nothing of theirs is put back either
        forget(snapshot.path / STUDIES, gone)
    snapshot.check()
    if snapshot.card.version > VERSION:
        raise BadInput("The snapshot was taken by a newer Flinch; update Flinch.")
    return gone


def _fill(database: Path, snapshot: Snapshot) -> None:
    """A database with the snapshot's rows."""
    try:
        with closing(connect(database)) as connection:
            for path in sorted(snapshot.path.glob("*.parquet")):
                if path.stem not in ("layout", "migrations"):
                    connection.execute(f'insert into "{path.stem}" by name from read_parquet({quoted(path)})')
            connection.execute("checkpoint")
    except duckdb.Error as error:
        why = explained(database, error)
        database.unlink(missing_ok=True)
        raise why from error


def _decisions(database: Database) -> int:
    return int(database.rows("select count(*) from decisions")[0][0])
