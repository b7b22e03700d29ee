"""Making database and journal agree: what one has and the other lacks is written there."""

from collections.abc import Sequence

import duckdb

from core.records import Decision
from data.append_log import AppendLog
from data.store.database import Database
from data.store.repair.journal_mark import WORTH_IT, fits, set_mark, since
from data.store.statements import decision_columns, decision_of, sql

AT_ONCE = 5_000  # decisions per insert, to keep memory small


def reconcile(database: Database, journal: AppendLog[Decision], unreadable: list[str] | None = None) -> int:
    """How many decisions one of the two lacked, after a kill between their writes or a file put back from a copy.

    A line of the journal that can't be read keeps nobody out: `unreadable` takes a sentence for each, and what the
    database knows of it is written again at the journal's end.
    """
    later, added = since(database, journal), 0
    if later is not None:
        added = add_missing(database, later)
        if fits(database, later):
            if len(later) >= WORTH_IT:
                set_mark(database, journal.path)
            return added
    return added + _compare_all(database, journal, [] if unreadable is None else unreadable)


def add_missing(database: Database, decisions: Sequence[Decision]) -> int:
    """Put those of them into the database that it lacks; how many."""
    ids = [decision.id for decision in decisions]
    stored = {id_ for (id_,) in database.rows("select id from decisions where id in (select unnest(?))", [ids])}
    missing = list({one.id: one for one in reversed(decisions) if one.id not in stored}.values())[::-1]
    _add_in_parts(database, missing)
    return len(missing)


def _compare_all(database: Database, journal: AppendLog[Decision], unreadable: list[str]) -> int:
    """The same by every line of the journal and every row of the table."""
    known = {id_ for (id_,) in database.rows("select id from decisions")}
    missing: dict[str, Decision] = {}
    written = set()
    for decision in journal.read(unreadable):
        written.add(decision.id)
        if decision.id not in known:
            missing.setdefault(decision.id, decision)
    rest = list(missing.values())
    _add_in_parts(database, rest)
    unwritten = [one for one in stored(database) if one.id not in written] if known - written else []
    if unwritten:
        journal.append(unwritten)
    if not unreadable and len(written) + len(unwritten) >= WORTH_IT:
        set_mark(database, journal.path)
    return len(rest) + len(unwritten)


def _add_in_parts(database: Database, decisions: Sequence[Decision]) -> None:
    for start in range(0, len(decisions), AT_ONCE):
        with database.transaction() as cursor:
            add_decisions(cursor, decisions[start : start + AT_ONCE])


def add_decisions(cursor: duckdb.DuckDBPyConnection, decisions: Sequence[Decision]) -> None:
    """Append these to the table, numbered on; the caller holds a transaction and the lock."""
    cursor.execute(sql("add_decisions"), decision_columns(decisions))


def stored(database: Database) -> list[Decision]:
    """Every decision that the database has, in the order they came."""
    return [decision_of(row) for row in database.rows("select * exclude (number) from decisions order by number")]
