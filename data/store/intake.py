"""What jobs have handed in: which parts are taken, which cells there are, how big they are."""

from pathlib import Path

from core.records import Cell
from data.store.database import Database
from data.store.parts import CELLS_FILE, counts_of, new_parts, part_name, take_part
from data.store.statements import cell_of


class Intake:
    """The cells of a database and the job parts they came from."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: dict[Path, int] = {}  # a job's cells.json and the time it was last read at
        self.refresh()

    def refresh(self) -> None:
        """Read again what the database holds."""
        rows = self._database.rows("select number, dataset, split, perturbation, severity from cells order by number")
        self.cells = {number: cell_of((*rest,)) for number, *rest in rows}
        self.numbers = {cell.id: number for number, cell in self.cells.items()}
        self.sizes: dict[int, int] = dict(
            self._database.rows("select cell, count(*)::integer from candidates group by cell")
        )
        self._taken: set[str] = {name for (name,) in self._database.rows("select name from parts")}
        counts = self._database.rows("select job, cell_id, samples, not_applicable from cell_counts order by number")
        self._counts: dict[tuple[str, str], tuple[int, int]] = {(job, id_): (n, na) for job, id_, n, na in counts}

    def not_applicable(self, cell: Cell) -> int:
        """Samples nothing could be made of, by the job that looked at most of them."""
        found = [count for (_, id_), count in self._counts.items() if id_ == cell.id]
        return max(found, default=(0, 0))[1]

    def take(self, job_dir: Path) -> int:
        """Take in the job's new parts and counts; the number of parts that were new."""
        parts = new_parts(job_dir, self._taken)
        for path in parts:
            with self._database.transaction() as cursor:
                take_part(cursor, path, len(self._taken) + 1)
            self._taken.add(part_name(path))
        counted = self._take_counts(job_dir)
        if parts or counted:
            self.refresh()
        return len(parts)

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
        return bool(rows)
