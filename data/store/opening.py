"""Opening the database file: who else holds it, what is wrong with it, and bringing its tables up to date."""

import re
import shutil
from collections.abc import Collection
from pathlib import Path

import duckdb

from core.errors import BadInput
from data.store.snapshots.taking import take
from data.store.statements import sql

MIGRATIONS = (
    "0001_tables",
    "0002_variants",
    "0003_no_texts",
    "0004_twins",
    "0005_context",
    "0006_second",
    "0007_settles",
    "0008_probe",
    "0009_propensity",
)
OLDEST = "0004_twins"  # a database without it knows too little of its candidates to be brought up to date
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "96MB",  # DuckDB's share of the app's 300 MB; what needs more spills to disk
    "threads": 2,
    "autoinstall_known_extensions": False,  # nothing is ever fetched from the network
    "autoload_known_extensions": False,  # nor loaded because of what a file claims to be
}
REBUILD = "python cli.py doctor --rebuild"

_REASONS = (
    (
        r"extension .sqlite",
        "{path!r} is a database of SQLite, not Flinch's; build ours again from the journal with `" + REBUILD + "`.",
    ),
    (
        r"no space left|file too large|disk quota|could not write|not enough space",
        "Nothing was saved: the disk that holds {path!r} is full; make room there and try again.",
    ),
    (
        r"permission denied|read-only",
        "{path!r} can't be written (permission denied); make it writable or set FLINCH_WORKSPACE to another folder.",
    ),
    (
        r"database file with (storage )?version number",
        "{path!r} was written by a newer DuckDB; update with `pip install -r requirements.txt`.",
    ),
    (
        r"out of memory",
        "{path!r} needs more memory than there is ({said}); close other programs and try again.",
    ),
)
_DAMAGED = "{path!r} can't be read ({said}); build it again from the journal with `" + REBUILD + "`."


class DatabaseInUse(BadInput):
    """Another process holds the database file."""


def connect(database: Path) -> duckdb.DuckDBPyConnection:
    """A connection to the database with up-to-date tables; the file is made if there is none.

    Raises BadInput when another process holds the file, it can't be read or written, or a newer version wrote it.
    """
    fresh = not database.exists()
    try:
        connection = _connected(database)
        try:
            missing = _missing(connection, database)
            if missing and missing != list(MIGRATIONS):
                connection = _with_a_copy_kept(connection, database, missing[0])
            _migrate(connection, missing)
        except BaseException:
            connection.close()
            raise
    except duckdb.Error as error:
        why = explained(database, error)
        if fresh and not isinstance(why, DatabaseInUse):
            database.unlink(missing_ok=True)  # half a new file, which the next start would take for a damaged one
        raise why from error
    return connection


def _connected(database: Path) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(database), config=CONFIG)


def _missing(connection: duckdb.DuckDBPyConnection, database: Path) -> list[str]:
    """The migrations that this database still needs, all of them for a new one."""
    connection.execute("create table if not exists migrations (name varchar, applied timestamp)")
    applied = {name for (name,) in connection.execute("select name from migrations").fetchall()}
    check_version(database, applied)
    if applied and OLDEST not in applied:
        raise BadInput(f"{str(database)!r} is too old to be read; build it again from the journal with `{REBUILD}`.")
    return [name for name in MIGRATIONS if name not in applied]


def check_version(database: Path, applied: Collection[str]) -> None:
    """Raise BadInput where these migrations of the database are not all known here."""
    if strange := sorted(set(applied) - set(MIGRATIONS)):
        raise BadInput(
            f"{str(database)!r} was written by a newer Flinch (it has {strange[-1]!r}); "
            "update Flinch, or name another folder in FLINCH_WORKSPACE."
        )


def _with_a_copy_kept(connection: duckdb.DuckDBPyConnection, database: Path, first: str) -> duckdb.DuckDBPyConnection:
    """The connection opened anew, after a snapshot and a copy of the file as they were before the first migration.

    The copy is made while nothing of ours has the file open: closing a second handle would drop DuckDB's lock.
    """
    try:
        take(connection, database.parent, f"before {first}")
    finally:
        connection.close()  # which also writes the log into the file
    shutil.copy2(database, database.with_suffix(f".before-{first}.duckdb"))
    return _connected(database)


def _migrate(connection: duckdb.DuckDBPyConnection, missing: list[str]) -> None:
    """Each in a transaction of its own; a new database, in which there is nothing to change, in one for all."""
    steps = [missing] if missing == list(MIGRATIONS) else [[name] for name in missing]
    for names in filter(None, steps):
        connection.execute("begin")
        for name in names:
            connection.execute(sql(name))
            connection.execute("insert into migrations values (?, current_timestamp::timestamp)", [name])
        connection.execute("commit")
        connection.execute("checkpoint")


def of_the_machine(error: duckdb.Error) -> bool:
    """Whether the disk, the permissions or the memory are at fault, and not what was read."""
    return any(re.search(pattern, str(error), re.IGNORECASE) for pattern, _ in _REASONS)


def explained(database: Path, error: duckdb.Error) -> BadInput:
    """DuckDB's error as one sentence that says what to do."""
    said, path = str(error).split("\n")[0], str(database)
    if re.search(r"conflicting lock|could not set lock", str(error), re.IGNORECASE):
        pid = re.search(r"PID (\d+)", str(error))
        who = f"another process (PID {pid[1]})" if pid else "another process"
        return DatabaseInUse(
            f"{path!r} is in use by {who}, probably a running Flinch; stop that one or use it instead."
        )
    for pattern, sentence in _REASONS:
        if re.search(pattern, str(error), re.IGNORECASE):
            return BadInput(sentence.format(path=path, said=said))
    return BadInput(_DAMAGED.format(path=path, said=said))
