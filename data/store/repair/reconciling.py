"""Making database and journal agree: what one has and the other lacks is written there."""

from collections.abc import Sequence

import duckdb

from core.records import Decision
from data.store.database import Database
from data.store.journal import Journal, read_journal
from data.store.statements import decision_columns, decision_of, sql

AT_ONCE = 5_000  # decisions per insert, to keep memory small


def reconcile(database: Database, journal: Journal, unreadable: list[str] | None = None) -> int:
    """How many decisions one of the two lacked, after a kill between their writes or a file put back from a copy.

    A line of the journal that can't be read keeps nobody out: `unreadable` takes a sentence for each, and what the
    database knows of it is written again at the journal's end.
    """
    stored = {id_ for (id_,) in database.rows("select id from decisions")}
    missing: dict[str, Decision] = {}
    written = set()
    for decision in read_journal(journal.path, [] if unreadable is None else unreadable):
        written.add(decision.id)
        if decision.id not in stored:
            missing.setdefault(decision.id, decision)
    rest = list(missing.values())
    for start in range(0, len(rest), AT_ONCE):
        with database.transaction() as cursor:
            add_decisions(cursor, rest[start : start + AT_ONCE])
    if unwritten := sorted(stored - written):
        journal.append(_stored(database, unwritten))
    return len(rest) + len(unwritten)


def add_decisions(cursor: duckdb.DuckDBPyConnection, decisions: Sequence[Decision]) -> None:
    """Append these to the table, numbered on; the caller holds a transaction and the lock."""
    cursor.execute(sql("add_decisions"), decision_columns(decisions))


def _stored(database: Database, ids: list[str]) -> list[Decision]:
    rows = database.rows(
        "select * exclude (number) from decisions where id in (select unnest(?)) order by number", [ids]
    )
    return [decision_of(row) for row in rows]
