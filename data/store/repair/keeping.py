"""What only the old database knows, taken over into the one that was made again: nothing either side holds is lost."""

from contextlib import suppress
from pathlib import Path

from core.errors import BadInput
from data.store.database import Database
from data.store.statements import sql

TABLES = ("files", "cells", "candidates", "hints", "counts")  # in this order: the later ones name rows of the first


def keep_rest(database: Database, old: Path) -> tuple[int, tuple[str, ...]]:
    """How many candidates only the old database had, and a sentence for each table of it that can't be read.

    What was judged stays judged that way even where the file of its texts is damaged. The old file is not changed.
    """
    if not old.exists():
        return 0, ()
    before = _candidates(database)
    lost = [f"{table}: {why}" for table in TABLES if (why := _take_over(database, old, table))]
    said = f"what only the old database knows can't all be read ({'; '.join(lost)})"
    return _candidates(database) - before, (said,) if lost else ()


def _take_over(database: Database, old: Path, table: str) -> str:
    """Take over what only the old database has of this table; why that can't be, "" where it could."""
    place = str(old).replace("'", "''")
    try:
        with database.transaction() as cursor:
            cursor.execute(f"attach '{place}' as old (read_only)")
        with database.transaction() as cursor:
            cursor.execute(sql(f"kept/{table}"))
    except BadInput as error:
        return str(error.__cause__ or error).splitlines()[0]
    finally:
        with suppress(BadInput), database.transaction() as cursor:
            cursor.execute("detach database if exists old")
    return ""


def _candidates(database: Database) -> int:
    return int(database.rows("select count(*) from candidates")[0][0])
