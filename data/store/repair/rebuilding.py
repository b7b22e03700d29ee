"""Making the whole database again from the journal of decisions and the parts that jobs wrote."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.store.database import Database
from data.store.intake import Intake
from data.store.opening import DatabaseInUse, OutdatedDatabase
from data.store.repair.keeping import keep_rest
from data.store.repair.reconciling import reconcile, stored
from data.store.settings.stored import restore_settings, store_settings, stored_settings
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild found. `kept` is the old file under its new name; `skipped` says what could not be read.

    `candidates` only the old database had, because the files they came from can't be read.
    """

    decisions: int
    parts: int
    skipped: tuple[str, ...]
    kept: Path | None
    candidates: int = 0


def up_to_date(workspace: Workspace) -> Database:
    """The workspace's database; one that an earlier version laid out is built again first, and kept beside it.

    Raises BadInput when another process holds it, or when it can't be read or written.
    """
    try:
        return Database(workspace.database)
    except OutdatedDatabase:
        rebuild(workspace)
        return Database(workspace.database)


def rebuild(workspace: Workspace) -> Rebuilt:
    """Put a new database in the place of the old one, which is kept beside it.

    Raises BadInput when another process holds the old one, or when the new one can't be written.
    """
    workspace.prepare()
    unreadable: list[str] = []
    settings = last_words(workspace)
    aside = workspace.database.with_suffix(".rebuilding")
    for leftover in (aside, log_of(aside)):
        leftover.unlink(missing_ok=True)
    database, journal = Database(aside), AppendLog(workspace.journal, Decision)
    try:
        parts, skipped = take_all(workspace, Intake(database, workspace.root))
        candidates, lost = keep_rest(database, workspace.database)
        decisions = reconcile(database, journal, unreadable)
        store_settings(database, settings) if settings else restore_settings(database)
    finally:
        database.close()
    kept = set_aside(workspace.database)
    aside.replace(workspace.database)
    return Rebuilt(decisions, parts, (*skipped, *(lost if skipped else ()), *unreadable), kept, candidates)


def rewrite_journal(workspace: Workspace) -> tuple[int, Path]:
    """Write the journal again: what only it has, and every other decision as the database has it; how many, and where
    the old one is kept.

    Raises BadInput when another process holds the database, or when it can't be read: then the journal stays as it is.
    """
    database, journal = Database(workspace.database), AppendLog(workspace.journal, Decision)
    try:
        reconcile(database, journal)
        decisions = stored(database)
    finally:
        database.close()
    kept = journal.path.with_name(f"{journal.path.stem}.replaced-{_now()}.jsonl")
    kept.hardlink_to(journal.path)
    journal.replace(decisions)
    return len(decisions), kept


def last_words(workspace: Workspace) -> list[tuple[str, str]]:
    """What was set in the old database, [] where it can't be read; decisions only it had go into the journal."""
    if not workspace.database.exists():
        return []
    try:
        database = Database(workspace.database)
    except DatabaseInUse:
        raise
    except BadInput:
        return []
    try:
        reconcile(database, AppendLog(workspace.journal, Decision))
        return stored_settings(database)
    except BadInput:
        return []
    finally:
        database.close()


def take_all(workspace: Workspace, intake: Intake) -> tuple[int, tuple[str, ...]]:
    """How many parts of the workspace's jobs were taken in, and a sentence for each that could not be."""
    taken, skipped = 0, []
    for job_dir in sorted(path for path in workspace.jobs.glob("*") if path.is_dir()):
        try:
            parts = intake.waiting(job_dir)
        except BadInput as error:
            skipped.append(str(error))
            continue
        for part in parts:
            try:
                taken += intake.take(part)
            except BadInput as error:
                skipped.append(str(error))
    return taken, tuple(skipped)


def set_aside(database: Path) -> Path | None:
    """Rename the old file and its log; where it is now."""
    if not database.exists():
        return None
    kept = database.with_suffix(f".replaced-{_now()}.duckdb")
    if log_of(database).exists():
        log_of(database).rename(log_of(kept))
    return database.rename(kept)


def _now() -> str:
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.wal")
