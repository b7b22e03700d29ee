"""Making the database again from the log of decisions and the parts that jobs wrote."""

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from core.errors import BadInput
from core.program import PROGRAM
from core.records import Decision
from data.append_log import AppendLog
from data.durable import name_when_replaced
from data.store.database import Database
from data.store.decision_index import DecisionIndex
from data.store.intake import Intake
from data.store.opening import CONFIG, REBUILD, DatabaseInUse, OutdatedDatabase, explained
from data.store.parts import Part
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was taken in: decisions, so many of them on `unknown` candidates, and parts of jobs. `skipped` says what
    could not be read; `kept` is the old file under its new name."""

    decisions: int
    unknown: int
    parts: int
    skipped: tuple[str, ...]
    kept: Path | None = None


def up_to_date(workspace: Workspace, log: AppendLog[Decision]) -> tuple[Database, DecisionIndex]:
    """The workspace's database, with all that the log holds; one that was made otherwise is built again first.

    Raises BadInput when another process holds it, when it can't be read or written, and where the log lacks decisions
    that were taken in.
    """
    try:
        database = Database(workspace.database)
    except OutdatedDatabase:
        log.prepare()  # before it is read: lines of an earlier version get their checksums, and other places
        rebuild(workspace)
        database = Database(workspace.database)
    try:
        log.prepare()
        index = DecisionIndex(database, log)
        if not index.resume():
            database.close()
            rebuild(workspace, index.decisions)
            index = DecisionIndex(database, log)  # which opens it again
        index.catch_up()
    except BaseException:
        database.close()
        raise
    return database, index


def rebuild(workspace: Workspace, at_least: int = 0) -> Rebuilt:
    """Put a new database in the place of the old one, which is kept beside it.

    Raises BadInput when another process holds the old one, when the new one can't be written, or would have fewer
    decisions than these.
    """
    workspace.prepare()
    check_free(workspace.database)
    aside = workspace.database.with_suffix(".rebuilding")
    for leftover in (aside, wal_of(aside)):
        leftover.unlink(missing_ok=True)
    with closing(Database(aside)) as database:
        rebuilt = fill(database, workspace)
    if rebuilt.decisions < at_least:
        aside.unlink()
        raise BadInput(
            f"{str(workspace.journal)!r} holds {rebuilt.decisions:,} decisions, but {at_least:,} were saved in it; "
            f"restore a copy (`{PROGRAM} restore latest`), or continue without the missing decisions: `{REBUILD}`."
        )
    kept = _set_aside(workspace.database)
    aside.replace(workspace.database)
    return replace(rebuilt, kept=kept)


def fill(database: Database, workspace: Workspace) -> Rebuilt:
    """Take all that the workspace holds into an empty database."""
    intake, skipped, parts = Intake(database, workspace.root), list[str](), 0
    for job in sorted(path for path in workspace.jobs.glob("*") if path.is_dir()):
        for part in _waiting_parts(intake, job, skipped):
            try:
                parts += intake.take(part)
            except BadInput as error:
                skipped.append(str(error))
    index = DecisionIndex(database, AppendLog(workspace.journal, Decision))
    index.catch_up(skipped)
    [(unknown,)] = database.rows("select count(*) from decisions where candidate_id not in (select id from candidates)")
    return Rebuilt(index.decisions, unknown, parts, tuple(skipped))


def check_free(database: Path) -> None:
    """Raise DatabaseInUse where another process holds this file."""
    try:
        if database.exists():
            duckdb.connect(str(database), config=CONFIG).close()
    except duckdb.Error as error:
        if isinstance(why := explained(database, error), DatabaseInUse):
            raise why from error


def _waiting_parts(intake: Intake, job: Path, skipped: list[str]) -> list[Part]:
    try:
        return intake.waiting(job)
    except BadInput as error:
        skipped.append(str(error))
        return []


def _set_aside(database: Path) -> Path | None:
    """Rename the old file and its log; where it is now."""
    if not database.exists():
        return None
    kept = name_when_replaced(database)
    if wal_of(database).exists():
        wal_of(database).rename(wal_of(kept))
    return database.rename(kept)


def wal_of(database: Path) -> Path:
    """DuckDB's own log of the file."""
    return database.with_name(f"{database.name}.wal")
