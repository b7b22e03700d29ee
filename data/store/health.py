"""Is what people decided safe: the log of decisions is as it was written, and the database says the same."""

import re
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec

import duckdb

from core.errors import BadInput
from core.program import PROGRAM
from core.records import Decision
from core.so_many import so_many
from data.append_log import AppendLog
from data.candidates.manifest import NAME as MANIFEST
from data.store.database import Database
from data.store.opening import CONFIG, REBUILD, VERSION, explained, version_of
from data.store.rebuilding import fill
from data.workspace import Workspace

RESTORE = f"restore a copy of decisions.jsonl: run `{PROGRAM} restore latest`"
UNKNOWN = f"restore the files of the jobs that made these candidates, then run `{REBUILD}`"
PUT_BACK = "restore a copy of it"
COMPARED = {  # what the logs and the files that were taken in come to, by names and not by numbers
    "candidates": """
        select cells.id, c.id, c.sample_id, c.gold_label from {0}.candidates c join {0}.cells on cells.number = c.cell
        join {0}.files on files.number = c.file where files.path in (select name from flinch.parts)
    """,
    "hints": """
        select cells.id, h.candidate_id from {0}.hints h join {0}.cells on cells.number = h.cell
        join {0}.parts on parts.number = h.part where parts.name in (select name from flinch.parts)
    """,
    "decisions": "select * exclude (number, log_size, log_checksum) from {0}.decisions",
}
MORE = "select count(*) from flinch.decisions where id not in (select id from scratch.decisions)"
ROOMY = {"memory_limit": "512MB"}  # nobody waits at a desk meanwhile
SHOWN = 5  # flaws of a subject that are told; the rest is counted
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Finding:
    """How one subject stands, in words. `ok` is whether one can work with it; `remedy` is what would make it better."""

    subject: str
    ok: bool
    summary: str
    remedy: str = ""


def finding(subject: str, flaws: Iterable[str], healthy: str) -> Finding:
    """What there is to say of a subject: its flaws, each "what; way out", or that it is well."""
    if not (flaws := list(flaws)):
        return Finding(subject, True, healthy)
    pairs = [(what, way) if what else (way, PUT_BACK) for what, _, way in (f.rpartition("; ") for f in flaws[:SHOWN])]
    more = f"; and {len(flaws) - SHOWN:,} more" if len(flaws) > SHOWN else ""
    ways = dict.fromkeys(way.removesuffix(".") for _, way in pairs)
    return Finding(subject, False, "; ".join(what for what, _ in pairs) + more, "; ".join(ways))


def flaws_of(read: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> list[str]:
    """Why this can't be read: nothing, or one sentence."""
    try:
        read(*args, **kwargs)
    except BadInput as error:
        return [str(error)]
    except OSError as error:
        return [f"{str(error.filename)!r} can't be read ({error.strerror}); {PUT_BACK}"]
    return []


def database(workspace: Workspace) -> Finding:
    """Whether every row of the database can be read, and what it holds; one that an app has open counts as healthy."""
    path = workspace.database
    if not path.exists():
        return _missing_database(workspace)
    try:
        with duckdb.connect(str(path), read_only=True, config=CONFIG | ROOMY) as connection:
            version = version_of(connection, path)
            tables = connection.execute("select table_name from information_schema.tables").fetchall()
            counts = {name: _count(connection, f'select count(hash(t)) from "{name}" t') for (name,) in tables}
    except duckdb.Error as error:
        return _open_failure(path, error)
    except BadInput as error:
        return finding("database", [str(error)], "")
    if counts and not {"decisions", "candidates"} <= counts.keys():
        return finding("database", [f"{str(path)!r} does not have all tables; run `{REBUILD}`"], "")
    if version and version < VERSION:
        return Finding("database", True, "from an earlier version; the app rebuilds it from the decision log")
    return Finding(
        "database", True, ", ".join(f"{counts.get(name, 0):,} {name}" for name in ("candidates", "decisions"))
    )


def journal(workspace: Workspace) -> Finding:
    """Whether each line of the log of decisions is as it was written."""
    lines = list(AppendLog(workspace.journal, Decision).lines())
    first = {line.record.id: line for line in reversed(lines) if line.record}
    count = f"{len(first):,} decisions"
    faults = [f"line {line.number:,} {line.flaw}" for line in lines if line.flaw] or [
        f"line {line.number:,} has the id of line {first[line.record.id].number:,} but different content"
        for line in lines
        if line.record and line.record != first[line.record.id].record
    ]
    more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
    return Finding(
        "decision log", not faults, f"{count}; {faults[0]}{more}" if faults else count, RESTORE if faults else ""
    )


def index(workspace: Workspace) -> Finding:
    """Whether the database says what the logs and files say that it took in: another is made of them, and compared."""
    name, database = "index", str(workspace.database)
    if not workspace.database.exists():
        return Finding(name, True, "none yet")
    with TemporaryDirectory(prefix="flinch-") as folder:
        scratch = Path(folder) / "scratch.duckdb"
        with closing(Database(scratch)) as made:
            rebuilt = fill(made, workspace)
        try:
            with duckdb.connect(database, read_only=True, config=CONFIG | ROOMY) as connection:
                connection.execute(f"attach '{scratch}' (read_only)")
                lacking = {what: _count(connection, _lacking_query(rows)) for what, rows in COMPARED.items()}
                more = _count(connection, MORE)
        except duckdb.Error:  # held, or named by the check of the database
            return Finding(name, True, "see the check of the database")
    flaws = [
        f"in {database!r}, {n:,} {what} are missing or different; run `{REBUILD}`" for what, n in lacking.items() if n
    ]
    if more:
        flaws.append(f"{str(workspace.journal)!r} does not have {more:,} decisions that the database has; {RESTORE}")
    if rebuilt.unknown:
        flaws.append(f"{rebuilt.unknown:,} decisions are on unknown candidates; {UNKNOWN}")
    flaws += [flaw for flaw in rebuilt.skipped if str(workspace.journal) not in flaw]
    return finding(name, flaws, "the database matches the logs and files")


def _lacking_query(rows: str) -> str:
    return f"select count(*) from ({rows.format('scratch')} except {rows.format('flinch')})"


def _count(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    return int(connection.execute(query).fetchall()[0][0])


def _missing_database(workspace: Workspace) -> Finding:
    """There is no database: nothing is wrong with that while there is nothing that it should hold."""
    decisions = sum(1 for _ in AppendLog(workspace.journal, Decision).read([]))
    jobs = sum(1 for _ in workspace.jobs.glob(f"*/{MANIFEST}"))
    if not decisions and not jobs:
        return Finding("database", True, "none yet; the app makes it")
    there = f"the decision log has {so_many(decisions, 'decision')} and {so_many(jobs, 'job')} made candidates"
    return Finding(
        "database",
        False,
        f"{str(workspace.database)!r} is missing, but {there}",
        f"run `{REBUILD}`, which makes the database again from them",
    )


def _open_failure(path: Path, error: duckdb.Error) -> Finding:
    if isinstance(error, duckdb.ConnectionException):
        return Finding("database", True, "in use by this app")
    if holder := re.search(r"PID (\d+)", str(error)):
        return Finding("database", True, f"in use by the process {holder[1]}, probably the running app")
    return finding("database", [str(explained(path, error))], "")
