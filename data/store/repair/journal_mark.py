"""How much of the journal was compared with the database, so that an opening need only look at what came after.

The mark lies in the database and names the very bytes: a journal or a database that was put back from a copy, changed
or damaged does not fit it, and then all is compared again.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from core.records import Decision
from data.append_log import AppendLog
from data.records_json import encode, record_of
from data.store.database import Database

NAME = "journal compared"  # the setting that holds it
WORTH_IT = 1_000  # lines after the mark before it is set anew: it costs a write
BLOCK = 1 << 20  # bytes read at a time


@dataclass(frozen=True, slots=True)
class JournalMark:
    """The first `size` bytes of the journal, by their SHA-256, were `ids` decisions, all of the database's then."""

    size: int
    ids: int
    digest: str


def since(database: Database, journal: AppendLog[Decision]) -> list[Decision] | None:
    """The decisions that the journal holds after the mark; None where there is no mark, or it does not fit, or a line
    after it is not as it was written."""
    mark = _mark(database)
    if mark is None or not journal.path.exists():
        return None
    with journal.path.open("rb") as file:
        if _digest(file.fileno(), mark.size) != mark.digest:
            return None
    flaws: list[str] = []
    found = list(journal.read(flaws, mark.size))
    return None if flaws else found


def fits(database: Database, later: list[Decision]) -> bool:
    """Whether the database holds what the mark says and these, and nothing else."""
    mark = _mark(database)
    return mark is not None and mark.ids + len({decision.id for decision in later}) == _decisions(database)


def set_mark(database: Database, path: Path) -> None:
    """Note that the whole journal and the database hold the same decisions now."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        mark = JournalMark(size, _decisions(database), _digest(file.fileno(), size))
    with database.transaction() as cursor:
        cursor.execute("delete from settings where name = ?", [NAME])
        cursor.execute("insert into settings values (?, ?)", [NAME, encode(mark)])


def _mark(database: Database) -> JournalMark | None:
    rows = database.rows("select value from settings where name = ?", [NAME])
    return record_of(rows[0][0], JournalMark) if rows else None


def _decisions(database: Database) -> int:
    return int(database.rows("select count(*) from decisions")[0][0])


def _digest(file: int, size: int) -> str:
    """Of the first bytes of an open file; of fewer where it has fewer."""
    found = sha256()
    for block in _blocks(file, size):
        found.update(block)
    return found.hexdigest()


def _blocks(file: int, size: int) -> Iterator[bytes]:
    at = 0
    while at < size and (block := os.pread(file, min(BLOCK, size - at), at)):
        at += len(block)
        yield block
