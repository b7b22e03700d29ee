"""What people set for the whole workspace."""

from curation.quota import DEFAULT_QUOTA
from data.store.database import Database


def stored_quota(database: Database) -> int:
    """The quota that was set, or the default."""
    rows = database.rows("select value from settings where name = 'quota'")
    return int(rows[0][0]) if rows else DEFAULT_QUOTA


def store_quota(database: Database, quota: int) -> None:
    """Set the quota for good."""
    with database.transaction() as cursor:
        cursor.execute("delete from settings where name = 'quota'")
        cursor.execute("insert into settings values ('quota', ?)", [str(quota)])
