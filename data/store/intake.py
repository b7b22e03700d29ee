"""What jobs have handed in: which parts are taken, which cells there are, how big they are."""

from pathlib import Path
from time import time_ns

import duckdb

from core.records import Cell
from core.severity import Severity
from data.store.database import Database
from data.store.parts import Part, UnreadablePart, manifest, parts_of, take_part

SETTLED = 2 * 10**9  # nanoseconds after which nothing new can carry the folder's present time stamp


class Intake:
    """The cells of a database and the parts of jobs that they came from."""

    def __init__(self, database: Database, workspace: Path) -> None:
        self._database = database
        self._workspace = workspace
        self._seen: dict[Path, int] = {}  # when the job's folder was touched that was looked through last
        self._refused: set[str] = set()  # parts that hold nothing of ours; said once, then left alone
        self.revision = 0
        self.refresh()

    def refresh(self) -> None:
        """Read again what the database holds."""
        self.revision += 1
        rows = self._database.rows("select number, dataset, split, perturbation, severity from cells order by number")
        self.cells = {n: Cell(of, split, name, Severity.parse(key)) for n, of, split, name, key in rows}
        self.numbers = {cell.id: number for number, cell in self.cells.items()}
        self.files = {n: self._workspace / path for n, path in self._database.rows("select number, path from files")}
        self._taken: set[str] = {name for (name,) in self._database.rows("select name from parts")}
        counts = self._database.rows("select job, cell_id, samples, not_applicable from cell_counts order by number")
        self._counts: dict[tuple[str, str], tuple[int, int]] = {(job, id_): (n, na) for job, id_, n, na in counts}

    def look_again(self) -> None:
        """Read again what the database holds, and look through every job's folder as if for the first time."""
        self._seen.clear()
        self.refresh()

    def looked_at(self, cell: Cell) -> tuple[int, int]:
        """How many samples the job looked at that looked at most, and of how many of them nothing could be made."""
        return max((count for (_, id_), count in self._counts.items() if id_ == cell.id), default=(0, 0))

    def waiting(self, job_dir: Path) -> list[Part]:
        """The job's parts that are not in the store yet; a folder nobody touched since the last look has none.

        Raises UnreadablePart for a manifest that can't be read, once.
        """
        touched = job_dir.stat().st_mtime_ns if job_dir.is_dir() else 0
        if self._seen.get(job_dir) == touched:
            return []
        known = self._taken | self._refused
        try:
            parts = [part for part in parts_of(job_dir, self._workspace) if part.name not in known]
            self._insert_counts(job_dir)
        except UnreadablePart:
            self._seen[job_dir] = touched
            raise
        if not parts and time_ns() - touched > SETTLED:
            self._seen[job_dir] = touched
        return parts

    def take(self, part: Part) -> bool:
        """Take in one part; whether it was new. Raises UnreadablePart."""
        if part.name in self._taken:
            return False
        try:
            with self._database.transaction() as cursor:
                take_part(cursor, part, _next_number(cursor, "parts"))
        except UnreadablePart:
            self._refused.add(part.name)
            raise
        self._taken.add(part.name)
        if part.cell:
            self.refresh()
        return True

    def _insert_counts(self, job_dir: Path) -> None:
        rows = [
            [job_dir.name, entry.cell.id, entry.samples, entry.not_applicable]
            for entry in manifest(job_dir)
            if self._counts.get((job_dir.name, entry.cell.id)) != (entry.samples, entry.not_applicable)
        ]
        if rows:
            with self._database.transaction() as cursor:
                number = _next_number(cursor, "cell_counts")
                cursor.executemany("insert into cell_counts values (?, ?, ?, ?, ?)", [[number, *row] for row in rows])
            self.refresh()


def _next_number(cursor: duckdb.DuckDBPyConnection, table: str) -> int:
    """A number above all that the table has, whatever was removed from it: of two rows the later one holds."""
    [(number,)] = cursor.execute(f"select coalesce(max(number), 0) + 1 from {table}").fetchall()
    return int(number)
