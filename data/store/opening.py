"""Opening the database file: who else holds it, what is wrong with it, and whether it is to be built again."""

import re
from pathlib import Path

import duckdb

from core.errors import BadInput
from core.program import PROGRAM
from data.store.statements import sql

VERSION = 13  # of sql/tables.sql, one more with each change there: a database of an earlier one is built again
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "96MB",  # DuckDB's share of the app's 300 MB; what needs more spills to disk
    "threads": 2,
    "autoinstall_known_extensions": False,  # nothing is ever fetched from the network
    "autoload_known_extensions": False,  # nor loaded because of what a file claims to be
}
REBUILD = f"{PROGRAM} doctor --rebuild"

_REASONS = (
    (
        r"extension .sqlite",
        "{path!r} is an SQLite database, but Flinch needs a DuckDB database; rebuild it from the decision log with `"
        + REBUILD
        + "`.",
    ),
    (
        r"no space left|file too large|disk quota|could not write|not enough space",
        "Nothing was saved: the disk that holds {path!r} is full; free some space there and try again.",
    ),
    (
        r"permission denied|read-only",
        "{path!r} can't be written (permission denied); make it writable or set FLINCH_WORKSPACE to another folder.",
    ),
    (
        r"database file with (storage )?version number",
        "{path!r} was written by a newer DuckDB; update with `pip install -r requirements.txt`.",
    ),
    (r"out of memory", "{path!r} needs more memory than is available ({reason}); close other programs and try again."),
)
_DAMAGED = "{path!r} can't be read ({reason}); build it again from the decision log with `" + REBUILD + "`."


class DatabaseInUse(BadInput):
    """Another process holds the database file."""


class OutdatedDatabase(BadInput):
    """The database is laid out as an earlier version did it; it is to be built again."""


def connect(database: Path) -> duckdb.DuckDBPyConnection:
    """A connection to the database; the file and its tables are made if there is none.

    Raises OutdatedDatabase for one to be built again, and BadInput when another process holds the file, it can't be
    read or written, or a newer version wrote it.
    """
    fresh = not database.exists()
    try:
        connection = duckdb.connect(str(database), config=CONFIG)
        try:
            version = version_of(connection, database)
            if version is None:
                _make_tables(connection)
            elif version < VERSION:
                raise OutdatedDatabase(f"{str(database)!r} is from an earlier version; rebuild it: `{REBUILD}`.")
        except BaseException:
            connection.close()
            raise
    except duckdb.Error as error:
        why = explained(database, error)
        if fresh and not isinstance(why, DatabaseInUse):
            database.unlink(missing_ok=True)  # half a new file, which the next start would take for a damaged one
        raise why from error
    return connection


def version_of(connection: duckdb.DuckDBPyConnection, database: Path) -> int | None:
    """The version of the tables, None where there are none. Raises BadInput for a newer one, and for what is not ours.

    Databases up to version 9 list it in the names of migrations: "0009_propensity".
    """
    tables = {name for (name,) in connection.execute("select table_name from information_schema.tables").fetchall()}
    if not tables:
        return None
    if not tables & {"layout", "migrations"}:
        raise BadInput(f"{str(database)!r} is a database of another program; move it away, then run `{REBUILD}`.")
    listed = "version from layout" if "layout" in tables else "try_cast(left(name, 4) as integer) from migrations"
    version = max((n for (n,) in connection.execute(f"select {listed}").fetchall() if n is not None), default=0)
    if version > VERSION:
        raise BadInput(
            f"{str(database)!r} was written by a newer Flinch (version {version} of the tables; this Flinch reads "
            f"versions up to {VERSION}); update Flinch, or name another folder in FLINCH_WORKSPACE."
        )
    return version


def _make_tables(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("begin")
    connection.execute(sql("tables"))
    connection.execute("insert into layout values (?)", [VERSION])
    connection.execute("commit")
    connection.execute("checkpoint")


def of_the_machine(error: duckdb.Error) -> bool:
    """Whether the disk, the permissions or the memory are at fault, and not what was read."""
    return any(re.search(pattern, str(error), re.IGNORECASE) for pattern, _ in _REASONS)


def explained(database: Path, error: duckdb.Error) -> BadInput:
    """DuckDB's error as one sentence that says what to do."""
    reason, path = str(error).split("\n")[0], str(database)
    if re.search(r"conflicting lock|could not set lock", str(error), re.IGNORECASE):
        pid = re.search(r"PID (\d+)", str(error))
        who = f"another process (PID {pid[1]})" if pid else "another process"
        return DatabaseInUse(
            f"{path!r} is in use by {who}, probably a running Flinch; stop that process or use it instead."
        )
    for pattern, sentence in _REASONS:
        if re.search(pattern, str(error), re.IGNORECASE):
            return BadInput(sentence.format(path=path, reason=reason))
    return BadInput(_DAMAGED.format(path=path, reason=reason))
