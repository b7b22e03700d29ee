"""Is what people decided safe: the log of decisions is as it was written, and the database says the same."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ParamSpec

import duckdb
import pyarrow as pa

from core.errors import BadInput
from core.records import Decision
from data.append_log import AppendLog
from data.candidates.manifest import NAME as MANIFEST
from data.store.duplicates import gold
from data.store.opening import CONFIG, REBUILD, VERSION, explained, version_of
from data.store.statements import decision_of
from data.workspace import Workspace

RESTORE = "put back a copy of decisions.jsonl: python cli.py restore latest"
UNKNOWN = f"put back the files of the job that made it, then {REBUILD}"
PREPARE = "put back a copy, or prepare its data set again"
PUT_BACK = "put back a copy of it"
START = "start the app: it takes in what is missing in flinch.duckdb"
LACKING = """
select count(*) from read_parquet($path) v where v.perturbed and v.variant_id not in (select id from candidates)
"""
HINTS_LACKING = """
select count(*) - (select count(*) from hints where part = $part)
from read_parquet($path) h join candidates c on c.id = h.candidate_id
"""
OTHERWISE = """
select count(*) from candidates c
left join (select *, file_row_number from read_parquet($path, file_row_number = true)) v
on v.file_row_number = c.row_number
where c.file = $file and (
    c.id is distinct from v.variant_id or c.sample_id is distinct from v.id or c.gold_label is distinct from {gold}
)
"""
WITHOUT_CELL = """
select count(*) from candidates
where cell not in (select number from cells) or file not in (select number from files)
"""
ROOMY = {"memory_limit": "512MB"}  # nobody waits at a desk meanwhile
SHOWN = 5  # flaws of a subject that are told; the rest is counted
UNREADABLE = (duckdb.IOException, duckdb.InvalidInputException, duckdb.BinderException, pa.ArrowException, OSError)
P = ParamSpec("P")
Rows = Callable[..., list[tuple[Any, ...]]]


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
        return _missing(workspace)
    try:
        with duckdb.connect(str(path), read_only=True, config=CONFIG | ROOMY) as connection:
            version = version_of(connection, path)
        with _reading(workspace) as rows:
            tables = [name for (name,) in rows("select table_name from information_schema.tables")]
            counts = {name: rows(f'select count(hash(t)) from "{name}" t')[0][0] for name in tables}
    except duckdb.Error as error:
        return _unopened(path, error)
    except BadInput as error:
        return finding("database", [str(error)], "")
    if tables and not {"decisions", "candidates"} <= {*tables}:
        return finding("database", [f"{str(path)!r} lacks tables; {REBUILD}"], "")
    if version and version < VERSION:
        return Finding("database", True, "of an earlier version; the app builds it again from the journal")
    return Finding(
        "database", True, ", ".join(f"{counts.get(name, 0):,} {name}" for name in ("candidates", "decisions"))
    )


def journal(workspace: Workspace) -> Finding:
    """Whether each line of the log is as it was written, and the database holds the same decisions."""
    lines = list(AppendLog(workspace.journal, Decision).lines())
    first = {line.record.id: line for line in reversed(lines) if line.record}
    count = f"{len(first):,} decisions"
    faults = [f"line {line.number:,} {line.flaw}" for line in lines if line.flaw] or [
        f"line {line.number:,} has the id of line {first[line.record.id].number:,} and says otherwise"
        for line in lines
        if line.record and line.record != first[line.record.id].record
    ]
    if faults:
        return _flawed(count, faults, RESTORE)
    try:
        if not workspace.database.exists():
            return Finding("journal", True, count)
        with _reading(workspace) as rows:
            stored = {one.id: one for one in map(decision_of, rows("select * from decisions"))}
            known = {id_ for (id_,) in rows("select id from candidates")}
    except duckdb.Error:  # held, or named by the check of the database
        return Finding("journal", True, f"{count}, each as it was written")
    ordered = [(line.number, line.record) for line in lines if line.record and first[line.record.id] is line]
    if faults := [_difference(n, one, stored[one.id]) for n, one in ordered if stored.get(one.id, one) != one]:
        return _flawed(count, faults, REBUILD)
    if lost := len(stored.keys() - first.keys()):
        return Finding("journal", False, f"{count}; it lacks {lost:,} that the database has", RESTORE)
    if faults := [
        f"line {n:,} is about an unknown candidate, {one.candidate_id!r}" for n, one in ordered
        if one.candidate_id not in known
    ]:  # fmt: skip
        return _flawed(count, faults, UNKNOWN)
    behind = len(first) - len(stored)
    return Finding("journal", not behind, f"{count}{f', {behind:,} not yet in the database' if behind else ''}",
                   START if behind else "")  # fmt: skip


def _flawed(count: str, faults: Sequence[str], remedy: str) -> Finding:
    more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
    return Finding("journal", False, f"{count}; {faults[0]}{more}", remedy)


def _difference(number: int, written: Decision, stored: Decision) -> str:
    """How a line differs from the database's row."""
    name = next(field.name for field in fields(Decision) if getattr(written, field.name) != getattr(stored, field.name))
    here, there = (str(getattr(one, name)) for one in (written, stored))
    return f"line {number:,} has the {name} {here[:40]!r}, the database {there[:40]!r}"


def candidates(workspace: Workspace) -> Finding:
    """Whether the database has every candidate and hint of the files that were taken in, as they have it."""
    if not workspace.database.exists():
        return Finding("candidates", True, "none yet")
    try:
        with _reading(workspace) as rows:
            files = rows("select number, path from files")
            flaws = list(_flaws_of_candidates(workspace, rows, files))
    except duckdb.Error:  # held, or named by the check of the database
        return Finding("candidates", True, "named by the check of the database")
    return finding("candidates", flaws, f"{len(files):,} files with texts to curate, each taken in whole")


def _flaws_of_candidates(workspace: Workspace, rows: Rows, files: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """A file that is damaged is named by another check."""
    database = str(workspace.database)
    if lost := rows(WITHOUT_CELL)[0][0]:
        yield f"{lost:,} candidates in {database!r} have lost their cell or file; {REBUILD}"
    for number, path in ((number, workspace.root / name) for number, name in files):
        if not path.is_file():
            yield f"{str(path)!r}, which holds texts to curate, is missing; {PREPARE}"
        with suppress(*UNREADABLE):
            if other := rows(OTHERWISE.format(gold=gold(path)), {"path": str(path), "file": number})[0][0]:
                yield f"{other:,} candidates in {database!r} are otherwise in {str(path)!r}; {REBUILD}"
    for number, name in rows("select number, name from parts"):
        hints = workspace.jobs / name
        path = hints if hints.exists() else workspace.root / name
        with suppress(*UNREADABLE):
            values = {"path": str(path)} | ({"part": number} if hints.exists() else {})
            if (lacking := rows(HINTS_LACKING if hints.exists() else LACKING, values)[0][0]) > 0:
                what = "hints" if hints.exists() else "candidates"
                yield f"{database!r} lacks {lacking:,} {what} of {str(path)!r}; {REBUILD}"


def _missing(workspace: Workspace) -> Finding:
    """There is no database: nothing is wrong with that while there is nothing that it should hold."""
    decisions = sum(1 for _ in AppendLog(workspace.journal, Decision).read([]))
    jobs = sum(1 for _ in workspace.jobs.glob(f"*/{MANIFEST}"))
    if not decisions and not jobs:
        return Finding("database", True, "there is none yet; the app makes it")
    made = f"{jobs:,} job{'s' if jobs != 1 else ''} made candidates"
    there = f"the journal has {decisions:,} decision{'s' if decisions != 1 else ''} and {made}"
    return Finding(
        "database",
        False,
        f"{str(workspace.database)!r} is missing, while {there}",
        f"{REBUILD}: it is made again from them",
    )


def _unopened(path: Path, error: duckdb.Error) -> Finding:
    if isinstance(error, duckdb.ConnectionException):
        return Finding("database", True, "in use by this app")
    if holder := re.search(r"PID (\d+)", str(error)):
        return Finding("database", True, f"in use by the process {holder[1]}, probably the running app")
    return finding("database", [str(explained(path, error))], "")


@contextmanager
def _reading(workspace: Workspace) -> Iterator[Rows]:
    """What gives the rows of a query, with values for it."""
    with duckdb.connect(str(workspace.database), read_only=True, config=CONFIG | ROOMY) as connection:
        yield lambda query, values=(): connection.execute(query, values).fetchall()
