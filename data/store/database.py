"""The one connection to the database file: a cursor for each unit of work, errors as sentences."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb

from data.store.opening import connect, explained


class Database:
    """A DuckDB file that this process owns. After an error that DuckDB does not survive it is opened again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: duckdb.DuckDBPyConnection | None = connect(path)

    def close(self) -> None:
        """Give the file back; closing twice is allowed."""
        if self._connection is not None:
            with suppress(duckdb.Error):
                self._connection.close()
            self._connection = None

    def rows(self, statement: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """What a query gives. Raises BadInput when the file can't be read."""
        with self._cursor() as cursor:
            return list(cursor.execute(statement, values).fetchall())

    @contextmanager
    def transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor whose work is on the disk when the block ends, or undone when it raises."""
        with self._cursor() as cursor:
            cursor.execute("begin")
            try:
                yield cursor
                cursor.execute("commit")
            except BaseException:
                with suppress(duckdb.Error):
                    cursor.execute("rollback")
                raise

    def copy_to(self, path: Path) -> None:
        """Put a copy of all tables, as they are at one moment, into a new database file, which others may open.

        Raises BadInput where it can't be written.
        """
        name, escaped = f"copy_{uuid4().hex}", str(path).replace("'", "''")
        with self._cursor() as cursor:
            [(mine,)] = cursor.execute("select current_database()").fetchall()
            cursor.execute(f"attach '{escaped}' as {name}")
            try:
                cursor.execute(f'copy from database "{mine}" to {name}')
            finally:
                cursor.execute(f"detach {name}")

    @contextmanager
    def _cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        if self._connection is None:
            self._connection = connect(self.path)
        cursor = self._connection.cursor()
        try:
            yield cursor
        except duckdb.Error as error:
            if not isinstance(error, duckdb.ProgrammingError | duckdb.DataError):
                self.close()
            raise explained(self.path, error) from error
        finally:
            with suppress(duckdb.Error):
                cursor.close()
