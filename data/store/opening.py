"""Opening the database file: who else holds it, what is wrong with it, and bringing its tables up to date."""

import re
import shutil

import duckdb

from core.errors import BadInput
from data.store.statements import sql
from data.workspace import Workspace

MIGRATIONS = ("0001_tables",)
MEMORY = "128MB"  # DuckDB's share of the app's 300 MB; larger ingests spill to disk
REBUILD = "python cli.py doctor --rebuild"


def connect(workspace: Workspace) -> duckdb.DuckDBPyConnection:
    """A connection to the workspace's database with up-to-date tables; the file is made if there is none.

    Raises BadInput when another process holds the file, it can't be read or written, or a newer version wrote it.
    """
    workspace.prepare()
    existed = workspace.database.exists()
    try:
        connection = duckdb.connect(str(workspace.database), config={"memory_limit": MEMORY, "threads": 2})
    except duckdb.Error as error:
        raise explained(workspace, error) from error
    try:
        _migrate(workspace, connection, existed)
    except duckdb.Error as error:
        connection.close()
        raise explained(workspace, error) from error
    except BadInput:
        connection.close()
        raise
    return connection


def _migrate(workspace: Workspace, connection: duckdb.DuckDBPyConnection, existed: bool) -> None:
    connection.execute("create table if not exists migrations (name varchar, applied timestamp)")
    applied = [name for (name,) in connection.execute("select name from migrations order by name").fetchall()]
    if strange := sorted(set(applied) - set(MIGRATIONS)):
        raise BadInput(
            f"{str(workspace.database)!r} was written by a newer Flinch (it has {strange[-1]!r}); "
            "update Flinch, or name another folder in FLINCH_WORKSPACE."
        )
    missing = [name for name in MIGRATIONS if name not in applied]
    if missing and existed and applied:
        connection.execute("checkpoint")
        shutil.copy2(workspace.database, workspace.database.with_suffix(f".before-{missing[0]}.duckdb"))
    for name in missing:
        connection.execute("begin")
        connection.execute(sql(name))
        connection.execute("insert into migrations values (?, current_timestamp::timestamp)", [name])
        connection.execute("commit")
        connection.execute("checkpoint")


def explained(workspace: Workspace, error: duckdb.Error) -> BadInput:
    """DuckDB's error as one sentence that says what to do."""
    said, path = str(error), str(workspace.database)
    if "lock" in said.lower():
        pid = re.search(r"PID (\d+)", said)
        who = f"another process ({pid[1]})" if pid else "another process"
        return BadInput(f"{path!r} is in use by {who}, probably a running Flinch; stop that one or use it instead.")
    if re.search(r"no space|file too large|could not write|disk quota|not enough space", said, re.IGNORECASE):
        return BadInput(f"Nothing was saved: the disk that holds {path!r} is full; make room there and try again.")
    if re.search(r"permission denied|read-only", said, re.IGNORECASE):
        return BadInput(f"{path!r} can't be written (permission denied); make it writable or set FLINCH_WORKSPACE.")
    if "version" in said and "read" in said:
        return BadInput(f"{path!r} was written by a newer DuckDB; update with `pip install -r requirements.txt`.")
    reason = said.split("\n")[0]
    return BadInput(f"{path!r} can't be read ({reason}); build it again from the journal with `{REBUILD}`.")
