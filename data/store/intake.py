"""What jobs have handed in: which parts are taken, which cells there are, how big they are."""

from pathlib import Path
from time import time_ns

from core.records import Cell
from data.store.database import Database
from data.store.parts import CELLS_FILE, UnreadablePart, counts_of, new_parts, part_name, take_part
from data.store.statements import cell_of

SETTLED = 2 * 10**9  # nanoseconds after which nothing new can carry the folder's present time stamp


class Intake:
    """The cells of a database and the job parts they came from."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: dict[Path, int] = {}  # when the cells.json was written that was read last
        self._looked: dict[Path, int] = {}  # when the job's folder was touched that was looked through last
        self._refused: set[str] = set()  # parts that hold nothing of ours; said once, then left alone
        self.revision = 0
        self.refresh()

    def refresh(self) -> None:
        """Read again what the database holds."""
        self.revision += 1
        rows = self._database.rows("select number, dataset, split, perturbation, severity from cells order by number")
        self.cells = {number: cell_of((*rest,)) for number, *rest in rows}
        self.numbers = {cell.id: number for number, cell in self.cells.items()}
        self._taken: set[str] = {name for (name,) in self._database.rows("select name from parts")}
        counts = self._database.rows("select job, cell_id, samples, not_applicable from cell_counts order by number")
        self._counts: dict[tuple[str, str], tuple[int, int]] = {(job, id_): (n, na) for job, id_, n, na in counts}

    def not_applicable(self, cell: Cell) -> int:
        """Samples nothing could be made of, by the job that looked at most of them."""
        found = [count for (_, id_), count in self._counts.items() if id_ == cell.id]
        return max(found, default=(0, 0))[1]

    def waiting(self, job_dir: Path) -> list[Path]:
        """The job's parts that are not in the store yet; a folder nobody touched since the last look has none."""
        touched = job_dir.stat().st_mtime_ns if job_dir.is_dir() else 0
        if self._looked.get(job_dir) == touched:
            return []
        parts = new_parts(job_dir, self._taken | self._refused)
        if not parts and not self._take_counts(job_dir) and time_ns() - touched > SETTLED:
            self._looked[job_dir] = touched
        return parts

    def take(self, part: Path) -> bool:
        """Take in one part, and its job's counts; whether it was new. Raises UnreadablePart."""
        name = part_name(part)
        if name in self._taken:
            return False
        self._take_counts(part.parent)
        try:
            with self._database.transaction() as cursor:
                take_part(cursor, part, len(self._taken) + 1)
        except UnreadablePart:
            self._refused.add(name)
            raise
        self._taken.add(name)
        if part.name.startswith("candidates-"):
            self.refresh()
        return True

    def _take_counts(self, job_dir: Path) -> bool:
        path = job_dir / CELLS_FILE
        written = path.stat().st_mtime_ns if path.exists() else 0
        if self._counted.get(path, 0) == written:
            return False
        self._counted[path] = written
        rows = [
            [len(self._counts), job_dir.name, cell.id, samples, not_applicable]
            for cell, samples, not_applicable in counts_of(path)
            if self._counts.get((job_dir.name, cell.id)) != (samples, not_applicable)
        ]
        if rows:
            with self._database.transaction() as cursor:
                cursor.executemany("insert into cell_counts values (?, ?, ?, ?, ?)", rows)
            self.refresh()
        return bool(rows)
