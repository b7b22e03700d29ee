"""Is what people decided safe: the database opens, and the journal holds every decision it has."""

import re
from dataclasses import dataclass

import duckdb

from data.candidates.manifest import NAME as MANIFEST
from data.store.journal import read_journal
from data.workspace import Workspace

REBUILD = "python cli.py doctor --rebuild"
REWRITE = "put back a copy of the journal, or write it again from the database: python cli.py doctor --rewrite-journal"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one subject stands, in words. `ok` is whether one can work with it; `remedy` is what would make it better."""

    subject: str
    ok: bool
    summary: str
    remedy: str = ""


def database(workspace: Workspace) -> Finding:
    """Whether every row of the database can be read, and what it holds; one that an app has open counts as healthy."""
    path = workspace.database
    if not path.exists():
        return _missing(workspace)
    try:
        tables = [name for (name,) in _rows(workspace, "select table_name from information_schema.tables")]
        counts = {name: _rows(workspace, f'select count(hash(t)) from "{name}" t')[0][0] for name in tables}
    except duckdb.Error as error:
        return _unopened(error)
    return Finding(
        "database", True, ", ".join(f"{counts.get(name, 0):,} {name}" for name in ("candidates", "decisions"))
    )


def journal(workspace: Workspace) -> Finding:
    """Whether journal and database hold the same decisions."""
    unreadable: list[str] = []
    written = {decision.id for decision in read_journal(workspace.journal, unreadable)}
    if unreadable:
        more = f" (and {len(unreadable) - 1:,} more)" if len(unreadable) > 1 else ""
        return Finding("journal", False, f"{len(written):,} decisions; {unreadable[0]}{more}", REWRITE)
    try:
        rows = _rows(workspace, "select id from decisions") if workspace.database.exists() else None
    except duckdb.Error:  # held, or named by the check of the database
        return Finding("journal", True, f"{len(written):,} decisions, each readable")
    apart = len(written ^ {id_ for (id_,) in rows}) if rows is not None else 0
    alone = f", {apart:,} of them in one of journal and database only" if apart else ""
    remedy = "start the app: it writes what is missing where it is missing" if apart else ""
    return Finding("journal", not apart, f"{len(written):,} decisions{alone}", remedy)


def variants(workspace: Workspace) -> Finding:
    """Whether the files that hold the candidates' texts are all there."""
    try:
        rows = _rows(workspace, "select path from files") if workspace.database.exists() else []
    except duckdb.Error:  # held, or named by the check of the database
        return Finding("variants", True, "named by the check of the database")
    missing = [path for (path,) in rows if not (workspace.root / path).is_file()]
    if missing:
        summary = f"{len(missing)} of {len(rows)} files with texts to curate are missing, such as {missing[0]}"
        return Finding("variants", False, summary, "put them back from a copy, or prepare their data sets again")
    return Finding("variants", True, f"{len(rows):,} files with texts to curate, each in its place")


def _missing(workspace: Workspace) -> Finding:
    """There is no database: nothing is wrong with that while there is nothing that it should hold."""
    decisions = sum(1 for _ in read_journal(workspace.journal, []))
    jobs = sum(1 for _ in workspace.jobs.glob(f"*/{MANIFEST}"))
    if not decisions and not jobs:
        return Finding("database", True, "there is none yet; the app makes it")
    made = f"{jobs:,} job{'s' if jobs != 1 else ''} made candidates"
    there = f"the journal has {decisions:,} decision{'s' if decisions != 1 else ''} and {made}"
    return Finding("database", False, f"it is missing, while {there}", f"{REBUILD}: it is made again from them")


def _unopened(error: duckdb.Error) -> Finding:
    if isinstance(error, duckdb.ConnectionException):
        return Finding("database", True, "in use by this app")
    if holder := re.search(r"PID (\d+)", str(error)):
        return Finding("database", True, f"in use by the process {holder[1]}, probably the running app")
    return Finding("database", False, f"can't be read ({str(error).splitlines()[0]})", REBUILD)


def _rows(workspace: Workspace, query: str) -> list[tuple[str]]:
    with duckdb.connect(str(workspace.database), read_only=True) as connection:
        return connection.execute(query).fetchall()
